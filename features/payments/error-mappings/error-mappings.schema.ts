import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import { z } from 'zod'

const msg = messagesOf(import.meta.url)

/** The codes in which payments, reports and the API say why an acquirer declined. */
export const unifiedCodes = msg({
  do_not_honour: 'Declined without a reason',
  insufficient_funds: 'Insufficient funds',
  limit_exceeded: 'Above the limit of the card',
  incorrect_security_code: 'Wrong security code',
  incorrect_pin: 'Wrong PIN',
  invalid_card_number: 'No such card',
  expired_card: 'Expired card',
  lost_card: 'Lost card',
  stolen_card: 'Stolen card',
  suspected_fraud: 'Suspected fraud',
  account_closed: 'Closed account',
  not_permitted: 'Not permitted with this card',
  payments_stopped: 'The card holder stopped these payments',
  authentication_required: 'Authentication required',
  authentication_failed: 'Authentication failed',
  invalid_amount: 'Invalid amount',
  bank_refused: 'Refused by the bank',
  issuer_unavailable: 'Issuer unavailable',
  processing_error: 'Acquirer could not process it',
  acquirer_limit: 'Limit of the acquirer account',
  merchant_not_accepted: 'Merchant not accepted by the acquirer',
})
export type UnifiedCode = keyof typeof unifiedCodes

/** Whether a declined payment may be tried again, after the advice codes of the card schemes. */
export const retryNames = msg({
  elsewhere: 'At once, at another acquirer',
  later: 'Later, with the same card',
  corrected: 'After the payer corrected or confirmed something',
  never: 'Never again with this card',
})

const inBoth = z.object({ en: z.string(), tr: z.string() })

/** What was known of a decline when it came. */
export const declineAdvice = z.object({
  retry: z
    .enum(['elsewhere', 'later', 'corrected', 'never'])
    .describe(
      '`elsewhere`: at once, at another acquirer; `later`: with the same card; `corrected`: by the payer; `never`: card schemes forbid it.',
    ),
  payer: inBoth.nullable().describe('For the payer, where the mapping has a text.'),
  merchant: inBoth.nullable().describe('For the merchant, where the mapping has a text.'),
})
export type DeclineAdvice = z.infer<typeof declineAdvice>
