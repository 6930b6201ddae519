import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import { platformScope, tenantScope } from '@counterfoil/kit/database/scope.ts'
import { forEachTenant } from '@counterfoil/kit/jobs/for-each-tenant.ts'
import { gatheredBy } from '@counterfoil/kit/jobs/gathered-by.ts'
import {
  type Job,
  type JobContext,
  job,
  type Schedule,
  schedule,
} from '@counterfoil/kit/jobs/job.ts'
import type { OutboundAnswer } from '@counterfoil/providers/outbound/outbound.ts'
import { z } from 'zod'
import {
  attemptOf,
  enqueueAt,
  recordAttempt,
  type Sending,
  sendMessage,
} from './delivery-attempt.ts'
import { extendEndpointWait, recordEndpointSuccess } from './endpoint-backoff.queries.ts'
import {
  type ClaimedDelivery,
  claimDeliveries,
  findDeliveryToSend,
  insertDeliveryAttempts,
  listOverdue,
  listTenantsWithOverdue,
  readAttemptCounts,
  updateAttempts,
  updateDueAt,
  updateOutcome,
  updateTakenAtOnce,
} from './webhooks.queries.ts'
import {
  bulkPriority,
  claimTtlMs,
  clockSkewMs,
  deliverJob,
  endpointConcurrency,
  isStopped,
  isTaken,
  resendJob,
  waitsWithEndpoint,
} from './webhooks.rules.ts'

const msg = messagesOf(import.meta.url)

const payload = z.object({ tenantId: z.uuid(), deliveryId: z.uuid() })
type Payload = z.infer<typeof payload>

/** A delivery that is overdue by this long was announced in vain, or has lost its job. */
const overdueAfterMs = 5_000
const overdueBatch = 500
/** A transaction costs the database more than most messages do. */
const recordGatherMs = 10

export const jobs = (providers: Sending): Job<Payload>[] => [
  job({
    ...deliverJob,
    label: msg('Deliver a webhook'),
    isFrequent: true,
    payload,
    concurrency: 64,
    groupConcurrency: endpointConcurrency,
    run: (work, context) => deliver(work, context, providers),
    runAnnounced: firstAttempts(providers),
  }),
  job({
    ...resendJob,
    label: msg('Send a webhook again'),
    isFrequent: true,
    payload,
    concurrency: 16,
    groupConcurrency: 2,
    run: (work, context) => resend(work, context, providers),
  }),
]

export const schedules: Schedule[] = [
  schedule({
    name: 'webhooks.find-overdue',
    label: msg('Find overdue webhooks'),
    everyS: 10,
    run: enqueueOverdue,
  }),
]

/**
 * Makes one scheduled attempt. The delivery is claimed first, so that of two jobs only one sends it; when a worker dies
 * while sending, the claim expires and the delivery is found as overdue.
 */
async function deliver(work: Payload, context: JobContext, providers: Sending): Promise<void> {
  const { database } = context
  const scope = tenantScope(work.tenantId)
  const startedAt = context.now()
  const claimedUntil = new Date(startedAt.getTime() + claimTtlMs)
  const claimed = await database.repeatable(scope, async (db) => {
    const [found] = await claimDeliveries(db, [work.deliveryId], startedAt, claimedUntil)
    if (found === undefined || isStopped(found)) return found
    const waitsUntil = await endpointWait(db, found, startedAt, claimedUntil)
    if (waitsUntil === undefined) return found
    await updateDueAt(db, found.id, waitsUntil)
    await enqueueAt(db, context.jobs, found, waitsUntil)
    return undefined
  })
  if (claimed === undefined) return
  if (isStopped(claimed)) {
    await database.repeatable(scope, (db) => updateOutcome(db, claimed.id, { state: 'given_up' }))
    return
  }
  const answer = await sendMessage(claimed, context, providers, startedAt)
  await database.repeatable(scope, (db) =>
    recordAttempt(db, context.jobs, claimed, answer, { startedAt, finishedAt: context.now() }),
  )
}

/** Until when a message waits for its endpoint to recover; undefined: it is sent now. */
async function endpointWait(
  db: Db,
  delivery: ClaimedDelivery,
  now: Date,
  claimedUntil: Date,
): Promise<Date | undefined> {
  const { waits_until: waitsUntil } = delivery
  if (waitsUntil === null || !waitsWithEndpoint(delivery, now)) return undefined
  const over = new Date(now.getTime() + clockSkewMs)
  if (waitsUntil > over) return waitsUntil
  // one goes first, the others go on waiting for what becomes of it
  const isFirst = await extendEndpointWait(db, delivery.endpoint_id, over, claimedUntil)
  return isFirst ? undefined : claimedUntil
}

/**
 * First attempts, which come without a job. Messages that are announced together are claimed together, and those that are
 * taken within a moment are recorded together, tenant by tenant. What has failed before waits in the queue for its turn.
 */
