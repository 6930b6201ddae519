/** The documents' input rules (001 §5): what may be typed where, and how much of it. */
export const maxLengths = {
  email: 254,
  password: 128,
  text: 1000,
  number: 20,
  tel: 20,
  url: 2048,
  search: 255,
  other: 500,
} as const
export type InputKind = keyof typeof maxLengths

/** Letters and digits of any language, white space, and the marks that ordinary sentences need. */
const notPlain = /[^\p{L}\p{M}\p{N}\s.,;:!?'"()&/@#%+_-]/gu

const kept: Readonly<Record<string, (typed: string) => string>> = {
  email: (typed) => keepFirst(typed.toLowerCase().replace(/[^a-z0-9@._-]/g, ''), '@'),
  number: (typed) => keepFirst(typed.replace(/[^\d.-]/g, ''), '.').replace(/(?!^)-/g, ''),
  tel: (typed) => typed.replace(/[^\d\s()+-]/g, ''),
}

/** All but the first of a mark are dropped. */
function keepFirst(text: string, mark: string): string {
  const [first, ...others] = text.split(mark)
  return others.length === 0 ? text : `${first}${mark}${others.join('')}`
}

/** What remains of what was typed into an input of this kind; passwords are left alone. */
export function filterTyped(kind: InputKind, typed: string): string {
  const filtered = kind === 'password' ? typed : (kept[kind]?.(typed) ?? typed)
  return filtered.slice(0, maxLengths[kind])
}

/**
 * A number for readers whose decimal mark is a comma: digits, both marks and a leading minus. Which mark means what is decided
 * when the whole is read; a mark that is taken out would make 2,5 to 25.
 */
export function filterNumberWithComma(typed: string): string {
  return typed
    .replace(/[^\d.,-]/g, '')
    .replace(/(?!^)-/g, '')
    .slice(0, maxLengths.number)
}

/** For readers whose decimal mark is a comma: the only mark of the text is the decimal mark, which is kept as a point. */
export const pointForComma = (typed: string): string =>
  /^[^.,]*,[^.,]*$/.test(typed) ? typed.replace(',', '.') : typed

/** Decimal-only: digits and one point; a comma becomes a point. */
export function filterDecimal(typed: string): string {
  return keepFirst(typed.replaceAll(',', '.').replace(/[^\d.]/g, ''), '.').slice(
    0,
    maxLengths.number,
  )
}

const currencies = new Set(Intl.supportedValuesOf('currency')).add('TL')

/**
 * An amount as people write it: with marks of groups and decimals, and its currency before or after it, which falls away. What
 * else stands at or after the first digit stays, so that it is refused: without it, 1e5 would be 15. A minus stays too.
 */
export function filterMoney(typed: string): string {
  const [, lead = '', rest = ''] = /^(\D*)(.*)$/s.exec(typed) ?? []
  const [, suffix = ''] = /(\p{Sc}|[A-Z]{2,3})\s*$/u.exec(rest) ?? []
  const isCurrency = /^\p{Sc}$/u.test(suffix) || currencies.has(suffix)
  const amount = isCurrency ? rest.slice(0, rest.lastIndexOf(suffix)).trimEnd() : rest
  return (lead.replace(/[^.,'’\s\u2212-]/g, '') + amount).slice(0, maxLengths.number)
}

/** Plain text: letters, digits, white space and basic punctuation. */
export function filterPlain(typed: string): string {
  return typed.replace(notPlain, '').slice(0, maxLengths.text)
}

export interface DigitOptions {
  readonly maxLength?: number
  /** Takes one decimal separator, which is a point. */
  readonly hasDecimals?: boolean
  /** What the whole text must match, as it grows; what does not is not taken. */
  readonly pattern?: RegExp
  readonly min?: number
  readonly max?: number
}

/** Digit-only: what else is typed, pasted or dropped falls away, and what breaks a bound is not taken. */
export function filterDigits(typed: string, before: string, options: DigitOptions = {}): string {
  const only = options.hasDecimals === true ? filterDecimal(typed) : typed.replace(/\D/g, '')
  const text = only.slice(0, options.maxLength ?? maxLengths.number)
  const isTaken =
    text === '' ||
    ((options.pattern?.test(text) ?? true) && Number(text) <= (options.max ?? Infinity))
  return isTaken ? text : before
}

/** On leaving: less than the least becomes the least, which typing towards it could not be. */
export function leaveDigits(text: string, { min }: DigitOptions = {}): string {
  return text !== '' && min !== undefined && Number(text) < min ? String(min) : text
}

/**
 * At most 2 digits and 2 decimals, beginning with neither a point nor 00; where 100 can be meant, also exactly 100. The sign of
 * a share that was copied, %2,5 or 2.5 %, falls away.
 */
export function filterPercentage(typed: string, before: string, has100 = false): string {
  const text = typed.replaceAll(',', '.').replace(/[%\s]/g, '')
  if (has100 && text === '100') return text
  return /^(?!00)(?:\d{1,2}(?:\.\d{0,2})?)?$/.test(text) ? text : before
}

const protocols = ['http:', 'https:', 'ftp:', 'mailto:']

/** The address, if its protocol is http, https, ftp or mailto or it names none; else nothing. */
export function allowedUrl(text: string): string {
  const address = text.trim()
  // a name with a port begins like a protocol
  if (/^(?:localhost|[\w-]+(?:\.[\w-]+)+):\d{1,5}(?:[/?#]|$)/.test(address)) return address
  const [, protocol] = /^([^/?#]*?:)/.exec(address) ?? []
  return protocol === undefined || protocols.includes(protocol.toLowerCase()) ? address : ''
}

const swiftParts = [4, 2, 2, 4]

/** Bank, country, place and branch of a Swift code, as far as there are any. */
export function splitSwift(code: string): string[] {
  let from = 0
  return swiftParts
    .map((length) => {
      from += length
      return code.slice(from - length, from)
    })
    .filter((part) => part !== '')
}

/** Capital letters and digits of a Swift code, without the spaces that it is shown with. */
export function filterSwift(typed: string): string {
  // not toLocaleUpperCase: an i of a code is no Turkish letter
  return typed
    .toUpperCase()
    .replace(/[^A-Z\d]/g, '')
    .slice(0, 12)
}

const script = /<\/?\s*script[^>]*>/gi
const scriptProtocol = /\b(?:javascript|vbscript)\s*:/gi
const dataDocument = /\bdata\s*:\s*text\/html[^\s]*/gi
const eventHandler = /\bon[a-z]{3,}\s*=\s*(?:"[^"]*"|'[^']*'|[^\s>]+)/gi
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for; tab and line ends stay
const control = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g
/** Injection patterns, never lone words: "Select Drop Union Ltd" and "O'Neil & Sons" stay. */
const injections = [
  /['"]?\s*;\s*(?:drop|delete|insert|update|alter|truncate|exec)\b[^;]*(?:;\s*(?:--.*)?|--.*|$)/gi,
  /\bunion\s+(?:all\s+)?select\b/gi,
  /['"]?\s*\bor\b\s+(['"]?)(\w+)\1\s*=\s*\1\2\1?/gi,
  /['"]\s*(?:--|\/\*).*$/gm,
]

/**
 * What is taken out of plain text when the field is left. Nothing is HTML-encoded: what is shown is encoded where
 * it is shown, so that saving three times leaves the same bytes.
 */
export function sanitise(text: string): string {
  const patterns = [script, scriptProtocol, dataDocument, eventHandler, control, ...injections]
  return patterns.reduce((cleaned, pattern) => cleaned.replace(pattern, ''), text).trim()
}
