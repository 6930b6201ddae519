import {
  defaultReasons,
  disputeReasons,
} from '@counterfoil/features/payments/action-options/reasons.rules.ts'
import { countryName } from '@counterfoil/kit/contract/country-name.ts'
import { languageCodes, localeOf, sourceLanguage } from '@counterfoil/kit/contract/languages.ts'
import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import {
  type AnyText,
  inEachLanguage,
  type Text,
  textIn,
  valueNames,
} from '@counterfoil/kit/contract/texts.ts'
import { paymentLabel } from './labels.rules.ts'

const msg = messagesOf(import.meta.url)

// Why something happened to a payment. The machine says it as a code with values, people and acquirers in their own
// words; each reader is told in their language, as far as the code is known.

export interface Cause {
  readonly code: string
  readonly values?: Readonly<Record<string, string>>
  /** In the words of whoever said it, for a code that nobody knows. */
  readonly text?: string | null
}

/** As it is stored with an event. Rows from before there were codes have the English words alone. */
export interface StoredCause {
  readonly cause: string | null
  readonly causeCode: string | null
  readonly causeValues: Readonly<Record<string, string>> | null
}

/** With `{names}` where values stand. */
const causes: Readonly<Record<string, AnyText>> = {
  ...msg({
    sent: 'Sent to {provider}',
    cascaded: '{from}: {why}. Sent on to {to}',
    'exemption.refused': '{from}: the issuer refused the exemption. The payer is asked to confirm',
    'hold.review': 'Screening asks for a review',
    'hold.threshold': 'Above the amount that needs approval',
    'hold.other_currency': 'In another currency than the amount that needs approval',
    'antifraud.blocked': 'Blocked by screening',
    'routing.no_mid': 'No acquirer account takes this payment',
    'stored_card.no_route':
      'No account at {provider}, which keeps the stored card, takes this payment',
    'merchant.on_hold': 'The merchant is on hold',
    'merchant.suspended': 'The merchant is suspended',
    'merchant.closed': 'The merchant is closed',
    'merchant.no_processing': 'The merchant may not take payments',
    'method.switched_off': 'Payments by {method} are switched off',
    'currency.switched_off': 'Payments in {currency} are switched off',
    'country.switched_off': 'Payments of customers from {country} are switched off',
    'industry.switched_off': 'Payments of merchants in industry {industry} are switched off',
    'risk.amount_too_high': 'Above what the merchant may take in one payment',
    'risk.other_currency': 'In another currency than what the merchant may take in one payment',
    'late.approved': '{provider} approved it after it was closed here. It is cancelled there',
    'late.counted': '{provider} reported it after it was closed here. It was applied',
    'late.approved_not_counted':
      '{provider} carried it out after it was closed here. It was not applied',
    'late.refused': '{provider} refused it after it was counted here: {why}',
    'notice.other_currency':
      '{provider} reported a dispute of {amount}, which is not the currency of the payment. It was not applied',
    'notice.too_much':
      '{provider} reported a dispute of {amount}, which is more than is left of the payment. It was not applied',
    'notice.no_amount':
      '{provider} reported a dispute of {amount}, which is no amount that can be disputed. It was not applied',
    'outcome.other_currency':
      '{provider} reported {amount}, which is not the currency of the request. It was not applied',
    'outcome.no_amount': '{provider} reported {amount} as approved. It was not applied',
    'outcome.too_much':
      '{provider} reported {amount}, which is more than was requested. It was not applied',
    'outcome.more_approved':
      '{provider} approved {amount}, which is more than was requested. What was requested was applied',
    'notice.unsigned': 'The notice has no signature of {provider}',
    'notice.signature': 'The signature is not one of {provider}',
    'notice.stale':
      'The notice was signed more than five minutes before it came, or after. It may be a copy of an older one',
    'notice.unknown_payment': '{provider} names a payment that is not known here',
    'notice.unknown_tenant': '{provider} names a tenant that is not known here',
    'notice.unreadable': 'The notice is not written as those of {provider} are',
    'notice.other_content': '{provider} sent another notice with the same id before',
    'notice.too_early':
      'The payment is still open at the acquirer. The notice waits for its outcome',
    'notice.failed': 'Internal error: see the log',
    'notice.dispute_won':
      '{provider} reported the dispute as won after it had ended otherwise. It was applied',
    'notice.dispute_lost':
      '{provider} reported the dispute as lost after it had ended otherwise. It was applied',
    'notice.dispute_accepted':
      '{provider} reported the dispute as accepted after it had ended otherwise. It was applied',
    'notice.dispute_reopened': '{provider} has taken up the dispute again. Its amount is withheld',
    'dispute.stage.pre_arbitration': 'Pre-arbitration: the issuer does not accept the answer',
    'dispute.stage.arbitration': 'Arbitration: the card scheme decides',
    'dispute.contested': 'Contested',
    'dispute.accepting': 'Accepted; the acquirer has to confirm it',
    'dispute.answer_refused': '{provider} refused the answer to the dispute: {why}',
    'dispute.not_open': 'The dispute does not wait for an answer',
    'cancel.done': '{provider} has cancelled it',
    'cancel.too_late': '{provider} has carried it out and cannot cancel it',
    'cancel.no_answer': '{provider} neither knows nor cancels it',
    'payer.abandoned': 'The payer chose another way to pay',
    'transfer.expired': 'It was not paid in the time that payers are given',
    authorisation_expired: 'The authorisation has expired',
    partial_approval: 'The issuer approved only part of the amount. That part was released',
    'acquirer.not_reached': 'It never reached the acquirer',
    marked_refunded: 'Paid back outside of the acquirer',
    'dispute.lapsed': 'No answer came by {due}',
    'asked.challenge': 'The customer is asked to authenticate (3-D Secure)',
    'asked.later': 'The outcome comes later',
    'asked.silence': 'The acquirer did not answer',
    do_not_honour: 'The issuer declined without a reason',
    insufficient_funds: 'Insufficient funds',
    lost_card: 'The card is reported lost',
    stolen_card: 'The card is reported stolen',
    expired_card: 'The card has expired',
    incorrect_security_code: 'The security code is wrong',
    suspected_fraud: 'The issuer suspects fraud',
    authentication_rejected: 'The issuer rejected the 3-D Secure authentication',
    authentication_failed: 'The customer did not complete 3-D Secure authentication',
    challenge_expired: 'The customer did not complete 3-D Secure authentication in time',
    stored_card_unknown: 'The acquirer does not have the stored card',
    no_agreement: 'The acquirer does not know the payment with which the payer agreed',
    card_not_supported: 'The sandbox accepts only its published test cards',
    bank_refused: 'The bank refused the transfer',
    not_incrementable: 'Nothing more can be authorised on it',
    exceeds_authorisation: 'More than is left of the authorisation',
    issuer_unavailable: 'The issuer cannot be reached',
    processing_error: 'The acquirer could not process the payment',
    acquirer_limit: 'The limit of the acquirer account is reached',
    out_of_order: 'The acquirer is unavailable',
    limit_exceeded: 'Above the limit of the card',
    incorrect_pin: 'The PIN is wrong',
    invalid_card_number: 'There is no such card',
    account_closed: 'The account of the card is closed',
    not_permitted: 'The card may not be used for this payment',
    payments_stopped: 'The card holder has stopped payments to this merchant',
    authentication_required: 'The issuer asks for authentication by the card holder',
    invalid_amount: 'The acquirer does not take this amount',
    merchant_not_accepted: 'The acquirer does not take payments of this merchant',
  }),
  ...Object.fromEntries(
    Object.entries(disputeReasons).map(([id, reason]) => [`dispute.${id}`, reason]),
  ),
  ...Object.fromEntries(
    Object.entries(defaultReasons).flatMap(([group, reasons]) =>
      Object.entries(reasons).map(([id, reason]) => [`reason.${group}.${id}`, reason]),
    ),
  ),
}

