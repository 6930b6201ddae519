import { setImmediate } from 'node:timers/promises'
import type { Db } from '@counterfoil/kit/database/database.ts'
import type { BacktestChange, Period } from './backtests.schema.ts'

const pageSize = 4_000
/** How often it is stored how far a backtest is; who watches asks about as often. */
const progressMs = 1_000

/**
 * Looks at each payment of a period in the order in which they came, page by page, and stores how far it is and, at the
 * end, what it found. The next page is read while one is looked at. Throws when the worker stops; run again it begins anew.
 */
export async function lookAtPast<Row extends { readonly id: string }, P extends Period, Result>(
  reader: Db,
  period: P,
  of: {
    readonly signal: AbortSignal
    now(): Date
    count(db: Db, period: P): Promise<bigint>
    /** A page of those after a payment, or the first one. */
    list(db: Db, period: P, after: string | null, limit: number): Promise<Row[]>
    /** Looks at a page, in its order. */
    look(rows: readonly Row[]): Promise<void> | void
    result(): Result
    write(change: BacktestChange<Result>): Promise<void>
  },
): Promise<void> {
  await of.write({ state: 'running', looked_at: 0n, total: await of.count(reader, period) })
  let lookedAt = 0n
  let storedAt = of.now().getTime()
  let next: Promise<Row[]> | undefined = of.list(reader, period, null, pageSize)
  while (next !== undefined) {
    const rows: Row[] = await next
    if (of.signal.aborted) throw new Error('The worker stops; the backtest begins anew')
    next =
      rows.length === pageSize
        ? of.list(reader, period, rows.at(-1)?.id ?? null, pageSize)
        : undefined
    // it is waited for below, and fails there
    next?.catch(() => undefined)
    // the question for the next page is sent before this one takes the processor
    await setImmediate()
    await of.look(rows)
    lookedAt += BigInt(rows.length)
    const at = of.now().getTime()
    if (next === undefined || at - storedAt < progressMs) continue
    storedAt = at
    await of.write({ looked_at: lookedAt })
  }
  const result = of.result()
  await of.write({ state: 'done', looked_at: lookedAt, result, finished_at: of.now() })
}
