import { listUnbalancedPostings } from '@counterfoil/features/accounting/ledger/ledger.public.ts'
import { dayMs } from '@counterfoil/kit/contract/durations.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import { firstIdAt, timeOfId } from '@counterfoil/kit/database/ids.ts'
import type { Providers } from '@counterfoil/providers/providers.ts'
import { listBalanceDifferences, listPayoutDifferences } from './balances.queries.ts'
import { listDimensionDifferences } from './dimension-sums.queries.ts'
import {
  type CheckResult,
  type Difference,
  type ProofCheck,
  proofChecks,
} from './proofs.contract.ts'
import {
  listBusinessDays,
  listComparable,
  listLedgerDifferences,
  listProvedEvents,
  listRollupDifferences,
  listSuspenseDifferences,
  listTotalDifferences,
  type NewProof,
  type RollupDifference,
  sampleRollupCells,
} from './proofs.queries.ts'
import { listEventDays, listValueDifferences } from './value-days.queries.ts'

const batchSize = 1_000
/** After so many batches the proof is kept as far as it came: a worker that is killed loses less than a minute of work. */
const batchesOfPart = 50
/** The first so many of what differs are kept. */
const keptDifferences = 200
/** What is changing at this moment is proved tomorrow: windows overlap by more than this. */
const settledMs = 10 * 60_000

/** Entries that are younger than this are counted again by the next proof: one of them may still be committed late. */
const lateMs = dayMs

export interface Window {
  readonly fromAt: Date
  readonly toAt: Date
  /** Until when entries are in the balances that were proved before; null: all are to be counted. */
  readonly countedUntil: Date | null
  /** The part of it that is proved already. */
  readonly soFar?: ProvedPart
}

/** A proof as far as it came: up to an event, and what it found. */
export interface ProvedPart {
  readonly continuesAfter: string
  readonly payments: number
  readonly checks: readonly CheckResult[]
  readonly differences: readonly Difference[]
}

export interface Proving {
  readonly proof: Omit<NewProof, 'id'>
  /** Whether every entry was counted, so that the balances that were proved before are to be forgotten. */
  readonly isRecounted: boolean
}

/**
 * Proves what happened to payments in a window: every check on every payment that had an event in it. A large window, and
 * one whose worker stops, is proved in parts: `continuesAfter` of the proof says where the next one begins.
 */
export async function proveWindow(
  db: Db,
  providers: Providers,
  window: Window,
  signal: AbortSignal,
): Promise<Proving> {
  const { fromAt, toAt, countedUntil, soFar } = window
  const tally = new Tally(soFar)
  const days = new Set<string>()
  const valueDays = new Set<string>()
  const before = firstIdAt(toAt)
  const settledAt = new Date(toAt.getTime() - settledMs)
  let payments = soFar?.payments ?? 0
  let after = soFar?.continuesAfter ?? firstIdAt(fromAt)
  let isPart = false
  for (let batch = 1; !isPart; batch += 1) {
    const events = await listProvedEvents(db, after, before, batchSize)
    const last = events.at(-1)
    if (last === undefined) break
    for (const day of await listEventDays(db, after, last.id)) valueDays.add(day)
    after = last.id
    const ids = [...new Set(events.map(({ paymentId }) => paymentId))]
    payments += ids.length
    await proveLedger(db, ids, tally)
    for (const day of await listBusinessDays(db, ids)) days.add(day)
    await proveAcquirers(db, providers, ids, settledAt, tally)
    isPart = batch === batchesOfPart || signal.aborted
  }
  for (const day of days) await proveDay(db, day, tally)
  for (const day of valueDays) await proveValueDay(db, day, tally)
  const found = () => ({ payments, checks: tally.checks(), differences: tally.differences })
  if (isPart) {
    const until = { toAt: timeOfId(after), balancesUntil: countedUntil, continuesAfter: after }
    return { proof: { fromAt, ...until, ...found() }, isRecounted: false }
  }
  const isRecounted = await proveWhole(db, { ...window, payments }, signal, tally)
  const until = { toAt, balancesUntil: new Date(toAt.getTime() - lateMs), continuesAfter: null }
  return { proof: { fromAt, ...until, ...found() }, isRecounted }
}

/** What is no payment's alone. Returns whether every entry of the balances was counted. */
async function proveWhole(
  db: Db,
  window: Window & { readonly payments: number },
  signal: AbortSignal,
  tally: Tally,
): Promise<boolean> {
  tally.look('suspense', 1)
  for (const { what, expected, found } of await listSuspenseDifferences(db)) {
    const values = { expected: String(expected), found: String(found) }
    tally.differ({ check: 'suspense', subject: what, paymentId: null, ...values })
  }
  // payouts to beneficiaries are of no payment
  tally.look('payouts', 1)
  for (const { what, expected, found } of await listPayoutDifferences(db)) {
    const values = { expected: String(expected), found: String(found) }
    tally.differ({ check: 'payouts', subject: what, paymentId: null, ...values })
  }
  await proveSamples(db, signal, tally)
  for (const subject of await listUnbalancedPostings(db, window.fromAt)) {
    tally.differ({ check: 'postings', subject, paymentId: null, expected: '0', found: '' })
  }
  tally.look('postings', window.payments)
  return proveBalances(db, window.countedUntil, tally)
}

