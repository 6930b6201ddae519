import { answerFetch } from '@counterfoil/kit/testing/answer-fetch.ts'
import { renderInPortal } from '@counterfoil/kit/testing/portal.tsx'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { NewOffer } from './new-offer.tsx'
import type { OfferKind } from './offer-kinds.schema.ts'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const idOf = (last: number) => `0191f3a4-0000-7000-8000-${String(last).padStart(12, '0')}`
const proposalOf = (last: number, status: string) => ({
  ...{ id: idOf(last), version: 1, status, subject: `Cards ${last}`, merchantName: 'Harbour' },
  ...{ merchantId: idOf(1), language: 'en', created: '2026-11-01T10:00:00.000Z', sentAt: null },
  ...{ expiresAt: null, answeredAt: null },
})

/** Begins an offer as the dialog offers it, and answers what was sent. */
async function begin(kind: OfferKind) {
  const asked = answerFetch(({ method, path }) => {
    if (method === 'POST') return Response.json({ title: 'No', status: 409 }, { status: 409 })
    if (path.includes('/templates')) return []
    return { data: [proposalOf(9, 'Rejected'), proposalOf(8, 'Accepted')], count: 2 }
  })
  const opportunities = [{ id: idOf(5), name: 'Cards at the counter' }]
  const way = { onMade: vi.fn(), onClose: vi.fn() }
  renderInPortal(
    <NewOffer kind={kind} merchantId={idOf(1)} opportunities={opportunities} {...way} />,
  )
  await screen.findByText(kind === 'agreement' ? 'Cards 8 (1)' : 'Cards at the counter')
  const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Begin' })
  await waitFor(() => expect(button.disabled).toBe(false))
  fireEvent.click(button)
  await waitFor(() => expect(asked.some(({ method }) => method === 'POST')).toBe(true))
  return asked.find(({ method }) => method === 'POST')?.body
}

test('an agreement takes over the accepted proposal, and a proposal is for the open opportunity', async () => {
  expect(await begin('agreement')).toMatchObject({ proposalId: idOf(8) })
  cleanup()
  expect(await begin('proposal')).toMatchObject({ opportunityId: idOf(5) })
})
