import { insertMerchantEvent } from '@counterfoil/features/messaging/merchant-events/merchant-events.public.ts'
import { matchesEventType } from '@counterfoil/features/messaging/merchant-events/merchant-events.rules.ts'
import type { Mode } from '@counterfoil/kit/contract/fields.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import { newId } from '@counterfoil/kit/database/ids.ts'
import { tenantOf } from '@counterfoil/kit/database/tenant-of.ts'
import type { Jobs } from '@counterfoil/kit/jobs/job.ts'
import { countedPage } from '@counterfoil/kit/server/request/counted-page.ts'
import { enqueueAt } from './delivery-attempt.ts'
import {
  countDeliveries,
  type DeliverySource,
  listAttempts,
  listDeliveries,
} from './delivery-log.queries.ts'
import { refuseInactive, refusePaused } from './webhook-endpoints.ts'
import { findDeliveryToSend, insertDeliveries, listActiveEndpoints } from './webhooks.queries.ts'
import {
  deliverJob,
  isStopped,
  resendJob,
  testEventType,
  type WebhookEvent,
  webhookBody,
} from './webhooks.rules.ts'
import { deliveryView } from './webhooks.views.ts'

export {
  paymentsNotHeld,
  refuseWithoutPayments,
  requirePayments,
  seesPayments,
} from './webhook-endpoints.ts'

/**
 * Stores a change as an event for the merchant's servers, and messages about it, on the transaction that stores the change, so
 * that they are sent if, and only if, the change is committed. `type` is like `payment.captured`.
 */
export async function enqueueWebhooks(
  db: Db,
  jobs: Jobs,
  event: WebhookEvent & { readonly merchantId: string; readonly mode: Mode },
): Promise<void> {
  const { eventId: id, now: at } = event
  const [endpoints] = await Promise.all([
    listActiveEndpoints(db, event.merchantId, event.mode),
    insertMerchantEvent(db, { ...event, id, at, payload: webhookBody(event) }),
  ])
  const wanting = endpoints.filter((endpoint) => matchesEventType(event.type, endpoint.event_types))
  if (wanting.length === 0) return
  const deliveries = wanting.map((endpoint) => ({ id: newId(at), endpointId: endpoint.id }))
  await insertDeliveries(db, event.merchantId, event, deliveries)
  const tenantId = tenantOf(db)
  // without a job: it would be a quarter of all that a payment writes
  for (const { id, endpointId: group } of deliveries) {
    jobs.announce(db, deliverJob, { payload: { tenantId, deliveryId: id }, group })
  }
}

/** Messages with every attempt, newest first. */
export async function listDeliveriesOf(
  db: Db,
  of: DeliverySource,
  page: { readonly pageIndex: number; readonly pageSize: number },
) {
  return countedPage(page, {
    async rows(page) {
      const rows = await listDeliveries(db, of, page)
      const ids = rows.map((row) => row.id)
      const attempts = ids.length === 0 ? [] : await listAttempts(db, of.tenantId, ids)
      return rows.map((row) => deliveryView(row, attempts))
    },
    count: (limit) => countDeliveries(db, of, limit),
  })
}

/** Enqueues a message that only tests the endpoint, whatever events it is subscribed to. */
export async function enqueueTestEvent(
  db: Db,
  jobs: Jobs,
  endpoint: { readonly id: string; readonly merchantId: string },
  now: Date,
): Promise<string> {
  const id = newId(now)
  const event = { type: testEventType, paymentId: null, eventId: null, now }
  const payload = webhookBody({ ...event, eventId: id, data: { endpointId: endpoint.id } })
  await insertDeliveries(db, endpoint.merchantId, event, [{ id, endpointId: endpoint.id, payload }])
  await enqueueAt(db, jobs, { id, endpoint_id: endpoint.id }, now)
  return id
}

/** Enqueues one more attempt; false: the endpoint has no such message. 409 where nothing is sent to the endpoint. */
export async function enqueueResend(
  db: Db,
  jobs: Jobs,
  of: { readonly endpointId: string; readonly deliveryId: string },
): Promise<boolean> {
  const delivery = await findDeliveryToSend(db, of.deliveryId)
  if (delivery?.endpoint_id !== of.endpointId) return false
  if (isStopped(delivery)) {
    refuseInactive({ isActive: delivery.is_active })
    refusePaused({ pausedAt: delivery.paused_at })
  }
  const work = { tenantId: tenantOf(db), deliveryId: of.deliveryId }
  await jobs.enqueue(db, resendJob, work, { group: of.endpointId })
  return true
}