const fillIn = (text: AnyText, language: string, valueFor: (name: string) => string): string =>
  textIn(text, language, Object.fromEntries(valueNames(text).map((name) => [name, valueFor(name)])))

/** What a cause of the machine's own is called in its records and in the API: in English, with its values as they are. */
export function englishOf({ code, values = {} }: Pick<Cause, 'code' | 'values'>): string {
  const text = causes[code]
  return text === undefined ? code : fillIn(text, 'en', (name) => values[name] ?? '')
}

export const causeCodes = Object.keys(causes)
export const isCause = (code: string): boolean => Object.hasOwn(causes, code)

const codesBySentence = new Map<unknown, string>(causeCodes.map((code) => [causes[code]?.en, code]))

/** Sentences without values. */
const whole = Object.values(causes).filter(({ en }) => typeof en === 'string')

const templates = Object.values(causes).filter(({ en }) => typeof en !== 'string')

/** A sentence of the machine's that was kept without its code, in a language. */
export const sentenceText = (cause: string | null, language: string): string | null =>
  causeText({ cause, causeCode: null, causeValues: null }, language)

const translations = languageCodes.filter((one) => one !== sourceLanguage)

/** A sentence of the machine's as it was read in another language, in the English in which it is stored; else as it is. */
export function storedSentence(read: string): string {
  const found = whole.find((text) =>
    translations.some((language) => {
      const folded = (one: string) => one.toLocaleLowerCase(localeOf[language])
      return folded(textIn(text, language, {})) === folded(read)
    }),
  )
  return found === undefined ? read : String(found.en)
}

