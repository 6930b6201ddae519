import type { Db } from '@counterfoil/kit/database/database.ts'
import type { BacktestChange, Period } from './backtests.schema.ts'

const pageSize = 2_000

/**
 * Looks at each payment of a period in the order in which they came, page by page, and stores how far it is and, at the
 * end, what it found. Throws when the worker stops; run again it begins anew.
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
    look(row: Row): void
    result(): Result
    write(change: BacktestChange<Result>): Promise<void>
  },
): Promise<void> {
  await of.write({ state: 'running', looked_at: 0n, total: await of.count(reader, period) })
  let lookedAt = 0n
  let rows: readonly Row[] = []
  do {
    if (of.signal.aborted) throw new Error('The worker stops; the backtest begins anew')
    rows = await of.list(reader, period, rows.at(-1)?.id ?? null, pageSize)
    for (const row of rows) of.look(row)
    lookedAt += BigInt(rows.length)
    if (rows.length === pageSize) await of.write({ looked_at: lookedAt })
  } while (rows.length === pageSize)
  const result = of.result()
  await of.write({ state: 'done', looked_at: lookedAt, result, finished_at: of.now() })
}
