import { answerFetch } from '@counterfoil/kit/testing/answer-fetch.ts'
import { installPopovers } from '@counterfoil/kit/testing/popovers.tsx'
import { renderInPortal } from '@counterfoil/kit/testing/portal.tsx'
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { OffersList } from './offers-list.tsx'

installPopovers()
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const offer = (n: number) => ({
  ...{ id: `offer-${n}`, subject: `Offer ${n}`, version: 1, status: 'Created', currency: 'GBP' },
  ...{ created: '2026-11-20T12:00:00.000Z', sentAt: null, expiresAt: null, answeredAt: null },
})

test('a merchant with many offers has all of them, page by page', async () => {
  answerFetch(({ query }) => {
    const [page, size] = [Number(query.get('pageIndex')), Number(query.get('pageSize'))]
    const all = Array.from({ length: 120 }, (_, n) => offer(n))
    return { data: all.slice(page * size, (page + 1) * size), count: all.length }
  })
  renderInPortal(<OffersList kind="proposal" merchantId="m" />)
  await screen.findByText('Offer 0')
  screen.getByText(/of 120/)
  fireEvent.click(screen.getByRole('button', { name: 'Next page' }))
  await screen.findByText(/^(?!1–).*of 120/)
  await vi.waitFor(() => expect(screen.queryByText('Offer 0')).toBeNull())
})
