import type { Mode } from '@counterfoil/kit/contract/fields.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import { newId } from '@counterfoil/kit/database/ids.ts'
import { tenantOf } from '@counterfoil/kit/database/tenant-of.ts'
import type { Jobs } from '@counterfoil/kit/jobs/job.ts'
import {
  countDeliveries,
  listAttempts,
  listDeliveries,
  type MessagesOf,
} from './delivery-log.queries.ts'
import { findSendable, insertDeliveries, listActiveEndpoints } from './webhooks.queries.ts'
import {
  deliverJob,
  isWanted,
  payloadOf,
  resendJob,
  testEventType,
  type WebhookEvent,
} from './webhooks.rules.ts'
import { deliveryView } from './webhooks.views.ts'

/**
 * Tells a merchant's servers of a change of a payment: called on the transaction that stores the change, so that
 * the message is sent if, and only if, the change is kept.
 * `type` is like `payment.captured`; `payment` is what `/v1` answers for it at this moment.
 */
export async function enqueueWebhooks(
  db: Db,
  jobs: Jobs,
  event: WebhookEvent & { readonly merchantId: string; readonly mode: Mode },
): Promise<void> {
  const endpoints = await listActiveEndpoints(db, event.merchantId, event.mode)
  const wanting = endpoints.filter((endpoint) => isWanted(event.type, endpoint.event_types))
  if (wanting.length === 0) return
  const payload = payloadOf(event)
  const deliveries = wanting.map((endpoint) => ({
    id: newId(event.now),
    endpointId: endpoint.id,
    payload,
  }))
  await insertDeliveries(db, event.merchantId, event, deliveries)
  const tenantId = tenantOf(db)
  for (const { id } of deliveries) {
    await jobs.enqueue(db, deliverJob, { tenantId, deliveryId: id }, { singletonKey: id })
  }
}

/** Messages with every attempt, newest first. */
export async function listDeliveriesOf(
  db: Db,
  of: MessagesOf,
  page: { readonly pageIndex: number; readonly pageSize: number },
) {
  const [rows, count] = await Promise.all([
    listDeliveries(db, of, page.pageSize, page.pageIndex * page.pageSize),
    countDeliveries(db, of),
  ])
  const ids = rows.map((row) => row.id)
  const attempts = ids.length === 0 ? [] : await listAttempts(db, of.tenantId, ids)
  return { data: rows.map((row) => deliveryView(row, attempts)), count }
}

/** A message that tells of nothing but that messages arrive; whatever events the endpoint chose. */
export async function queueTestEvent(
  db: Db,
  jobs: Jobs,
  endpoint: { readonly id: string; readonly merchantId: string },
  now: Date,
): Promise<string> {
  const id = newId(now)
  const event = { type: testEventType, paymentId: null, eventId: null, now }
  const payload = payloadOf({ ...event, payment: { endpointId: endpoint.id } })
  await insertDeliveries(db, endpoint.merchantId, event, [{ id, endpointId: endpoint.id, payload }])
  const work = { tenantId: tenantOf(db), deliveryId: id }
  await jobs.enqueue(db, deliverJob, work, { singletonKey: id })
  return id
}

/** One more attempt of one message; false when the endpoint was sent no such message. */
export async function queueResend(
  db: Db,
  jobs: Jobs,
  of: { readonly endpointId: string; readonly deliveryId: string },
): Promise<boolean> {
  const delivery = await findSendable(db, of.deliveryId)
  if (delivery?.endpoint_id !== of.endpointId) return false
  await jobs.enqueue(db, resendJob, { tenantId: tenantOf(db), deliveryId: of.deliveryId })
  return true
}
