import type { ThreeDSecure } from '@counterfoil/features/payments/authentication/authentication.schema.ts'
import { answerFetch } from '@counterfoil/kit/testing/answer-fetch.ts'
import { renderInPortal } from '@counterfoil/kit/testing/portal.tsx'
import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { PaymentDetails } from './details.contract.ts'
import { PaymentSummary } from './payment-summary.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const payment = {
  linkId: null,
  ...{ id: '0191f3a4-0000-7000-8000-000000000001', status: 'captured', mode: 'Test' },
  ...{ amount: 1250, authorisedAmount: 1250, capturedAmount: 1250, refundedAmount: 0 },
  ...{ refundableAmount: 1250, capturableAmount: 0, voidedAmount: 0, disputedAmount: 0 },
  ...{ currency: 'GBP', channel: 'api', createdAt: '2026-11-01T10:00:00Z', waitingPayout: null },
  ...{ updatedAt: '2026-11-01T10:00:00Z', disputeState: null, declineReason: null },
  ...{ declineCode: null, pendingOn: null, nextAction: null, cardRestriction: null },
  customer: { email: null, country: null },
  method: { type: 'bank_transfer', brand: null, last4: null, expiryMonth: null },
} as unknown as PaymentDetails

const confirmed: ThreeDSecure = {
  ...{ version: '2.2.0', outcome: 'authenticated', flow: 'challenge', eci: '05' },
  ...{ dsTransactionId: 'a1b2c3d4-0000-4000-8000-000000000001', liabilityShift: 'issuer' },
  exemption: { asked: 'low_value', granted: false },
}

function show(threeDSecure: ThreeDSecure | null) {
  answerFetch(() => undefined)
  renderInPortal(<PaymentSummary payment={{ ...payment, threeDSecure }} />)
}

test('it says how the card holder was authenticated, and who bears a chargeback for fraud', async () => {
  show(confirmed)
  const section = await screen.findByRole('region', { name: 'Authentication (3-D Secure)' })
  for (const text of [
    ...['Authenticated', 'Confirmation at the bank', '05', '2.2.0'],
    ...['a1b2c3d4-0000-4000-8000-000000000001', 'Low value: refused by the issuer'],
    'The card’s issuer bears a chargeback for fraud',
  ]) {
    expect(section.textContent).toContain(text)
  }
})

test('an exemption is at the merchant’s risk, and needs no confirmation', async () => {
  const none = { version: null, flow: null, dsTransactionId: null, eci: '07' }
  show({
    ...{ ...none, outcome: 'exempted', liabilityShift: 'merchant' },
    exemption: { asked: 'transaction_risk_analysis', granted: true },
  })
  const section = await screen.findByRole('region', { name: 'Authentication (3-D Secure)' })
  expect(section.textContent).toContain('Low risk (TRA): granted')
  expect(section.textContent).toContain('The merchant bears a chargeback for fraud')
  expect(section.textContent).not.toContain('Version')
})

test('an order by telephone says that it is out of scope', async () => {
  const none = { version: null, flow: null, dsTransactionId: null, eci: null }
  show({
    ...{ ...none, outcome: null, liabilityShift: 'merchant' },
    exemption: { asked: 'moto', granted: true },
  })
  const section = await screen.findByRole('region', { name: 'Authentication (3-D Secure)' })
  expect(section.textContent).toContain('Not needed: order by mail or telephone')
})

test('a payment of which nothing is known has no such section', async () => {
  show(null)
  await screen.findByRole('region', { name: 'Paid by' })
  expect(screen.queryByRole('region', { name: 'Authentication (3-D Secure)' })).toBeNull()
})

test('a card that is counted without a restriction can be reset too, by those who may', async () => {
  const method = { type: 'card', brand: 'visa', last4: '4242', first6: '424242', issuer: null }
  const counted = { ...payment, method, threeDSecure: null } as unknown as PaymentDetails
  const permissions = ['CRM.Transaction.Actions.ResetRestriction']
  const reset = () => screen.queryAllByRole('button', { name: 'Reset restriction' })
  answerFetch(() => undefined)
  renderInPortal(<PaymentSummary payment={{ ...counted, isCardCounted: true }} />, { permissions })
  await screen.findByText(/Paid too often/)
  expect(reset()).toHaveLength(1)
  cleanup()
  renderInPortal(<PaymentSummary payment={{ ...counted, isCardCounted: false }} />, { permissions })
  await screen.findByRole('region', { name: 'Paid by' })
  expect(reset()).toEqual([])
})

test('a merchant who sees its payment links opens the one that a payment was made by', async () => {
  answerFetch(() => undefined)
  const linkId = '0191f3a4-0000-7000-8000-000000000009'
  const paid = { ...payment, channel: 'payment_link', linkId } as unknown as PaymentDetails
  const show = (permissions: string[]) =>
    renderInPortal(<PaymentSummary payment={paid} />, { audience: 'merchant', permissions })
  show(['Merchant.Payment.Links'])
  const link = await screen.findByRole('link', { name: 'Payment link' })
  expect(link.getAttribute('href')).toBe(`/merchant/payment-settings/payment-links?link=${linkId}`)
  cleanup()
  show([])
  await screen.findByText('Payment link')
  expect(screen.queryByRole('link', { name: 'Payment link' })).toBeNull()
})
