import type { ResourceRow } from '@counterfoil/kit/contract/resource-calls.ts'
import { answerFetch } from '@counterfoil/kit/testing/answer-fetch.ts'
import { renderInPortal } from '@counterfoil/kit/testing/portal.tsx'
import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { EndpointHealth } from './endpoint-health.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('an endpoint that is switched off is not called healthy', async () => {
  answerFetch(() => ({}))
  const row = { id: 'e', version: 1, isActive: false, failingSince: null, pausedAt: null }
  renderInPortal(<EndpointHealth row={row as unknown as ResourceRow} />)
  expect(await screen.findByText('Switched off')).toBeTruthy()
  expect(screen.queryByText('Healthy')).toBeNull()
})
