import { answerFetch } from '@counterfoil/kit/testing/answer-fetch.ts'
import { renderInPortal } from '@counterfoil/kit/testing/portal.tsx'
import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { PayoutDrawer } from './payout-drawer.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const payoutIn = (state: string) => ({
  ...{ id: 'p1', amount: 1234, fee: 0, currency: 'GBP', payeeName: 'Paper Mill', state },
  ...{ code: null, message: null, merchantName: 'Harbour', externalId: null, mayCancel: false },
  payee: {
    name: 'Paper Mill',
    account: '1',
    bic: null,
    country: 'GB',
    result: null,
    bankName: null,
  },
  ...{ reference: 'INV 7', rail: 'faster_payments', sendAt: '2026-11-26T10:00:00.000Z' },
  ...{ recurringId: null, endToEndId: 'CF1', railReference: null, steps: [], recalls: [] },
})
const decide = { name: 'Approve or decline it in the pending payments' }

test.each([
  ['waiting_for_approval', ['Crm.Payments.PendingTransactions'], 1],
  ['waiting_for_approval', [], 0],
  ['sent', ['Crm.Payments.PendingTransactions'], 0],
])('a payout that is %s leads holders of %j to its decision', async (state, permissions, links) => {
  answerFetch(() => payoutIn(state))
  renderInPortal(<PayoutDrawer id="p1" onClose={() => {}} />, { audience: 'tenant', permissions })
  // its country is no code
  await screen.findByText('United Kingdom')
  const found = screen.queryAllByRole('link', decide)
  expect(found.map((link) => link.getAttribute('href'))).toEqual(
    Array(links).fill('/transaction-management/pending-payments?show=beneficiaries'),
  )
})