/**
 * Merchants' balances against their entries. What was proved before is not counted again, unless it differs: then every entry
 * is, because a history that was loaded later has entries of before. Returns whether every entry was counted.
 */
async function proveBalances(db: Db, countedUntil: Date | null, tally: Tally): Promise<boolean> {
  tally.look('balances', 1)
  if (countedUntil !== null && (await listBalanceDifferences(db, countedUntil)).length === 0) {
    return false
  }
  for (const { what, expected, found } of await listBalanceDifferences(db, null)) {
    const values = { expected: String(expected), found: String(found) }
    tally.differ({ check: 'balances', subject: what, paymentId: null, ...values })
  }
  return true
}

class Tally {
  readonly differences: Difference[]
  readonly #looked = new Map<ProofCheck, number>()
  readonly #differing = new Map<ProofCheck, number>()

  constructor(soFar: Pick<ProvedPart, 'checks' | 'differences'> | undefined) {
    this.differences = [...(soFar?.differences ?? [])]
    for (const { name, looked, differing } of soFar?.checks ?? []) {
      this.#looked.set(name, looked)
      this.#differing.set(name, differing)
    }
  }

  look(check: ProofCheck, count: number): void {
    this.#looked.set(check, (this.#looked.get(check) ?? 0) + count)
  }

  differ(one: Difference): void {
    this.#differing.set(one.check, (this.#differing.get(one.check) ?? 0) + 1)
    if (this.differences.length < keptDifferences) this.differences.push(one)
  }

  readonly checks = (): CheckResult[] =>
    proofChecks.map((name) => ({
      name,
      looked: this.#looked.get(name) ?? 0,
      differing: this.#differing.get(name) ?? 0,
    }))
}

const ledgerChecks: readonly ProofCheck[] = [
  ...(['money', 'authorised', 'disputes', 'payouts', 'fees', 'pending', 'reserve'] as const),
]

async function proveLedger(db: Db, ids: readonly string[], tally: Tally): Promise<void> {
  for (const check of ledgerChecks) tally.look(check, ids.length)
  for (const { check, paymentId, expected, found } of await listLedgerDifferences(db, ids)) {
    const values = { expected: String(expected), found: String(found) }
    tally.differ({ check: check as ProofCheck, subject: paymentId, paymentId, ...values })
  }
}

async function proveDay(db: Db, day: string, tally: Tally): Promise<void> {
  tally.look('rollups', 1)
  const cell = { grain: 'day', first: day, last: day } as const
  const differences = [
    ...(await listRollupDifferences(db, cell)),
    ...(await listDimensionDifferences(db, cell)),
  ]
  for (const { what, expected, found } of differences) {
    tally.differ({ check: 'rollups', subject: what, paymentId: null, expected, found })
  }
}

async function proveValueDay(db: Db, day: string, tally: Tally): Promise<void> {
  tally.look('value_days', 1)
  const differences = await listValueDifferences(db, { grain: 'day', first: day, last: day })
  for (const { what, expected, found } of differences) {
    tally.differ({ check: 'value_days', subject: what, paymentId: null, expected, found })
  }
}

/** How many days, and how many months of a merchant, each proof takes at random from the whole past. */
const sampleSize = 5

/** Counts a sample of what has not changed since the last proof, which looked at changes alone. */
async function proveSamples(db: Db, signal: AbortSignal, tally: Tally): Promise<void> {
  for (const cell of await sampleRollupCells(db, 'payment_rollup', sampleSize)) {
    if (signal.aborted)
      throw new Error('The worker stops; the next run goes on with the same window')
    sampled(tally, [
      ...(await listRollupDifferences(db, cell)),
      ...(cell.merchantId === undefined ? await listTotalDifferences(db, cell) : []),
    ])
  }
  for (const [table, list] of [
    ['value_rollup', listValueDifferences],
    ['dimension_rollup', listDimensionDifferences],
  ] as const) {
    for (const cell of await sampleRollupCells(db, table, sampleSize)) {
      if (signal.aborted)
        throw new Error('The worker stops; the next run goes on with the same window')
      sampled(tally, await list(db, cell))
    }
  }
}

function sampled(tally: Tally, differences: readonly RollupDifference[]): void {
  tally.look('sampled', 1)
  for (const { what, expected, found } of differences) {
    tally.differ({ check: 'sampled', subject: what, paymentId: null, expected, found })
  }
}

async function proveAcquirers(
  db: Db,
  { acquirers }: Providers,
  ids: readonly string[],
  before: Date,
  tally: Tally,
): Promise<void> {
  const comparable = await listComparable(db, ids, before)
  for (const [provider, some] of Map.groupBy(comparable, (one) => one.provider)) {
    const acquirer = acquirers.get(provider)
    if (acquirer === undefined) continue
    const books = await acquirer.readBooks(some.flatMap(({ references }) => references))
    for (const { paymentId, captured, refunded, references } of some) {
      const known = references.flatMap((one) => books.get(one) ?? [])
      // an acquirer keeps its books only for so long
      if (known.length === 0) continue
      tally.look('acquirers', 1)
      const sum = (of: 'capturedMinor' | 'refundedMinor') =>
        known.reduce((total, one) => total + one[of], 0n)
      const expected = `${captured} / ${refunded}`
      const found = `${sum('capturedMinor')} / ${sum('refundedMinor')}`
      if (found === expected) continue
      tally.differ({ check: 'acquirers', subject: paymentId, paymentId, expected, found })
    }
  }
}
