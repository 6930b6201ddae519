import type { PayerKey } from './linked-payments.contract.ts'
import { findPayment, ofPayer, type PayerOf } from './linked-payments.queries.ts'

export { findPayment, ofPayer, type PayerOf }

/** Whether payments can be found by it: the payment has it. */
export const isKnown = (payment: PayerOf, by: PayerKey): boolean =>
  by === 'card' ? payment.card_token !== null : commonValue(payment, by) !== null

/** The e-mail, the address or the device; null for a card, and where the payment has none. */
export function commonValue(payment: PayerOf, by: PayerKey): string | null {
  const { customer_email: email, customer_ip: address, customer_device: device } = payment
  return by === 'card' ? null : { email, address, device }[by]
}
