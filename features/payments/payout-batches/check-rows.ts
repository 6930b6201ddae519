import {
  accountIdentityOf,
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
  payoutKey,
  referenceFor,
} from '@counterfoil/features/payments/payout-orders/payout-orders.public.ts'
import type {
  PayeeResult,
  PayoutSpeed,
  Rail,
} from '@counterfoil/features/payments/payout-orders/payout-orders.schema.ts'
import type { SmallestPayout } from '@counterfoil/features/payments/payouts/smallest-payout.public.ts'
import { minorUnitsIn } from '@counterfoil/kit/contract/decimal-text.ts'
import { calendarDay, maxAmountMinor } from '@counterfoil/kit/contract/fields.ts'
import { decimalPlacesOf } from '@counterfoil/kit/contract/money.ts'
import { withoutInvisible } from '@counterfoil/kit/contract/plain-text.ts'
import { Problem } from '@counterfoil/kit/contract/problem.ts'
import { mapAtOnce } from '@counterfoil/kit/jobs/at-once.ts'
import type { Providers } from '@counterfoil/providers/providers.ts'
import type { GivenRow, ReadFile } from './given-row.rules.ts'

/** What the words of a fault name. */
type FaultParams = Problem['params']

/** What a good row pays. */
export interface RowPayout
  extends Omit<
    PayoutRequest['payee'],
    'beneficiaryId' | 'card' | 'result' | 'bankName' | 'knownSince'
  > {
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
  /** Another payout of the last days that paid the same. */
  readonly paidBefore: string | null
  readonly code: string | null
  readonly message: string | null
  readonly params: FaultParams | null
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
  const checked = rows.map((row) => checkRow(row, seen, { ...checking, sortCodes }))
  return mapAtOnce(checked, concurrency, async (row) => {
    if (row.payout === null || row.currency === null) return row
    const { name, kind, country } = row.payout
    if (!isPayeeChecked({ currency: row.currency, country, isCard: false })) return row
    const answer = await payeeChecks.check({ name, kind, account: numberOf(row.payout) })
    return { ...row, payeeResult: answer.result, bankName: answer.bankName }
  })
}

/** A fault of a row, with the column that it is in. */
class Fault extends Error {
  readonly code: string
  readonly params: FaultParams
  constructor(code: string, message: string, named: { readonly params?: FaultParams } = {}) {
    super(message)
    this.code = code
    this.params = named.params
  }
}

function checkRow(
  { line, given, isTooLong = false, fault }: ReadFile['rows'][number],
  seen: Map<string, number>,
  checking: Checking,
): CheckedRow {
  const row = {
    ...{ line, given, payout: null, amountMinor: null, currency: null, payeeResult: null },
    ...{ bankName: null, duplicateOf: null, paidBefore: null },
    ...{ code: null, message: null, params: null },
  }
  try {
    if (isTooLong) {
      const message = 'The row has more cells than columns: a comma within a cell needs quotes'
      throw new Fault('payout_batch.cells', message)
    }
    if (fault !== undefined) throw new Fault(fault.code, fault.message, fault)
    const { payout, amountMinor, currency } = payoutOf(given, checking)
    const { reference } = payout
    const key = payoutKey({ number: accountIdentityOf(payout), currency, amountMinor, reference })
    const duplicateOf = seen.get(key) ?? null
    if (duplicateOf === null) seen.set(key, line)
    return { ...row, payout, amountMinor, currency, duplicateOf }
  } catch (error) {
    if (!(error instanceof Problem || error instanceof Fault)) throw error
    return { ...row, code: error.code, message: error.message, params: error.params ?? null }
  }
}

function payoutOf(given: GivenRow, { now, checkSmallest, sortCodes }: Checking) {
  const needed = (field: keyof GivenRow) => {
    const value = given[field]
    if (value === undefined)
      throw new Fault('payout_batch.missing', `${field} is missing`, { params: { field } })
    return value
  }
  const currency = needed('currency').toUpperCase()
  const country = needed('country').toUpperCase()
  const name = needed('name')
  if (name.length > 70) throw new Fault('payout_batch.name', 'A name has at most 70 characters')
  // who approves reads it: it is refused as a beneficiary's is
  if (withoutInvisible(name) !== name) {
    const message = 'The name holds characters that cannot be seen, or that turn its direction'
    throw new Fault('payout_batch.name_invisible', message)
  }
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
  const speed = oneOf(given, 'speed', ['instant', 'standard'])
  const payee = { country, isCard: false }
  const rail = chosenRail({ currency, amountMinor, speed: speed ?? undefined }, payee)
  const on = given.on ?? null
  if (on !== null && !calendarDay.safeParse(on).success) {
    throw new Fault('payout_batch.day', `${on} is no day, like 2026-12-01`, { params: { on } })
  }
  executionFor(rail, now, on ?? undefined)
  const payout: RowPayout = {
    ...{ name, country, ...account, town, on, speed, rail },
    kind: oneOf(given, 'kind', ['company', 'person']) ?? 'company',
    reference: referenceFor(rail, needed('reference')),
    externalId: given.externalId?.slice(0, 100) ?? null,
    accountHint: hintOf(account),
  }
  return { payout, amountMinor, currency }
}

/** What a column with few values says; what it does not know is not guessed. */
function oneOf<Value extends string>(
  given: GivenRow,
  field: 'speed' | 'kind',
  values: readonly Value[],
): Value | null {
  const text = given[field]
  if (text === undefined) return null
  const found = values.find((one) => one === text.toLowerCase())
  if (found !== undefined) return found
  const [value, known] = [text.slice(0, 40), values.join(', ')]
  const message = `${field}: ${value} is none of ${known}`
  throw new Fault('payout_batch.choice', message, { params: { field, value, known } })
}

function amountOf(text: string, currency: string): bigint {
  const minor = minorUnitsIn(text, decimalPlacesOf(currency))
  if (minor === undefined) {
    const amount = text.slice(0, 40)
    const message = `${amount} is no amount of ${currency}, like 1234.56, without a mark of thousands`
    throw new Fault('payout_batch.amount', message, { params: { amount, currency } })
  }
  if (minor <= 0n) throw new Fault('payout_batch.amount_zero', 'An amount is greater than zero')
  if (minor > BigInt(maxAmountMinor)) {
    throw new Fault('payout_batch.amount_large', 'This amount is too large')
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
