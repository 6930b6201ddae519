import { paymentLabel } from './labels.rules.ts'
import { disputeCodes } from './reasons.rules.ts'

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

type Language = 'en' | 'tr'
type Said = readonly [english: string, turkish: string]

const disputesInTurkish: Readonly<Record<string, string>> = {
  fraud: 'Kart sahibi bu ödemeyi yapmadı',
  not_received: 'Mal veya hizmet teslim alınmadı',
  not_as_described: 'Mal veya hizmet tarif edildiği gibi değil',
  duplicate: 'Birden fazla kez tahsil edildi',
  wrong_amount: 'Yanlış tutar tahsil edildi',
  cancelled: 'Sipariş veya abonelik iptal edildikten sonra tahsil edildi',
  refund_not_processed: 'Söz verilen iade yapılmadı',
  other: 'Başka bir neden',
}

/** With `{names}` where values stand. */
const causes: Readonly<Record<string, Said>> = {
  sent: ['Sent to {provider}', '{provider} sağlayıcısına gönderildi'],
  cascaded: ['{from}: {why}. Sent on to {to}', '{from}: {why}. {to} sağlayıcısına gönderildi'],
  'hold.review': ['Screening asks for a review', 'Tarama inceleme istiyor'],
  'hold.threshold': ['Above the amount that needs approval', 'Onay gerektiren tutarın üzerinde'],
  'hold.other_currency': [
    'In another currency than the amount that needs approval',
    'Onay gerektiren tutardan başka bir para biriminde',
  ],
  'antifraud.blocked': ['Blocked by screening', 'Tarama tarafından engellendi'],
  'routing.no_mid': [
    'No acquirer account takes this payment',
    'Bu ödemeyi alan bir banka hesabı yok',
  ],
  'merchant.on_hold': ['The merchant is on hold', 'Üye iş yeri beklemede'],
  'merchant.suspended': ['The merchant is suspended', 'Üye iş yeri askıda'],
  'merchant.closed': ['The merchant is closed', 'Üye iş yeri kapalı'],
  'merchant.no_processing': ['The merchant may not take payments', 'Üye iş yeri ödeme alamaz'],
  'method.switched_off': ['Payments by {method} are switched off', '{method} ile ödemeler kapalı'],
  'currency.switched_off': [
    'Payments in {currency} are switched off',
    '{currency} ile ödemeler kapalı',
  ],
  'country.switched_off': [
    'Payments of customers from {country} are switched off',
    '{country} ülkesindeki müşterilerin ödemeleri kapalı',
  ],
  'industry.switched_off': [
    'Payments of merchants in industry {industry} are switched off',
    '{industry} sektöründeki üye iş yerlerinin ödemeleri kapalı',
  ],
  'risk.amount_too_high': [
    'Above what the merchant may take in one payment',
    'Üye iş yerinin tek ödemede alabileceği tutarın üzerinde',
  ],
  'risk.other_currency': [
    'In another currency than what the merchant may take in one payment',
    'Üye iş yerinin tek ödemede alabileceği tutardan başka bir para biriminde',
  ],
  marked_refunded: ['Paid back outside of the acquirer', 'Banka dışında geri ödendi'],
  'dispute.lapsed': ['No answer came by {due}', '{due} tarihine kadar yanıt gelmedi'],
  'asked.challenge': ['The customer is asked to confirm', 'Müşteriden onay isteniyor'],
  'asked.later': ['The outcome comes later', 'Sonuç daha sonra gelecek'],
  'asked.silence': ['The acquirer did not answer', 'Banka yanıt vermedi'],
  do_not_honour: ['The issuer declined without a reason', 'Banka neden belirtmeden reddetti'],
  insufficient_funds: ['Insufficient funds', 'Yetersiz bakiye'],
  lost_card: ['The card is reported lost', 'Kart kayıp bildirilmiş'],
  stolen_card: ['The card is reported stolen', 'Kart çalıntı bildirilmiş'],
  expired_card: ['The card has expired', 'Kartın süresi dolmuş'],
  incorrect_security_code: ['The security code is wrong', 'Güvenlik kodu yanlış'],
  suspected_fraud: ['The issuer suspects fraud', 'Banka sahtecilikten şüpheleniyor'],
  authentication_failed: ['The customer did not confirm the payment', 'Müşteri ödemeyi onaylamadı'],
  challenge_expired: ['The customer did not confirm in time', 'Müşteri zamanında onaylamadı'],
  card_not_supported: [
    'The sandbox takes its published test cards alone',
    'Deneme bankası yalnızca yayımlanan test kartlarını kabul eder',
  ],
  bank_refused: ['The bank refused the transfer', 'Banka havaleyi reddetti'],
  exceeds_authorisation: [
    'More than is left of the authorisation',
    'Provizyondan kalan tutardan fazla',
  ],
  issuer_unavailable: ['The issuer cannot be reached', 'Kartı veren bankaya ulaşılamıyor'],
  processing_error: ['The acquirer could not process the payment', 'Banka ödemeyi işleyemedi'],
  acquirer_limit: [
    'The limit of the acquirer account is reached',
    'Banka hesabının sınırına ulaşıldı',
  ],
  out_of_order: ['The acquirer is out of order', 'Banka hizmet dışı'],
  ...Object.fromEntries(
    disputeCodes.map(({ id, name }) => [`dispute.${id}`, [name, disputesInTurkish[id] ?? name]]),
  ),
}

