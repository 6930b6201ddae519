// What is sent to an endpoint, and what follows from its answer.
import { notify } from '@counterfoil/features/messaging/notifications/notifications.public.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import { newId } from '@counterfoil/kit/database/ids.ts'
import { readVariables } from '@counterfoil/kit/database/system-variables.ts'
import { tenantOf } from '@counterfoil/kit/database/tenant-of.ts'
import type { KeyWrapper } from '@counterfoil/kit/database/vault.ts'
import type { JobContext, Jobs } from '@counterfoil/kit/jobs/job.ts'
import { insertAuditEntry } from '@counterfoil/kit/server/request/audit.ts'
import type { OutboundAnswer, Poster } from '@counterfoil/providers/outbound/outbound.ts'
import {
  breakerNotice,
  breakerNoticeToOperators,
  deliveryFailureNotice,
} from './delivery-failure-notice.ts'
import { recordEndpointFailure, recordEndpointSuccess } from './endpoint-backoff.queries.ts'
import { openSecrets, signatureHeaders } from './signature.ts'
import { webhookEndpoints } from './webhook-endpoints.resource.ts'
import {
  type ClaimedDelivery,
  disableEndpoint,
  insertDeliveryAttempts,
  type NewAttempt,
  readAttemptCounts,
  updateAttempts,
  updateOutcome,
} from './webhooks.queries.ts'
import {
  askedWaitS,
  type BreakerHours,
  decideOutcome,
  deliverJob,
  goneReason,
  isTaken,
  isTest,
  timeoutOf,
} from './webhooks.rules.ts'

export interface Sending {
  readonly outbound: Poster
  readonly keys: KeyWrapper
}

/** Sends the message once, signed with the endpoint's secrets. */
export async function sendMessage(
  delivery: ClaimedDelivery,
  { database }: JobContext,
  { outbound, keys }: Sending,
  startedAt: Date,
): Promise<OutboundAnswer> {
  const place = { database, keys, tenantId: delivery.tenant_id, now: startedAt }
  const secrets = await openSecrets(place, {
    secret: delivery.secret,
    previousSecret: delivery.previous_secret,
    previousUntil: delivery.previous_until,
  })
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

/**
 * The attempt that is made by a job, at the instant at which the delivery is due. There is one job for each such instant: one
 * that waits for a later instant does not keep a delivery from being due earlier, and finds nothing to claim when its time comes.
 */
export function enqueueAt(
  db: Db,
  jobs: Jobs,
  delivery: Pick<ClaimedDelivery, 'id' | 'endpoint_id'>,
  dueAt: Date,
  priority = 0,
): Promise<void> {
  const work = { tenantId: tenantOf(db), deliveryId: delivery.id }
  return jobs.enqueue(db, deliverJob, work, {
    priority,
    startAfter: dueAt,
    singletonKey: `${delivery.id} ${dueAt.toISOString()}`,
    group: delivery.endpoint_id,
  })
}

export interface Attempt {
  /** Among all attempts of the delivery, by hand too; from 1. */
  readonly sequence: number
  readonly at: Date
  readonly isManual?: boolean
}

/** The row that keeps an attempt and its answer. */
export const attemptOf = (
  delivery: ClaimedDelivery,
  answer: OutboundAnswer,
  { sequence, at, isManual = false }: Attempt,
): NewAttempt => ({
  id: newId(at),
  merchantId: delivery.merchant_id,
  deliveryId: delivery.id,
  sequence,
  isManual,
  status: answer.status ?? null,
  body: answer.body === '' ? null : answer.body,
  error: answer.error ?? null,
  durationMs: answer.durationMs,
  at,
})

/** Stores a scheduled attempt and what follows from it for the delivery and its endpoint. */
export async function recordAttempt(
  db: Db,
  jobs: Jobs,
  claimed: ClaimedDelivery,
  answer: OutboundAnswer,
  { startedAt, finishedAt }: { readonly startedAt: Date; readonly finishedAt: Date },
): Promise<void> {
  const counts = await readAttemptCounts(db, claimed.id)
  const attempts = { all: counts.all + 1, scheduled: counts.scheduled + 1 }
  await Promise.all([
    insertDeliveryAttempts(db, [
      attemptOf(claimed, answer, { sequence: attempts.all, at: startedAt }),
    ]),
    // a manual attempt may have succeeded meanwhile
    counts.state === 'delivered'
      ? updateAttempts(db, claimed.id, attempts.all)
      : applyOutcome(db, jobs, claimed, attempts, answer, finishedAt),
  ])
  const { endpoint_id: endpointId } = claimed
  if (isTaken(answer)) {
    if (claimed.failures > 0) await recordEndpointSuccess(db, endpointId)
    return
  }
  if (isTest(claimed)) return
  const { webhook_warning: warnHours, webhook_pause: pauseHours } = await readVariables(db)
  const hours = { warnHours, pauseHours }
  const step = await recordEndpointFailure(db, endpointId, startedAt, finishedAt, {
    ...{ hours, askedS: askedWaitS(answer, finishedAt) },
  })
  if (step !== undefined) await announceBreaker(db, jobs, claimed, step, hours, finishedAt)
}

async function applyOutcome(
  db: Db,
  jobs: Jobs,
  delivery: ClaimedDelivery,
  attempts: { readonly all: number; readonly scheduled: number },
  answer: OutboundAnswer,
  finishedAt: Date,
): Promise<void> {
  const maxAttempts = isTest(delivery) ? 1 : undefined
  const outcome = decideOutcome(attempts.scheduled, answer, finishedAt, maxAttempts)
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
      if (outcome.disablesEndpoint || !isTest(delivery)) {
        await notify(db, jobs, deliveryFailureNotice(delivery, outcome, finishedAt))
      }
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
  const off = await disableEndpoint(db, delivery.endpoint_id, goneReason)
  if (off === undefined) return
  const change = {
    before: { isActive: true },
    after: { isActive: false, disabledReason: goneReason },
  }
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
