import { answerFetch } from '@counterfoil/kit/testing/answer-fetch.ts'
import { installPopovers } from '@counterfoil/kit/testing/popovers.tsx'
import { renderInPortal } from '@counterfoil/kit/testing/portal.tsx'
import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import SinglePaymentPage from './single-payment.tsx'

installPopovers()
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('a payout that is opened beside the list leaves the search, the state and the page as they are', async () => {
  const payout = {
    ...{ id: 'p1', amount: 1000, currency: 'GBP', payeeName: 'Paper Mill', state: 'paid' },
    ...{ accountHint: '•• 1234', reference: 'INV 7', rail: 'sepa', requestedBy: 'Ada' },
    ...{ createdAt: '2026-11-26T10:00:00.000Z', sendAt: '2026-11-26T10:00:00.000Z' },
  }
  answerFetch(({ path }) => (path === '/api/payouts' ? { data: [payout], count: 25 } : undefined))
  const asked = '/start?searchKey=mill&state=paid&page=1'
  renderInPortal(<SinglePaymentPage />, { audience: 'merchant', merchantId: 'm1' }, asked)
  const cell = await screen.findByText('Paper Mill')
  const href = cell.closest('tr')?.querySelector('a')?.getAttribute('href') ?? ''
  expect(new URLSearchParams(href.split('?')[1]).toString()).toBe(
    'searchKey=mill&state=paid&page=1&payout=p1',
  )
})