/** What a cause of the machine's own is called in its records and in the API: in English, with its values as they are. */
export const englishOf = ({ code, values = {} }: Pick<Cause, 'code' | 'values'>): string =>
  (causes[code]?.[0] ?? code).replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '')

export const causeCodes = Object.keys(causes)
export const isCause = (code: string): boolean => Object.hasOwn(causes, code)

const codesBySentence = new Map(causeCodes.map((code) => [causes[code]?.[0], code]))

const templates = Object.values(causes).filter(([english]) => english.includes('{'))

/** A sentence of the machine's that was kept without its code, in a language. */
export const sentenceText = (cause: string | null, language: Language): string | null =>
  causeText({ cause, causeCode: null, causeValues: null }, language)

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
  language: Language,
): string | null {
  const code = causeCode ?? codesBySentence.get(cause ?? '') ?? null
  const said = code === null ? undefined : causes[code]
  if (said === undefined) return cause === null ? null : (oldSentence(cause, language) ?? cause)
  const values = causeValues ?? valuesIn(said[0], cause ?? '') ?? {}
  return filled(said[language === 'tr' ? 1 : 0], values, language)
}

/** The values of an English sentence that was made from this template; undefined when it was not. */
function valuesIn(template: string, sentence: string): Record<string, string> | undefined {
  const pattern = template
    .replace(/[.*+?^$()|[\]\\]/g, '\\$&')
    .replace(/\{(\w+)\}/g, (_, name: string) => `(?<${name}>${name === 'why' ? '.+' : '\\S+'})`)
  return new RegExp(`^${pattern}$`).exec(sentence)?.groups
}

/** A value that is itself a cause, or a way of paying, is told in the language too. */
function filled(
  template: string,
  values: Readonly<Record<string, string>>,
  language: Language,
): string {
  return template.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name] ?? ''
    if (name === 'method') return paymentLabel('method', value, language)
    const known = name === 'why' ? causes[value] : undefined
    return known === undefined ? value : known[language === 'tr' ? 1 : 0]
  })
}

/** What was stored as an English sentence with values in it, before there were codes. */
function oldSentence(cause: string, language: Language): string | undefined {
  for (const [english, turkish] of templates) {
    const values = valuesIn(english, cause)
    if (values === undefined) continue
    const why = codesBySentence.get(values.why ?? '') ?? values.why ?? ''
    return filled(language === 'tr' ? turkish : english, { ...values, why }, language)
  }
  return undefined
}
