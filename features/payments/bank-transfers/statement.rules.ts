import { maskCardNumbers } from '@counterfoil/kit/contract/card-number.ts'
import { referencesIn } from './account-references.rules.ts'

// A line of a bank's statement: whether it can be read at all, and whether it pays a payment that waits for it.

export const requiredColumns = ['date', 'amount', 'currency', 'reference'] as const
export const furtherColumns = ['payer'] as const

export interface StatementLine {
  /** Line number in the file; the header is line 1. */
  readonly line: number
  readonly bookedOn: string
  readonly amountMinor: bigint
  readonly currency: string
  readonly reference: string
  readonly payer: string | null
}

export type RawLine = Readonly<Record<string, string>>

/** The first characters of spreadsheet formulas; no name or reference begins with them. */
const isFormula = (cell: string) => /^[=+@\t]|^-(?!\d)/.test(cell.trim())

/** What parts the fields of a file; where it is the semicolon, a comma may part the decimals. */
export type Separator = ',' | ';'

export interface StatementReading {
  /** The decimal places of active currencies. */
  decimalPlacesOf(currency: string): number | undefined
  /** No bank has booked anything on a later day. */
  readonly latestDay: string
}

/** The line, or its faults. */
export function readStatementLine(
  raw: RawLine,
  line: number,
  { decimalPlacesOf, latestDay, separator }: StatementReading & { readonly separator: Separator },
): StatementLine | string {
  const cell = (name: string) => (raw[name] ?? '').trim()
  for (const name of [...requiredColumns, ...furtherColumns]) {
    if (isFormula(cell(name))) return `${name} is a formula, not a value`
  }
  const bookedOn = cell('date')
  if (!isDay(bookedOn)) return `date "${shown(bookedOn)}" is no day that exists (YYYY-MM-DD)`
  if (bookedOn > latestDay) return `date "${bookedOn}" is still to come`
  const currency = cell('currency').toUpperCase()
  const decimalPlaces = decimalPlacesOf(currency)
  if (decimalPlaces === undefined)
    return `currency "${shown(currency)}" is not one that can be paid in`
  const amountMinor = toMinorUnits(cell('amount'), decimalPlaces, separator)
  if (amountMinor === undefined && decimalPlaces === 3 && mayBeThousand(cell('amount'))) {
    return `amount "${shown(cell('amount'))}" is a thousand to some banks and a decimal number to others; write it with a point`
  }
  if (amountMinor === undefined) {
    return `amount "${shown(cell('amount'))}" is not a decimal number with at most ${decimalPlaces} places`
  }
  const reference = cell('reference')
  if (reference.length > 500) return 'reference is longer than 500 characters'
  return {
    line,
    bookedOn,
    amountMinor,
    currency,
    reference: maskCardNumbers(reference),
    payer: maskCardNumbers(cell('payer').slice(0, 200)) || null,
  }
}

function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const at = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text)
}

/** `1,234` is a thousand to one bank, and one and a bit to another; neither writes `0,234` or `1234,567` for a thousand. */
const mayBeThousand = (text: string) => /^-?[1-9]\d{0,2},\d{3}$/.test(text)

/** `12.5` with two places is 1250. It is never converted through a float. */
function toMinorUnits(
  text: string,
  decimalPlaces: number,
  separator: Separator,
): bigint | undefined {
  const [, sign, whole = '', mark, part = ''] =
    /^(-?)(\d{1,10})(?:([.,])(\d{1,3}))?$/.exec(text) ?? []
  if (whole === '' || part.length > decimalPlaces) return undefined
  if (mark === ',' && (separator === ',' || mayBeThousand(text))) return undefined
  const units = BigInt(`${whole}${part.padEnd(decimalPlaces, '0')}`)
  return sign === '-' ? -units : units
}

/** What is the same in two files that show the same transfer. */
export const likenessOf = (line: Omit<StatementLine, 'line'>): string =>
  JSON.stringify([
    ...[line.bookedOn, String(line.amountMinor), line.currency, line.reference, line.payer],
  ])

/**
 * The lines, by number, that an earlier file has shown. Two alike in one file are two transfers: as many of them are repeated as
 * one earlier file has.
 */
export function repeatedIn(
  lines: readonly StatementLine[],
  earlier: ReadonlyMap<string, number>,
): ReadonlySet<number> {
  const left = new Map(earlier)
  const repeated = new Set<number>()
  for (const line of lines) {
    const likeness = likenessOf(line)
    const rest = left.get(likeness) ?? 0
    if (rest === 0) continue
    left.set(likeness, rest - 1)
    repeated.add(line.line)
  }
  return repeated
}

const shown = (text: string) => (text.length > 40 ? `${text.slice(0, 40)}…` : text)

/** The payment whose reference a line quotes. */
export interface Quoted {
  readonly reference: string
  /** 1 in Test, 2 in Live. */
  readonly mode: 1 | 2
  readonly isDeallocated: boolean
  readonly status: string
  readonly method: string
  readonly pendingOn: string | null
  readonly amountMinor: bigint
  readonly currency: string
}

const unmatchedReasons = [
  'not_a_credit',
  'no_reference',
  'several_references',
  'unknown_reference',
  'test_payment',
  'deallocated',
  'already_settled',
  'not_waiting',
  'other_currency',
  'other_amount',
] as const
export type UnmatchedReason = (typeof unmatchedReasons)[number]

/** The references by which a line may be matched. */
export const quotedIn = (line: Pick<StatementLine, 'reference'>): string[] => [
  ...new Set(referencesIn(line.reference)),
]

/** Why a line matches no payment; undefined if it pays the payment that it quotes. */
export function whyUnmatched(
  line: Pick<StatementLine, 'amountMinor' | 'currency' | 'reference'>,
  found: readonly Quoted[],
): UnmatchedReason | undefined {
  if (line.amountMinor <= 0n) return 'not_a_credit'
  if (quotedIn(line).length === 0) return 'no_reference'
  const [quoted, ...others] = found
  if (quoted === undefined) return 'unknown_reference'
  if (others.length > 0) return 'several_references'
  // real money is never of a payment in Test
  if (quoted.mode !== 2) return 'test_payment'
  if (quoted.isDeallocated) return 'deallocated'
  if (
    ['partially_captured', 'captured', 'partially_refunded', 'refunded'].includes(quoted.status)
  ) {
    return 'already_settled'
  }
  if (quoted.status !== 'pending' || quoted.method !== 'bank_transfer') return 'not_waiting'
  if (quoted.currency !== line.currency) return 'other_currency'
  return quoted.amountMinor === line.amountMinor ? undefined : 'other_amount'
}