/** How a cause is stored: the machine's own sentences by their code, all other words as they are. */
export function storedCause(cause: string | Cause | null): StoredCause {
  if (cause === null) return { cause: null, causeCode: null, causeValues: null }
  if (typeof cause === 'string') {
    const causeCode = codesBySentence.get(cause) ?? null
    return { cause: causeCode === null ? cause : null, causeCode, causeValues: null }
  }
  return {
    cause: isCause(cause.code) ? null : (cause.text ?? cause.code),
    causeCode: cause.code,
    causeValues: cause.values ?? null,
  }
}

/** A cause in a language; words that are nobody's code stay as they were said. */
export function causeText(
  { cause, causeCode, causeValues }: StoredCause,
  language: string,
): string | null {
  const code = causeCode ?? codesBySentence.get(cause ?? '') ?? null
  const text = code === null ? undefined : causes[code]
  if (text === undefined) return cause === null ? null : (oldSentence(cause, language) ?? cause)
  return filled(text, causeValues ?? valuesIn(text, cause ?? '') ?? {}, language)
}

/** A cause as a notification says it: in every language. */
export const causeNotice = (cause: Cause): Text =>
  inEachLanguage((language) => causeText(storedCause(cause), language) ?? cause.code)

/** The values of an English sentence that was made from this text; undefined when it was not. */
function valuesIn({ en }: AnyText, sentence: string): Record<string, string> | undefined {
  const pattern = [en]
    .flat()
    .map((node) =>
      Array.isArray(node)
        ? `(?<${node[0]}>${node[0] === 'why' ? '.+' : '\\S+'})`
        : String(node).replace(/[.*+?^$()|[\]\\]/g, '\\$&'),
    )
  return new RegExp(`^${pattern.join('')}$`).exec(sentence)?.groups
}

/** A value that is itself a cause, a country or a way of paying is said in the language too. */
function filled(text: AnyText, values: Readonly<Record<string, string>>, language: string): string {
  return fillIn(text, language, (name) => {
    const value = values[name] ?? ''
    if (name === 'country') return countryName(value, language)
    if (name === 'method') return paymentLabel('method', value, language)
    const known = name === 'why' ? causes[value] : undefined
    return known === undefined ? value : textIn(known, language, {})
  })
}

/** What was stored as an English sentence with values in it, before there were codes. */
function oldSentence(cause: string, language: string): string | undefined {
  for (const text of templates) {
    const values = valuesIn(text, cause)
    if (values === undefined) continue
    const why = codesBySentence.get(values.why ?? '') ?? values.why ?? ''
    return filled(text, { ...values, why }, language)
  }
  return undefined
}

/** Reasons to choose from in the reader's language; what is stored is the name that all readers share. */
export function offeredReasons(options: readonly { readonly name: string }[], language: string) {
  const reasons = options.map(({ name }) => ({ name, label: sentenceText(name, language) ?? name }))
  return {
    labels: reasons.map(({ label }) => label),
    nameOf: (typed: string) => reasons.find(({ label }) => label === typed)?.name ?? typed,
  }
}
