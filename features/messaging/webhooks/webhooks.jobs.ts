import { notify } from '@counterfoil/features/messaging/notifications/notifications.public.ts'
import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import { newId } from '@counterfoil/kit/database/ids.ts'
import { platformScope, tenantScope } from '@counterfoil/kit/database/scope.ts'
import { readVariables } from '@counterfoil/kit/database/system-variables.ts'
import { tenantOf } from '@counterfoil/kit/database/tenant-of.ts'
import { type KeyWrapper, openText } from '@counterfoil/kit/database/vault.ts'
import { forEachTenant } from '@counterfoil/kit/jobs/for-each-tenant.ts'
import {
  type Job,
  type JobContext,
  type Jobs,
  job,
  type Schedule,
  schedule,
} from '@counterfoil/kit/jobs/job.ts'
import { insertAuditEntry } from '@counterfoil/kit/server/request/audit.ts'
import type { OutboundAnswer, Poster } from '@counterfoil/providers/outbound/outbound.ts'
import { z } from 'zod'
import {
  breakerNotice,
  breakerNoticeToOperators,
  deliveryFailureNotice,
} from './delivery-failure-notice.ts'
import {
  extendEndpointWait,
  recordEndpointFailure,
  recordEndpointSuccess,
} from './endpoint-backoff.queries.ts'
import type { BreakerHours } from './endpoint-breaker.rules.ts'
import { signatureHeaders } from './signature.ts'
import { webhookEndpoints } from './webhook-endpoints.resource.ts'
import {
  type ClaimedDelivery,
  claimDelivery,
  disableEndpoint,
  findDeliveryToSend,
  insertDeliveryAttempt,
  listOverdue,
  listTenantsWithOverdue,
  readAttemptCounts,
  updateAttempts,
  updateDueAt,
  updateOutcome,
} from './webhooks.queries.ts'
import {
  claimTtlMs,
  clockSkewMs,
  decideOutcome,
  deliverJob,
  endpointConcurrency,
  isStopped,
  isTaken,
  resendJob,
  timeoutOf,
  waitsWithEndpoint,
} from './webhooks.rules.ts'

const msg = messagesOf(import.meta.url)

const payload = z.object({ tenantId: z.uuid(), deliveryId: z.uuid() })
type Payload = z.infer<typeof payload>

/** A delivery that is overdue by this long has lost its job. */
const overdueAfterMs = 5_000
const overdueBatch = 500

interface Sending {
  readonly outbound: Poster
  readonly keys: KeyWrapper
}

