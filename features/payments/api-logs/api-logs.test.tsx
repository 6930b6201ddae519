import { answerFetch } from '@counterfoil/kit/testing/answer-fetch.ts'
import { renderInPortal } from '@counterfoil/kit/testing/portal.tsx'
import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { operatorLogs } from './api-logs.contract.ts'
import { CallInFull } from './call-in-full.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const call = {
  id: '0191f3a4-0000-7000-8000-000000000001',
  direction: 'outbound',
  peer: 'sandbox_alpha',
  method: 'DELETE',
  url: '/authorisations/1',
  status: null,
  durationMs: 3,
  requestId: 'r',
  idempotencyKey: null,
  createdAt: '2026-11-20T10:00:00.000Z',
  paymentId: null,
  request: null,
  response: '{}',
}

test.each([
  ['a call that has no body', {}, false],
  ['a refused call', { direction: 'inbound', method: 'POST', status: 400 }, true],
])('%s is shown as what it is', async (_, some, isHidden) => {
  answerFetch(() => ({ ...call, ...some }))
  renderInPortal(<CallInFull id={call.id} call={operatorLogs.read} onClose={() => {}} />)
  await screen.findByText('Response')
  expect(screen.queryByText(/^Not stored/) !== null).toBe(isHidden)
})
