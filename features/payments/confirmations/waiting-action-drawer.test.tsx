import { answerFetch } from '@counterfoil/kit/testing/answer-fetch.ts'
import { installPopovers } from '@counterfoil/kit/testing/popovers.tsx'
import { renderInPortal } from '@counterfoil/kit/testing/portal.tsx'
import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { WaitingAction } from './confirmations.schema.ts'
import { WaitingActionDrawer } from './waiting-action-drawer.tsx'

installPopovers()
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const action: WaitingAction = {
  ...{ id: '00000000-0000-7000-8000-000000000001', action: 'refund', state: 'waiting' },
  ...{ paymentId: '00000000-0000-7000-8000-000000000002', amount: 650, currency: 'GBP' },
  ...{ mode: 'Live', confirmations: 0, missing: 2, outcome: null, endedAt: null },
  ...{ createdAt: '2026-03-14T12:00:00Z', expiresAt: '2026-03-17T12:00:00Z' },
  ...{ tenantName: 'Northwind', merchantName: 'Harbour Books', externalId: null },
  ...{ customerEmail: null, method: 'card', cardBrand: 'visa', cardLast4: '4242' },
  ...{ transfer: null, targetStatus: null, paidFrom: null, reason: null, requestedBy: 'Nora' },
  ...{ requirements: [], isOwn: false, refusal: null, isOutdated: false, steps: [] },
}

test.each(['Live', 'Test'] as const)('a confirmer reads that it is of %s', async (mode) => {
  answerFetch(() => ({ ...action, mode }))
  renderInPortal(<WaitingActionDrawer id={action.id} onClose={() => {}} />)
  expect((await screen.findByText('Mode')).parentElement?.textContent).toBe(`Mode${mode}`)
})
