import { hourMs } from '@counterfoil/kit/contract/durations.ts'
import type { Database } from '@counterfoil/kit/database/database.ts'
import { tenantScope } from '@counterfoil/kit/database/scope.ts'
import { deleteHoursBefore, insertHours, lockHourMark } from './hours.queries.ts'

/** As many weeks as are compared at most, and one. */
const keptMs = 9 * 7 * 24 * hourMs
/** Most payments are decided so long after they were made. */
const restsMs = 5 * 60_000
/** Of one transaction. */
const batchMs = 24 * hourMs

/** The end of the last hour that is over and has rested. */
export const lastHourEnd = (now: Date): Date =>
  new Date(Math.floor((now.getTime() - restsMs) / hourMs) * hourMs)

/**
 * Sums a tenant's payments by hour, up to the last hour that is over: each payment is read once, whoever looks at its hour.
 * The first time it begins nine weeks back.
 */
export async function sumHours(
  database: Database,
  tenantId: string,
  now: Date,
  signal: AbortSignal,
): Promise<void> {
  const end = lastHourEnd(now)
  const oldest = new Date(end.getTime() - keptMs)
  let isDone = false
  while (!isDone && !signal.aborted) {
    isDone = await database.transaction(tenantScope(tenantId), async (db) => {
      const mark = await lockHourMark(db)
      const from = mark === null || mark < oldest ? oldest : mark
      if (from >= end) return true
      const to = new Date(Math.min(from.getTime() + batchMs, end.getTime()))
      await insertHours(db, from, to)
      if (to < end) return false
      await deleteHoursBefore(db, oldest)
      return true
    })
  }
}
