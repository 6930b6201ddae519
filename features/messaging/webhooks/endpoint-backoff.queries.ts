import type { Db } from '@counterfoil/kit/database/database.ts'
import { within } from '@counterfoil/kit/database/within.ts'
import { backoffS } from './webhooks.rules.ts'

/** Of attempts that were under way together the first failure counts: they met the same trouble. */
export async function recordEndpointFailure(
  db: Db,
  endpointId: string,
  startedAt: Date,
  finishedAt: Date,
): Promise<void> {
  const before = await db
    .selectFrom('webhook_endpoint')
    .select(['failures', 'failed_at'])
    .where(within(db, 'webhook_endpoint'))
    .where('id', '=', endpointId)
    // not FOR UPDATE: payments that enqueue messages refer to the endpoint meanwhile
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (before === undefined) return
  if (before.failed_at !== null && before.failed_at > startedAt) return
  const failures = before.failures + 1
  const waitS = backoffS(failures)
  await db
    .updateTable('webhook_endpoint')
    .set({
      failures,
      failed_at: finishedAt,
      waits_until: waitS === 0 ? null : new Date(finishedAt.getTime() + waitS * 1000),
    })
    .where(within(db, 'webhook_endpoint'))
    .where('id', '=', endpointId)
    .execute()
}

export async function recordEndpointSuccess(db: Db, endpointId: string): Promise<void> {
  await db
    .updateTable('webhook_endpoint')
    .set({ failures: 0, failed_at: null, waits_until: null })
    .where(within(db, 'webhook_endpoint'))
    .where('id', '=', endpointId)
    .execute()
}

/** For the one message that goes first when the wait is over; false: another does. */
export async function extendEndpointWait(
  db: Db,
  endpointId: string,
  over: Date,
  until: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('webhook_endpoint')
    .set({ waits_until: until })
    .where(within(db, 'webhook_endpoint'))
    .where('id', '=', endpointId)
    .where('waits_until', '<=', over)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
