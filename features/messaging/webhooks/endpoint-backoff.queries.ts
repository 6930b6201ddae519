import type { Db } from '@counterfoil/kit/database/database.ts'
import { within } from '@counterfoil/kit/database/within.ts'
import {
  type BreakerHours,
  backoffS,
  decideBreaker,
  type EndpointFailures,
  pauseDueAt,
} from './webhooks.rules.ts'

/**
 * Stores a failure and what follows from it for the endpoint. Of attempts that were under way together the first failure
 * counts: they met the same trouble.
 */
export async function recordEndpointFailure(
  db: Db,
  endpointId: string,
  startedAt: Date,
  finishedAt: Date,
  { hours, askedS }: { readonly hours: BreakerHours; readonly askedS: number },
): Promise<ReturnType<typeof decideBreaker>> {
  const before = await db
    .selectFrom('webhook_endpoint')
    .select(['failures', 'failed_at', 'failing_since', 'warned_at', 'paused_at'])
    .where(within(db, 'webhook_endpoint'))
    .where('id', '=', endpointId)
    // not FOR UPDATE: payments that enqueue messages refer to the endpoint meanwhile
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (before === undefined) return undefined
  if (before.failed_at !== null && before.failed_at > startedAt) return undefined
  const after: EndpointFailures = {
    failures: before.failures + 1,
    failingSince: before.failing_since ?? startedAt,
    warnedAt: before.warned_at,
    pausedAt: before.paused_at,
  }
  const step = decideBreaker(after, hours, finishedAt)
  const waitS = Math.max(backoffS(after.failures), askedS)
  await db
    .updateTable('webhook_endpoint')
    .set({
      failures: after.failures,
      failed_at: finishedAt,
      failing_since: after.failingSince,
      pause_due_at: after.failingSince && pauseDueAt(after.failingSince, hours),
      waits_until: waitS === 0 ? null : new Date(finishedAt.getTime() + waitS * 1000),
      ...(step === 'warn' ? { warned_at: finishedAt } : {}),
      ...(step === 'pause' ? { paused_at: finishedAt } : {}),
    })
    .where(within(db, 'webhook_endpoint'))
    .where('id', '=', endpointId)
    .execute()
  return step
}

const healthy = {
  ...{ failures: 0, failed_at: null, waits_until: null, warned_at: null },
  pause_due_at: null,
}

/** An endpoint that is paused stays so until somebody resumes it, and keeps since when it failed. */
export async function recordEndpointSuccess(db: Db, endpointId: string): Promise<void> {
  await db
    .updateTable('webhook_endpoint')
    .set((row) => ({
      ...healthy,
      failing_since: row
        .case()
        .when('paused_at', 'is', null)
        .then(null)
        .else(row.ref('failing_since'))
        .end(),
    }))
    .where(within(db, 'webhook_endpoint'))
    .where('id', '=', endpointId)
    .execute()
}

/** As if it had never failed. */
export async function updateEndpointFailures(db: Db, endpointId: string): Promise<void> {
  await db
    .updateTable('webhook_endpoint')
    .set({ ...healthy, failing_since: null, paused_at: null })
    .where(within(db, 'webhook_endpoint'))
    .where('id', '=', endpointId)
    .execute()
}

/**
 * For the one message that goes first when the wait is over; false: another does. A row that another message has in hand is
 * not waited for: a message that then went on to wait for its job would keep the endpoint from all others meanwhile.
 */
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
    .where('id', '=', (eb) =>
      eb
        .selectFrom('webhook_endpoint as e')
        .select('e.id')
        .where(within(db, 'e'))
        .where('e.id', '=', endpointId)
        .where('e.waits_until', '<=', over)
        .forNoKeyUpdate()
        .skipLocked(),
    )
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
