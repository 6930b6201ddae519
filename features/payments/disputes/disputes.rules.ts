import type { Payment } from '@counterfoil/features/payments/processing/payment-views.rules.ts'

/** Why a reported dispute cannot be of a payment; undefined: it can. Refunds do not keep card holders from disputing. */
export function objectionTo(
  { currency, authorisedMinor, disputedMinor }: Payment,
  dispute: { readonly amountMinor: bigint; readonly currency: string },
): 'notice.other_currency' | 'notice.too_much' | undefined {
  if (dispute.currency !== currency) return 'notice.other_currency'
  return disputedMinor + dispute.amountMinor > authorisedMinor ? 'notice.too_much' : undefined
}
