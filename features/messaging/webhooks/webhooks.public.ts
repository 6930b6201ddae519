import type { Mode } from '@counterfoil/kit/contract/fields.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import { newId } from '@counterfoil/kit/database/ids.ts'
import { tenantOf } from '@counterfoil/kit/database/tenant-of.ts'
import type { Jobs } from '@counterfoil/kit/jobs/job.ts'
import { listActiveEndpoints, storeDeliveries } from './webhooks.queries.ts'
import { deliverJob, isWanted, payloadOf, type WebhookEvent } from './webhooks.rules.ts'

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
  await storeDeliveries(db, event.merchantId, event, deliveries)
  const tenantId = tenantOf(db)
  for (const { id } of deliveries) {
    await jobs.enqueue(db, deliverJob, { tenantId, deliveryId: id }, { singletonKey: id })
  }
}
