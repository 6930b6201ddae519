import type { Rail } from './payout-orders.schema.ts'

// What a payee reads on the statement: each scheme has its characters and its length.

interface ReferenceForm {
  readonly max: number
  readonly allowed: RegExp
}

const sepa: ReferenceForm = { max: 140, allowed: /[A-Za-z0-9/\-?:().,'+ ]/ }
const turkish: ReferenceForm = { max: 140, allowed: /[A-Za-z0-9/\-?:().,'+ ğüşıöçĞÜŞİÖÇ]/ }
const forms: Readonly<Record<Rail, ReferenceForm>> = {
  sepa_credit_transfer: sepa,
  sepa_instant: sepa,
  faster_payments: { max: 18, allowed: /[A-Za-z0-9/\-.& ]/ },
  tr_fast: turkish,
  tr_eft: turkish,
  // on the statement of the card, where a merchant's name has 25 places
  card_credit: { max: 25, allowed: /[A-Za-z0-9/\-.,& ]/ },
}

/** As the European Payments Council writes them; what has a mark alone loses it. */
const letters: Readonly<Record<string, string>> = {
  ...{ Ä: 'AE', Ö: 'OE', Ü: 'UE', ä: 'ae', ö: 'oe', ü: 'ue', ß: 'ss', Æ: 'AE', æ: 'ae' },
  ...{ Ø: 'OE', ø: 'oe', Ł: 'L', ł: 'l', Đ: 'D', đ: 'd', ı: 'i', İ: 'I', Œ: 'OE', œ: 'oe' },
  ...{ '’': "'", '‘': "'", '–': '-', '—': '-', '“': "'", '”': "'", '"': "'", '\t': ' ' },
}

export type PreparedReference =
  | { readonly text: string }
  | { readonly fault: 'characters'; readonly wrong: string }
  | { readonly fault: 'length'; readonly max: number }
  | { readonly fault: 'slashes' }

/** The reference as the scheme takes it, or why it takes none like this. */
export function prepareReference(rail: Rail, typed: string): PreparedReference {
  const { max, allowed } = forms[rail]
  const whole = typed.normalize('NFC').trim().replace(/\s+/g, ' ')
  const text = [...whole].map((one) => (allowed.test(one) ? one : replaced(one, allowed))).join('')
  const wrong = [...new Set([...text].filter((one) => !allowed.test(one)))]
  if (wrong.length > 0) return { fault: 'characters', wrong: wrong.join(' ') }
  if (text.length > max) return { fault: 'length', max }
  // they are for the codes of the schemes themselves
  if (/^\/|\/$|\/\//.test(text)) return { fault: 'slashes' }
  return { text }
}

function replaced(letter: string, allowed: RegExp): string {
  const known = letters[letter] ?? letter.normalize('NFD').replace(/\p{M}/gu, '')
  return known !== '' && [...known].every((one) => allowed.test(one)) ? known : letter
}

export const maxReferenceOf = (rail: Rail): number => forms[rail].max
