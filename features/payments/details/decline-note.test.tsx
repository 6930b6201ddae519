import { answerFetch } from '@counterfoil/kit/testing/answer-fetch.ts'
import { renderInPortal } from '@counterfoil/kit/testing/portal.tsx'
import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { DeclineNote } from './decline-note.tsx'
import type { PaymentDetails } from './details.contract.ts'
import { merchantCalls, operatorCalls, type PaymentCalls } from './payment-calls.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const payment = {
  ...{ id: '0191f3a4-0000-7000-8000-000000000001', status: 'declined' },
  ...{ declineCode: 'stolen_card', declineReason: 'The card is reported stolen' },
} as unknown as PaymentDetails
const attempt = {
  ...{ id: payment.id, operation: 'authorise', provider: 'acme', isSoftDecline: false },
  ...{ declineCode: '43', declineReason: 'PICKUP', acquirerReference: 'ACQ-9' },
}

function show(calls: PaymentCalls, some: Partial<PaymentDetails> = {}) {
  answerFetch(({ path }) => (path.endsWith('/cascading') ? [attempt] : undefined))
  renderInPortal(<DeclineNote payment={{ ...payment, ...some }} calls={calls} />)
}

test('an operator reads why, soft or hard, what to do, and the acquirer’s own code and text', async () => {
  show(operatorCalls)
  await screen.findByText('Hard decline')
  const note = screen.getByRole('region', { name: 'Why the payment was not approved' })
  expect(note.textContent).toContain('Declined: The card is reported stolen')
  expect(note.textContent).toContain('Do not try this card again')
  expect(note.textContent).toContain('acme said: 43 · PICKUP · reference ACQ-9')
})

test('a merchant reads the same without the acquirer’s words, and of a taken payment nobody reads any', async () => {
  show(merchantCalls)
  await screen.findByText('Hard decline')
  expect(document.body.textContent).not.toContain('PICKUP')
  cleanup()
  show(operatorCalls, { status: 'captured' })
  const name = 'Why the payment was not approved'
  expect(screen.queryByRole('region', { name })).toBeNull()
})

test('a card that may be tried again is not called hard beside that advice', async () => {
  show(operatorCalls, { declineCode: 'insufficient_funds', declineReason: 'Insufficient funds' })
  await screen.findByText(/acme said/)
  expect(screen.queryByText('Hard decline')).toBeNull()
})
