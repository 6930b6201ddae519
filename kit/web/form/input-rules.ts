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

/** Decimal-only: digits and one point; a comma becomes a point. */
export function filterDecimal(typed: string): string {
  return keepFirst(typed.replaceAll(',', '.').replace(/[^\d.]/g, ''), '.').slice(
    0,
    maxLengths.number,
  )
}

const script = /<\/?\s*script[^>]*>/gi
const scriptProtocol = /\b(?:javascript|vbscript)\s*:/gi
const dataDocument = /\bdata\s*:\s*text\/html[^\s]*/gi
const eventHandler = /\bon[a-z]{3,}\s*=\s*(?:"[^"]*"|'[^']*'|[^\s>]+)/gi
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for; tab and line ends stay
const control = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g
/** Injection patterns, never lone words (READINGS, decision 6): "Select Drop Union Ltd" and "O'Neil & Sons" stay. */
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
