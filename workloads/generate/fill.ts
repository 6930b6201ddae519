import { Worker } from 'node:worker_threads'
import { runAsOwner } from '@counterfoil/database/bulk-load.ts'
import { resumeIndexes, suspendIndexes } from '@counterfoil/database/suspended-indexes.ts'
import type { Database } from '@counterfoil/kit/database/database.ts'
import { storeOrganisations } from '../demo/store-organisations.ts'
import { runStep } from '../run-step.ts'
import { type Calendar, midnightBefore } from './calendar.ts'
import { generatedTables } from './copy-rows.ts'
import type { DayMaterial } from './day.ts'
import { readFacts } from './facts.ts'
import { rebuildRollups, vacuum } from './finish.ts'
import { type GeneratedTenant, organisationsOf } from './organisations.ts'
import { storeGenerated } from './store-organisations.ts'
import type { DayDone } from './worker.ts'

export interface FillOptions {
  readonly transactions: number
  readonly tenants: number
  readonly months: number
  readonly seed: number
  readonly workers: number
  /** As many payments as make it worth while to make the indexes anew. */
  readonly largeFrom?: number
}

type Say = (what: string) => void

const usuallyLargeFrom = 50_000

/** Makes the history, unless it is there; what was interrupted is made whole. */
export async function fill(
  database: Database,
  ownerUrl: string,
  asked: FillOptions,
  say: Say,
): Promise<void> {
  const { transactions, tenants, months, seed } = asked
  const step = `generate transactions=${transactions} tenants=${tenants} months=${months} seed=${seed}`
  const isMade = await runStep(database, step, new Date(), async (began) => {
    say(`making the organisations: ${tenants} tenants`)
    const organisations = organisationsOf(tenants)
    await storeOrganisations(database)
    await storeGenerated(database, organisations)
    const days = Math.round(months * 30.4)
    const calendar = { count: transactions, days, until: midnightBefore(began) }
    await loadHistory(database, ownerUrl, { organisations, calendar, ...asked }, say)
  })
  if (!isMade) say('this history is there already; another --seed makes another beside it')
}

export interface HistoryToLoad extends Pick<FillOptions, 'seed' | 'workers' | 'largeFrom'> {
  /** Those that the payments are of, which are there already. */
  readonly organisations: readonly GeneratedTenant[]
  readonly calendar: Calendar
  readonly isNewestFirst?: boolean
  /** Ends the loading after the days that are under way; what is missing is made by the next time. */
  readonly signal?: AbortSignal
}

/** Loads the days that are missing of a history, and counts its sums. */
export async function loadHistory(
  database: Database,
  ownerUrl: string,
  { organisations, calendar, isNewestFirst, seed, workers, largeFrom, signal }: HistoryToLoad,
  say: Say,
): Promise<void> {
  const facts = []
  for (const tenant of organisations) facts.push(await readFacts(database, tenant))
  if (await isLarge(ownerUrl, calendar.count, largeFrom ?? usuallyLargeFrom)) {
    say('putting the indexes aside')
    await suspendIndexes(ownerUrl, generatedTables)
  }
  try {
    const material = { calendar, isNewestFirst, seed, tenants: organisations, facts }
    await loadDays(ownerUrl, material, { threads: workers, signal }, say)
  } finally {
    await resumeIndexes(ownerUrl, say)
  }
  signal?.throwIfAborted()
  // the sums are counted by plans that know how much there is
  say('taking statistics')
  await vacuum(ownerUrl, generatedTables)
  say('counting the sums')
  await rebuildRollups(
    ownerUrl,
    organisations.map(({ id }) => id),
  )
  await vacuum(ownerUrl, ['payment_rollup', 'dimension_rollup', 'value_rollup'])
}

/** Whether making the indexes anew is quicker than keeping them up row by row. */
async function isLarge(
  ownerUrl: string,
  transactions: number,
  largeFrom: number,
): Promise<boolean> {
  const { rows } = await runAsOwner(ownerUrl, (query) =>
    query('select greatest(reltuples, 0)::float8 as known from pg_class where oid = $1::regclass', [
      'app.payment',
    ]),
  )
  const known = (rows[0] as { known: number } | undefined)?.known ?? 0
  return transactions >= largeFrom && transactions > known / 4
}

async function loadDays(
  ownerUrl: string,
  material: DayMaterial,
  { threads, signal }: { readonly threads: number; readonly signal: AbortSignal | undefined },
  say: Say,
): Promise<void> {
  const { calendar } = material
  const nextDay = new Int32Array(new SharedArrayBuffer(4))
  const report = printProgress(calendar, say)
  const beginNoOther = () => Atomics.store(nextDay, 0, calendar.days)
  signal?.addEventListener('abort', beginNoOther, { once: true })
  const work = () =>
    new Promise<void>((resolve, reject) => {
      const worker = new Worker(new URL('./worker.ts', import.meta.url), {
        workerData: { ownerUrl, material, nextDay },
      })
      worker.on('message', report)
      worker.on('error', (error) => {
        beginNoOther()
        reject(error)
      })
      worker.on('exit', () => resolve())
    })
  const ended = await Promise.allSettled(Array.from({ length: threads }, work))
  signal?.removeEventListener('abort', beginNoOther)
  for (const one of ended) if (one.status === 'rejected') throw one.reason
}

function printProgress({ days, count }: Calendar, say: Say): (done: DayDone) => void {
  const startedAt = performance.now()
  let [doneDays, payments, rows, known] = [0, 0, 0, 0]
  let printedAt = 0
  return (done) => {
    doneDays += 1
    payments += done.payments
    rows += done.rows
    if (done.isKnown) known += 1
    const now = performance.now()
    if (doneDays < days && now - printedAt < 2000) return
    printedAt = now
    const seconds = (now - startedAt) / 1000
    const left = Math.round((seconds / Math.max(payments, 1)) * (count - payments))
    say(
      `${payments} of ${count} payments, ${rows} rows, ${Math.round(payments / seconds)} payments/s, about ${left} s left` +
        (known > 0 ? ` (${known} days were there)` : ''),
    )
  }
}