export const jobs = (providers: Sending): Job<Payload>[] => [
  job({
    ...deliverJob,
    label: msg('Deliver a webhook'),
    isFrequent: true,
    payload,
    concurrency: 64,
    groupConcurrency: endpointConcurrency,
    run: (work, context) => deliver(work, context, providers),
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
  const claimed = await database.transaction(scope, async (db) => {
    const found = await claimDelivery(db, work.deliveryId, startedAt, claimedUntil)
    if (found === undefined || isStopped(found)) return found
    const waitsUntil = await endpointWait(db, found, startedAt, claimedUntil)
    if (waitsUntil === undefined) return found
    await updateDueAt(db, found.id, waitsUntil)
    await enqueueAt(db, context.jobs, found, waitsUntil)
    return undefined
  })
  if (claimed === undefined) return
  if (isStopped(claimed)) {
    await database.transaction(scope, (db) => updateOutcome(db, claimed.id, { state: 'given_up' }))
    return
  }
  const answer = await send(claimed, context, providers, startedAt)
  await database.transaction(scope, async (db) => {
    const finishedAt = context.now()
    const counts = await readAttemptCounts(db, claimed.id)
    const attempts = { all: counts.all + 1, scheduled: counts.scheduled + 1 }
    await Promise.all([
      insertAttemptResult(db, claimed, answer, { sequence: attempts.all, at: startedAt }),
      // a manual attempt may have succeeded meanwhile
      counts.state === 'delivered'
        ? updateAttempts(db, claimed.id, attempts.all)
        : applyOutcome(db, context.jobs, claimed, attempts, answer, finishedAt),
    ])
    if (!isTaken(answer)) {
      const { endpoint_id: endpointId } = claimed
      const { webhook_warning: warnHours, webhook_pause: pauseHours } = await readVariables(db)
      const hours = { warnHours, pauseHours }
      const step = await recordEndpointFailure(db, endpointId, startedAt, finishedAt, hours)
      if (step !== undefined) {
        await announceBreaker(db, context.jobs, claimed, step, hours, finishedAt)
      }
    } else if (claimed.failures > 0) await recordEndpointSuccess(db, claimed.endpoint_id)
  })
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

function enqueueAt(db: Db, jobs: Jobs, delivery: ClaimedDelivery, startAfter: Date): Promise<void> {
  const work = { tenantId: tenantOf(db), deliveryId: delivery.id }
  return jobs.enqueue(db, deliverJob, work, {
    startAfter,
    singletonKey: delivery.id,
    group: delivery.endpoint_id,
  })
}

/** Makes a manual attempt in any state; only its success changes the delivery. */
async function resend(work: Payload, context: JobContext, providers: Sending): Promise<void> {
  const { database } = context
  const scope = tenantScope(work.tenantId)
  const startedAt = context.now()
  const claimed = await database.transaction(scope, (db) => findDeliveryToSend(db, work.deliveryId))
  // it was asked for before the endpoint was switched off or paused
  if (claimed === undefined || isStopped(claimed)) return
  const answer = await send(claimed, context, providers, startedAt)
  await database.transaction(scope, async (db) => {
    const counts = await readAttemptCounts(db, claimed.id)
    const sequence = counts.all + 1
    await insertAttemptResult(db, claimed, answer, { sequence, at: startedAt, isManual: true })
    if (!isTaken(answer)) return updateAttempts(db, claimed.id, sequence)
    const deliveredAt = context.now()
    if (claimed.failures > 0) await recordEndpointSuccess(db, claimed.endpoint_id)
    await updateOutcome(db, claimed.id, { state: 'delivered', attempts: sequence, deliveredAt })
  })
}

async function send(
  delivery: ClaimedDelivery,
  { database }: JobContext,
  { outbound, keys }: Sending,
  startedAt: Date,
): Promise<OutboundAnswer> {
  const place = { database, keys, tenantId: delivery.tenant_id, now: startedAt }
  const secrets = await Promise.all(
    secretsOf(delivery, startedAt).map((sealed) => openText(place, 'webhook_endpoint', sealed)),
  )
  const timeoutMs = timeoutOf(delivery.attempts)
  return outbound.post({
    url: delivery.url,
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
    body: delivery.payload,
    headers: {
      'content-type': 'application/json',
      'user-agent': 'Counterfoil-Webhooks/1.0',
      ...signatureHeaders(secrets, delivery.id, delivery.payload, startedAt),
    },
  })
}

/** The encrypted secrets that sign at an instant; during a rotation also the previous one. */
const secretsOf = (delivery: ClaimedDelivery, at: Date): string[] =>
  delivery.previous_secret !== null &&
  delivery.previous_until !== null &&
  delivery.previous_until > at
    ? [delivery.secret, delivery.previous_secret]
    : [delivery.secret]

async function insertAttemptResult(
  db: Db,
  delivery: ClaimedDelivery,
  answer: OutboundAnswer,
  attempt: { readonly sequence: number; readonly at: Date; readonly isManual?: boolean },
): Promise<void> {
  await insertDeliveryAttempt(db, {
    id: newId(attempt.at),
    merchantId: delivery.merchant_id,
    deliveryId: delivery.id,
    sequence: attempt.sequence,
    isManual: attempt.isManual ?? false,
    status: answer.status ?? null,
    body: answer.body === '' ? null : answer.body,
    error: answer.error ?? null,
    durationMs: answer.durationMs,
    at: attempt.at,
  })
}

async function applyOutcome(
  db: Db,
  jobs: Jobs,
  delivery: ClaimedDelivery,
  attempts: { readonly all: number; readonly scheduled: number },
  answer: OutboundAnswer,
  finishedAt: Date,
): Promise<void> {
  const outcome = decideOutcome(attempts.scheduled, answer, finishedAt)
  const { state } = outcome
  switch (outcome.state) {
    case 'delivered':
      return updateOutcome(db, delivery.id, {
        state,
        attempts: attempts.all,
        deliveredAt: finishedAt,
      })
    case 'given_up':
      if (outcome.disablesEndpoint) {
        await disableReceiver(db, delivery, finishedAt)
      }
      await notify(db, jobs, deliveryFailureNotice(delivery, outcome, finishedAt))
      return updateOutcome(db, delivery.id, { state, attempts: attempts.all })
    case 'failing': {
      const { nextAttemptAt } = outcome
      await updateOutcome(db, delivery.id, { state, attempts: attempts.all, nextAttemptAt })
      await enqueueAt(db, jobs, delivery, nextAttemptAt)
    }
  }
}

/** Disables the endpoint after 410 Gone. */
async function disableReceiver(db: Db, delivery: ClaimedDelivery, at: Date): Promise<void> {
  const disabledReason = 'The receiver answered 410 Gone'
  const off = await disableEndpoint(db, delivery.endpoint_id, disabledReason)
  if (off === undefined) return
  const change = { before: { isActive: true }, after: { isActive: false, disabledReason } }
  await recordOwnChange(db, delivery, 'activate', change, at)
}

/** Notifies those who can mend the endpoint; that it was paused also stands in the audit trail. */
async function announceBreaker(
  db: Db,
  jobs: Jobs,
  delivery: ClaimedDelivery,
  step: 'warn' | 'pause',
  hours: BreakerHours,
  at: Date,
): Promise<void> {
  await notify(db, jobs, breakerNotice(delivery, step, hours, at))
  if (step === 'warn') return
  await notify(db, jobs, breakerNoticeToOperators(delivery, hours, at))
  const change = { before: { pausedAt: null }, after: { pausedAt: at.toISOString() } }
  await recordOwnChange(db, delivery, 'pause', change, at)
}

/** The entry has no actor, because no user did it. */
function recordOwnChange(
  db: Db,
  delivery: ClaimedDelivery,
  action: string,
  change: { readonly before: object; readonly after: object },
  at: Date,
): Promise<void> {
  return insertAuditEntry(db, {
    ...{ actorId: null, actorName: 'Counterfoil', ip: null, requestId: delivery.id, at },
    action: `${webhookEndpoints.id}.${action}`,
    record: {
      ...{ type: webhookEndpoints.id, id: delivery.endpoint_id, merchantId: delivery.merchant_id },
      ...change,
    },
  })
}

/** Enqueues a new job for deliveries whose job was lost, tenant by tenant. */
async function enqueueOverdue(context: JobContext): Promise<void> {
  const { database, jobs, now } = context
  const before = new Date(now().getTime() - overdueAfterMs)
  const enqueueAgain = (tenantId: string) =>
    database.transaction(tenantScope(tenantId), async (db) => {
      for (const { id, endpoint_id: group } of await listOverdue(db, before, overdueBatch)) {
        const work = { tenantId, deliveryId: id }
        await jobs.enqueue(db, deliverJob, work, { singletonKey: id, group })
      }
    })
  const tenantIds = await listTenantsWithOverdue(database.reader(platformScope), before)
  const notDone = 'overdue webhooks were not queued again'
  await forEachTenant(context, notDone, enqueueAgain, { tenantIds })
}
