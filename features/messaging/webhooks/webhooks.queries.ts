import type { Mode } from '@counterfoil/kit/contract/fields.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import { tenantOf } from '@counterfoil/kit/database/tenant-of.ts'
import { within } from '@counterfoil/kit/database/within.ts'
import type { WebhookEvent } from './webhooks.rules.ts'

export interface NewDelivery {
  readonly id: string
  readonly endpointId: string
  readonly payload: string
}

export function listActiveEndpoints(db: Db, merchantId: string, mode: Mode) {
  return db
    .selectFrom('webhook_endpoint')
    .select(['id', 'event_types'])
    .where(within(db, 'webhook_endpoint'))
    .where('merchant_id', '=', merchantId)
    .where('mode', '=', mode)
    .where('is_active', '=', true)
    .orderBy('id')
    .execute()
}

export async function storeDeliveries(
  db: Db,
  merchantId: string,
  event: WebhookEvent,
  deliveries: readonly NewDelivery[],
): Promise<void> {
  await db
    .insertInto('webhook_delivery')
    .values(
      deliveries.map((delivery) => ({
        tenant_id: tenantOf(db),
        id: delivery.id,
        merchant_id: merchantId,
        endpoint_id: delivery.endpointId,
        payment_id: event.paymentId,
        event_id: event.eventId,
        event_type: event.type,
        payload: delivery.payload,
        state: 'waiting',
        next_attempt_at: event.now,
        created_at: event.now,
      })),
    )
    .execute()
}
