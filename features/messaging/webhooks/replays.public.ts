import { hourMs } from '@counterfoil/kit/contract/durations.ts'
import { Problem } from '@counterfoil/kit/contract/problem.ts'
import type { FailureClass } from '@counterfoil/kit/contract/status-classes.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import { newId } from '@counterfoil/kit/database/ids.ts'
import { lockUntilCommit } from '@counterfoil/kit/database/named-locks.ts'
import { tenantOf } from '@counterfoil/kit/database/tenant-of.ts'
import type { Jobs } from '@counterfoil/kit/jobs/job.ts'
import type { z } from 'zod'
import { enqueueAt } from './delivery-attempt.ts'
import type { webhookReplay } from './replays.contract.ts'
import {
  countReplayed,
  findReplayEndpoint,
  insertReplay,
  isReplaying,
  listDeliveriesOfEvents,
  listNextReplayed,
  lockReplay,
  type ReplayRange,
  type ReplayRow,
  reopenDeliveries,
  updateReplay,
  updateWaitingDue,
} from './replays.queries.ts'
import { insertDeliveries } from './webhooks.queries.ts'
import { bulkPriority, replayJob, resendJob } from './webhooks.rules.ts'

export type { ReplayRange } from './replays.queries.ts'
export { countReplayed, listLastReplays, listNewestReplayed } from './replays.queries.ts'

/**
 * Throws a Problem while events are being queued for the endpoint: asked for twice, by two tabs or a second press, they would
 * all be sent twice. A replay that no worker ended within an hour stands in the way of no other.
 */
export async function refuseWhileReplaying(db: Db, endpointId: string, now: Date): Promise<void> {
  await lockUntilCommit(db, `replay to ${endpointId}`)
  if (!(await isReplaying(db, endpointId, new Date(now.getTime() - hourMs)))) return
  throw new Problem(
    'webhook.replay_running',
    409,
    'Events are being queued for this endpoint already. Wait until they are, then choose what is missing.',
  )
}

/** Stores a replay, which a job works on. */
export async function createReplay(
  db: Db,
  jobs: Jobs,
  range: ReplayRange,
  by: { readonly name: string; readonly now: Date; readonly startAfter?: Date },
): Promise<z.infer<typeof webhookReplay>> {
  const id = newId(by.now)
  const total = await countReplayed(db, range)
  await insertReplay(db, { ...range, id, total, requestedBy: by.name, at: by.now })
  const { startAfter = by.now } = by
  const work = { tenantId: tenantOf(db), replayId: id }
  await jobs.enqueue(db, replayJob, work, { singletonKey: id, startAfter })
  const { from, to, types, onlyMissed, failures } = range
  return {
    ...{ id, total, onlyMissed, queued: 0, requestedBy: by.name, finishedAt: null },
    failures: [...failures],
    ...{ from: from.toISOString(), to: to.toISOString(), types: [...types] },
    createdAt: by.now.toISOString(),
  }
}

/** So many have a job at once; the rest is found within seconds, as everything that is overdue. */
const sentAtOnce = 100

/** Sends what waits for an endpoint without waiting any longer: the oldest first. */
export async function sendWaiting(
  db: Db,
  jobs: Jobs,
  endpointId: string,
  now: Date,
): Promise<number> {
  const ids = await updateWaitingDue(db, endpointId, now)
  for (const id of ids.slice(0, sentAtOnce)) {
    await enqueueAt(db, jobs, { id, endpoint_id: endpointId }, now)
  }
  return ids.length
}

/** Until now, unless it says otherwise. */
export function replayTimes(
  { from, to }: { readonly from: string; readonly to?: string | undefined },
  now: Date,
): Pick<ReplayRange, 'from' | 'to'> {
  const times = { from: new Date(from), to: to === undefined ? now : new Date(to) }
  if (times.from < times.to) return times
  throw new Problem('webhook.replay_range', 422, 'The time begins after its end', { path: 'from' })
}

export const replayView = (row: ReplayRow): z.infer<typeof webhookReplay> => ({
  id: row.id,
  from: row.from_at.toISOString(),
  to: row.to_at.toISOString(),
  types: row.event_types,
  onlyMissed: row.only_missed,
  failures: row.failures as FailureClass[],
  total: row.total,
  queued: row.queued,
  requestedBy: row.requested_by,
  createdAt: row.created_at.toISOString(),
  finishedAt: row.finished_at?.toISOString() ?? null,
})

const eventsAtOnce = 200

/** Queues the next events of a replay; false when it is finished. */
export async function continueReplay(
  db: Db,
  jobs: Jobs,
  replayId: string,
  now: Date,
): Promise<boolean> {
  const replay = await lockReplay(db, replayId)
  if (replay === undefined || replay.finished_at !== null) return false
  const endpoint = await findReplayEndpoint(db, replay.tenant_id, replay.endpoint_id)
  // what is switched off or paused meanwhile is sent nothing
  const isOver = endpoint === undefined || !endpoint.isActive || endpoint.pausedAt !== null
  const events = isOver
    ? []
    : await listNextReplayed(
        db,
        {
          ...{ endpoint, tenantId: replay.tenant_id, from: replay.from_at, to: replay.to_at },
          ...{ types: replay.event_types, onlyMissed: replay.only_missed },
          failures: replay.failures as FailureClass[],
        },
        replay.after_event_id,
        eventsAtOnce,
      )
  if (events.length > 0) await queueEvents(db, jobs, replay, events, now)
  const isMore = events.length === eventsAtOnce
  await updateReplay(db, replay.id, {
    queued: replay.queued + events.length,
    after_event_id: events.at(-1)?.id ?? replay.after_event_id,
    finished_at: isMore ? null : now,
  })
  return isMore
}

interface ReplayedEvent {
  readonly id: string
  readonly type: string
  readonly paymentId: string | null
}

/**
 * An event that the endpoint was never sent becomes a message, one that it did not take is due again, and one that it took
 * is sent once more.
 */
async function queueEvents(
  db: Db,
  jobs: Jobs,
  { tenant_id: tenantId, merchant_id: merchantId, endpoint_id: endpointId }: ReplayRow,
  events: readonly ReplayedEvent[],
  now: Date,
): Promise<void> {
  const eventIds = events.map(({ id }) => id)
  const sent = await listDeliveriesOfEvents(db, endpointId, eventIds)
  const deliveries = new Map(sent.map((one) => [one.eventId, one]))
  // before their jobs, in the order of those who deliver them
  const reopened = sent.filter(({ state }) => state !== 'delivered').map(({ id }) => id)
  if (reopened.length > 0) await reopenDeliveries(db, reopened, now)
  for (const { id: eventId, ...event } of events) {
    const known = deliveries.get(eventId)
    const id = known?.id ?? newId(now)
    const isTaken = known?.state === 'delivered'
    if (known === undefined) {
      await insertDeliveries(db, merchantId, { ...event, eventId, now }, [{ id, endpointId }])
    }
    if (isTaken) {
      await jobs.enqueue(db, resendJob, { tenantId, deliveryId: id }, { group: endpointId })
    } else {
      await enqueueAt(db, jobs, { id, endpoint_id: endpointId }, now, bulkPriority)
    }
  }
}
