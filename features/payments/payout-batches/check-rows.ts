import {
  hintOf,
  isPayeeChecked,
  numberOf,
  packedAccount,
} from '@counterfoil/features/payments/beneficiaries/account.rules.ts'
import { findAccountFault } from '@counterfoil/features/payments/beneficiaries/check-account.public.ts'
import {
  chosenRail,
  executionFor,
  type PayoutRequest,
  referenceFor,
} from '@counterfoil/features/payments/payout-orders/payout-orders.public.ts'
import type {
  PayeeResult,
  PayoutSpeed,
  Rail,
} from '@counterfoil/features/payments/payout-orders/payout-orders.schema.ts'
import type { SmallestPayout } from '@counterfoil/features/payments/payouts/smallest-payout.public.ts'
import { calendarDay, maxAmountMinor } from '@counterfoil/kit/contract/fields.ts'
import { decimalPlacesOf } from '@counterfoil/kit/contract/money.ts'
import { Problem } from '@counterfoil/kit/contract/problem.ts'
import type { Providers } from '@counterfoil/providers/providers.ts'
import { type GivenRow, minorOf, type ReadFile } from './given-row.rules.ts'

/** What a good row pays. */
export interface RowPayout
  extends Omit<PayoutRequest['payee'], 'beneficiaryId' | 'result' | 'bankName' | 'knownSince'> {
  readonly reference: string
  readonly externalId: string | null
  readonly on: string | null
  readonly speed: PayoutSpeed | null
  readonly rail: Rail
  readonly accountHint: string
}

export interface CheckedRow {
  readonly line: number
  readonly given: GivenRow
  readonly payout: RowPayout | null
  readonly amountMinor: bigint | null
  readonly currency: string | null
  readonly payeeResult: PayeeResult | null
  readonly bankName: string | null
  readonly duplicateOf: number | null
  readonly code: string | null
  readonly message: string | null
}

/** When a file is checked, and the smallest payout of its merchant. */
interface Checking extends Pick<Providers, 'sortCodes'> {
  readonly now: Date
  readonly checkSmallest: SmallestPayout
}

/** Banks that are asked at the same time. */
const concurrency = 16

/** Checks every row of a file, asks the banks for the names, and finds rows that ask for the same twice. */
export async function checkRows(
  { payeeChecks, sortCodes }: Pick<Providers, 'payeeChecks' | 'sortCodes'>,
  { rows }: ReadFile,
  checking: Omit<Checking, 'sortCodes'>,
): Promise<CheckedRow[]> {
  const seen = new Map<string, number>()
  const checked = rows.map(({ line, given }) =>
    checkRow(line, given, seen, { ...checking, sortCodes }),
  )
  const results = [...checked]
  const waiting = checked.map((_, index) => index).reverse()
  const work = async () => {
    for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
      const row = checked[at]
      if (row?.payout == null || row.currency === null) continue
      const { name, kind, country } = row.payout
      if (!isPayeeChecked({ currency: row.currency, country })) continue
      const answer = await payeeChecks.check({ name, kind, account: numberOf(row.payout) })
      results[at] = { ...row, payeeResult: answer.result, bankName: answer.bankName }
    }
  }
  await Promise.all(Array.from({ length: concurrency }, work))
  return results
}

/** A fault of a row, with the column that it is in. */
class Fault extends Error {
  readonly code: string
  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }
}

function checkRow(
  line: number,
  given: GivenRow,
  seen: Map<string, number>,
  checking: Checking,
): CheckedRow {
  const row = {
    ...{ line, given, payout: null, amountMinor: null, currency: null, payeeResult: null },
    ...{ bankName: null, duplicateOf: null, code: null, message: null },
  }
  try {
    const { payout, amountMinor, currency } = payoutOf(given, checking)
    const key = [numberOf(payout), currency, amountMinor, payout.reference].join('|')
    const duplicateOf = seen.get(key) ?? null
    if (duplicateOf === null) seen.set(key, line)
    return { ...row, payout, amountMinor, currency, duplicateOf }
  } catch (error) {
    if (!(error instanceof Problem || error instanceof Fault)) throw error
    return { ...row, code: error.code, message: error.message }
  }
}

function payoutOf(given: GivenRow, { now, checkSmallest, sortCodes }: Checking) {
  const needed = (field: keyof GivenRow) => {
    const value = given[field]
    if (value === undefined) throw new Fault('payout_batch.missing', `${field} is missing`)
    return value
  }
  const currency = needed('currency').toUpperCase()
  const country = needed('country').toUpperCase()
  const name = needed('name')
  if (name.length > 70) throw new Fault('payout_batch.name', 'A name has at most 70 characters')
  if (!/^[A-Z]{3}$/.test(currency)) {
    throw new Fault('payout_batch.currency', 'A currency is a code of three letters, like GBP')
  }
  if (!/^[A-Z]{2}$/.test(country)) {
    throw new Fault('payout_batch.country', 'A country is a code of two letters, like GB')
  }
  const amountMinor = amountOf(needed('amount'), currency)
  checkSmallest({ amountMinor, currency })
  const account = packedAccount(
    given as Record<'iban' | 'bic' | 'sortCode' | 'accountNumber', string>,
  )
  const town = given.town ?? null
  refuseLooseAddress(given)
  const fault = findAccountFault({ sortCodes }, { ...account, country, currency, town })
  if (fault !== undefined) throw new Fault(fault.code, `${fault.path}: ${fault.message}`)
  const speed = given.speed === 'instant' || given.speed === 'standard' ? given.speed : null
  const rail = chosenRail({ currency, amountMinor, speed: speed ?? undefined }, country)
  const on = given.on ?? null
  if (on !== null && !calendarDay.safeParse(on).success) {
    throw new Fault('payout_batch.day', `${on} is no day, like 2026-12-01`)
  }
  executionFor(rail, now, on ?? undefined)
  const payout: RowPayout = {
    ...{ name, country, ...account, town, on, speed, rail },
    kind: given.kind === 'person' ? 'person' : 'company',
    reference: referenceFor(rail, needed('reference')),
    externalId: given.externalId?.slice(0, 100) ?? null,
    accountHint: hintOf(account),
  }
  return { payout, amountMinor, currency }
}

function amountOf(text: string, currency: string): bigint {
  const minor = minorOf(text, decimalPlacesOf(currency))
  if (minor === undefined) {
    throw new Fault(
      'payout_batch.amount',
      `${text.slice(0, 40)} is no amount of ${currency}, like 12.50`,
    )
  }
  if (minor <= 0n) throw new Fault('payout_batch.amount', 'An amount is greater than zero')
  if (minor > BigInt(maxAmountMinor)) {
    throw new Fault('payout_batch.amount', 'This amount is too large')
  }
  return minor
}

/** Since November 2026 the schemes refuse an address in free lines, unless town and country stand by themselves. */
function refuseLooseAddress({ addressLines, town, country }: GivenRow): void {
  if (addressLines === undefined) return
  const lines = addressLines.split('\n')
  if (town !== undefined && country !== undefined && lines.length <= 2) return
  throw new Fault(
    'payout_batch.address',
    'The address is not structured: town and country stand by themselves, beside at most two lines',
  )
}