function firstAttempts(providers: Sending): NonNullable<Job<Payload>['runAnnounced']> {
  const recordTaken = gatheredBy<SentMessage>(recordGatherMs, recordTogether)
  return (works, context) => {
    const startedAt = context.now()
    const claims = new Map(
      [...Map.groupBy(works, ({ tenantId }) => tenantId)].map(([tenantId, ofTenant]) => [
        tenantId,
        claimTogether(tenantId, ofTenant, context, startedAt),
      ]),
    )
    return works.map(async ({ tenantId, deliveryId }) => {
      const delivery = (await claims.get(tenantId))?.get(deliveryId)
      if (delivery === undefined) return false
      const answer = await sendMessage(delivery, context, providers, startedAt)
      const message = { delivery, answer, context, startedAt, finishedAt: context.now() }
      if (isTaken(answer) && delivery.failures === 0) await recordTaken(tenantId, message)
      else await recordAlone(tenantId, message)
      return true
    })
  }
}

/** Claims what is due for healthy endpoints, for one attempt each. */
function claimTogether(
  tenantId: string,
  works: readonly Payload[],
  { database, jobs }: JobContext,
  now: Date,
): Promise<Map<string, ClaimedDelivery>> {
  const ids = works.map(({ deliveryId }) => deliveryId)
  const claimedUntil = new Date(now.getTime() + claimTtlMs)
  return database.repeatable(tenantScope(tenantId), async (db) => {
    const claimed = await claimDeliveries(db, ids, now, claimedUntil)
    const ready: ClaimedDelivery[] = []
    for (const delivery of claimed) {
      if (isStopped(delivery)) await updateOutcome(db, delivery.id, { state: 'given_up' })
      else if (delivery.waits_until === null) ready.push(delivery)
      else {
        await updateDueAt(db, delivery.id, now)
        await enqueueAt(db, jobs, delivery, now)
      }
    }
    return new Map(ready.map((delivery) => [delivery.id, delivery]))
  })
}

interface SentMessage {
  readonly delivery: ClaimedDelivery
  readonly answer: OutboundAnswer
  readonly context: JobContext
  readonly startedAt: Date
  readonly finishedAt: Date
}

function recordAlone(tenantId: string, message: SentMessage): Promise<void> {
  const { database, jobs } = message.context
  return database.repeatable(tenantScope(tenantId), (db) =>
    recordAttempt(db, jobs, message.delivery, message.answer, message),
  )
}

async function recordTogether(tenantId: string, messages: readonly SentMessage[]): Promise<void> {
  const [first] = messages
  if (first === undefined) return
  const { database, now } = first.context
  const recorded = await database.repeatable(tenantScope(tenantId), async (db) => {
    const ids = messages.map(({ delivery }) => delivery.id)
    const taken = new Set(await updateTakenAtOnce(db, ids, now()))
    const attempts = messages.flatMap(({ delivery, answer, startedAt: at }) =>
      taken.has(delivery.id) ? [attemptOf(delivery, answer, { sequence: 1, at })] : [],
    )
    if (attempts.length > 0) await insertDeliveryAttempts(db, attempts)
    return taken
  })
  // attempts by hand came before
  for (const message of messages) {
    if (!recorded.has(message.delivery.id)) await recordAlone(tenantId, message)
  }
}

/** Makes a manual attempt in any state; only its success changes the delivery. */
async function resend(work: Payload, context: JobContext, providers: Sending): Promise<void> {
  const { database } = context
  const scope = tenantScope(work.tenantId)
  const startedAt = context.now()
  const claimed = await database.repeatable(scope, (db) => findDeliveryToSend(db, work.deliveryId))
  // it was asked for before the endpoint was switched off or paused
  if (claimed === undefined || isStopped(claimed)) return
  const answer = await sendMessage(claimed, context, providers, startedAt)
  await database.repeatable(scope, async (db) => {
    const counts = await readAttemptCounts(db, claimed.id)
    const sequence = counts.all + 1
    const attempt = { sequence, at: startedAt, isManual: true }
    await insertDeliveryAttempts(db, [attemptOf(claimed, answer, attempt)])
    if (!isTaken(answer)) return updateAttempts(db, claimed.id, sequence)
    const deliveredAt = context.now()
    if (claimed.failures > 0) await recordEndpointSuccess(db, claimed.endpoint_id)
    await updateOutcome(db, claimed.id, { state: 'delivered', attempts: sequence, deliveredAt })
  })
}

/** Enqueues a job for deliveries that are overdue, tenant by tenant. */
async function enqueueOverdue(context: JobContext): Promise<void> {
  const { database, jobs, now } = context
  const before = new Date(now().getTime() - overdueAfterMs)
  const enqueueAgain = (tenantId: string) =>
    database.transaction(tenantScope(tenantId), async (db) => {
      for (const delivery of await listOverdue(db, before, overdueBatch)) {
        await enqueueAt(db, jobs, delivery, delivery.next_attempt_at ?? before, bulkPriority)
      }
    })
  const tenantIds = await listTenantsWithOverdue(database.reader(platformScope), before)
  const notDone = 'overdue webhooks were not queued again'
  await forEachTenant(context, notDone, enqueueAgain, { tenantIds })
}
