import type { DeclineAdvice } from '@counterfoil/features/payments/error-mappings/error-mappings.schema.ts'
import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import type { Text } from '@counterfoil/kit/contract/texts.ts'

const msg = messagesOf(import.meta.url)

// What to do about a declined payment. Two readers: whoever is on the telephone with the customer, and the operator, who
// can change what is set up.

const advice = msg({
  storedCard:
    'The acquirer does not have the stored card, or not what the customer agreed to. Ask the customer to enter the card again.',
  otherCard:
    'Ask the customer for another card, or to try again once there is money on the account.',
  callIssuer:
    'Ask the customer to call the bank that issued the card, or to pay with another card.',
  neverAgain: 'Do not try this card again. Ask for another way to pay.',
  checkDetails:
    'Ask the customer to check the card’s number, expiry and security code, and to pay again.',
  newCard: 'Ask the customer for a card that is still valid.',
  confirm: 'Ask the customer to pay again, and to confirm the payment with the bank this time.',
  callBank: 'Ask the customer to call their bank, or to pay in another way.',
  later: 'Nothing is wrong with the card. Ask the customer to try again in a few minutes.',
  testCard: 'Use one of the sandbox’s test cards.',
  screened:
    'Screening stopped it. The tab “Antifraud alerts” says which rule; the card is only tried again once that rule allows it.',
  screenedMerchant:
    'A check for fraud stopped it. Ask the customer for another card; if you know the customer, contact support.',
  settings:
    'A setting does not allow it. Change the setting or the acquirer accounts, then have the customer pay again.',
  settingsMerchant:
    'Your contract or settings do not allow it. Contact support before the customer tries again.',
  partial:
    'The card does not cover the whole amount. Ask the customer for another card, or for two payments.',
  expired: 'The customer has to pay again: the bank holds the amount no longer.',
  approval: 'A person declined it. If that was wrong, the customer has to pay again.',
  soft: 'It may be approved if the customer tries again later.',
  hard: 'The same card will be refused again. Ask the customer for another way to pay.',
  elsewhere: 'Another acquirer may approve it. Ask the customer to try again.',
  corrected:
    'It may be approved once the customer has corrected or confirmed something. Ask the customer to pay again.',
  unknown: 'Ask the customer to try again, or to pay in another way.',
})

const byCode: Readonly<Record<string, keyof typeof advice>> = {
  insufficient_funds: 'otherCard',
  do_not_honour: 'callIssuer',
  lost_card: 'neverAgain',
  stolen_card: 'neverAgain',
  suspected_fraud: 'neverAgain',
  expired_card: 'newCard',
  incorrect_security_code: 'checkDetails',
  authentication_failed: 'confirm',
  authentication_rejected: 'confirm',
  authentication_required: 'confirm',
  limit_exceeded: 'otherCard',
  incorrect_pin: 'checkDetails',
  invalid_card_number: 'checkDetails',
  account_closed: 'neverAgain',
  payments_stopped: 'neverAgain',
  not_permitted: 'callIssuer',
  challenge_expired: 'confirm',
  bank_refused: 'callBank',
  card_not_supported: 'testCard',
  stored_card_unknown: 'storedCard',
  no_agreement: 'storedCard',
  partial_approval: 'partial',
  authorisation_expired: 'expired',
  issuer_unavailable: 'later',
  processing_error: 'later',
  acquirer_limit: 'later',
  out_of_order: 'later',
  'approval.declined': 'approval',
}

/** Refusals of our own, before any acquirer was asked. */
const ofSettings = /^(routing|merchant|method|currency|country|industry|risk)\./

export interface Decline {
  readonly code: string | null
  /** Null where no acquirer said. */
  readonly isSoft: boolean | null
  readonly isOperator: boolean
  /** As the tenant has mapped the acquirer's code; null: not mapped. */
  readonly mapped?: DeclineAdvice | null | undefined
}

/** Declines that no other acquirer would approve today, though the same card may be approved later. */
const passing = new Set([
  'otherCard',
  'callIssuer',
  'checkDetails',
  'confirm',
  'callBank',
  'partial',
])

const kinds = { elsewhere: 'soft', later: 'soft', corrected: null, never: 'hard' } as const

/** Whether the same card may be tried again; null where the refusal is neither of the two, or no acquirer said. */
export function declineKind({
  code,
  isSoft,
  mapped,
}: Omit<Decline, 'isOperator'>): 'soft' | 'hard' | null {
  if (mapped != null) return kinds[mapped.retry]
  if (isSoft !== false) return isSoft === null ? null : 'soft'
  return passing.has(byCode[code ?? ''] ?? '') ? null : 'hard'
}

/** What to do next about a payment that was not approved. */
export function adviceFor({ code, isSoft, isOperator, mapped }: Decline): Text {
  if (mapped?.merchant != null) return mapped.merchant
  if (mapped?.retry === 'never') return advice.neverAgain
  const known = byCode[code ?? '']
  if (known !== undefined) return advice[known]
  if (code?.startsWith('antifraud.')) return isOperator ? advice.screened : advice.screenedMerchant
  if (code !== null && ofSettings.test(code)) {
    return isOperator ? advice.settings : advice.settingsMerchant
  }
  if (mapped != null) return advice[mapped.retry === 'later' ? 'soft' : mapped.retry]
  if (isSoft === null) return advice.unknown
  return isSoft ? advice.soft : advice.hard
}
