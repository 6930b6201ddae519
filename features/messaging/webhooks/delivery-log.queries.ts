import type { Db } from '@counterfoil/kit/database/database.ts'
import { countUpTo, type Part } from '@counterfoil/kit/database/paging.ts'
import { within, withinAboutPayments, withinPayments } from '@counterfoil/kit/database/within.ts'
import { payloadColumn } from './webhooks.queries.ts'

/** The tenant of a payment that the caller may see; undefined: no such payment. */
export function findPaymentTenant(db: Db, paymentId: string, tenantId?: string) {
  return db
    .selectFrom('payment')
    .select(['tenant_id', 'merchant_id'])
    .where(withinPayments(db, 'payment'))
    .where('id', '=', paymentId)
    .$if(tenantId !== undefined, (query) => query.where('tenant_id', '=', tenantId ?? ''))
    .executeTakeFirst()
}

/** An event of a payment that the caller may see. */
export function findEvent(db: Db, eventId: string) {
  return db
    .selectFrom('payment_event as e')
    .innerJoin('payment as p', (join) =>
      join.onRef('p.tenant_id', '=', 'e.tenant_id').onRef('p.id', '=', 'e.payment_id'),
    )
    .select(['e.tenant_id', 'e.merchant_id', 'e.payment_id'])
    .where(within(db, 'e'))
    .where(withinPayments(db, 'p'))
    .where('e.id', '=', eventId)
    .executeTakeFirst()
}

/** Messages about a payment, or to an endpoint, or one of them. */
export type DeliverySource = { readonly tenantId: string } & (
  | { readonly paymentId: string }
  | { readonly endpointId: string }
  | { readonly deliveryId: string }
)

function sourceColumn(of: DeliverySource) {
  if ('paymentId' in of) return ['webhook_delivery.payment_id', of.paymentId] as const
  if ('endpointId' in of) return ['webhook_delivery.endpoint_id', of.endpointId] as const
  return ['webhook_delivery.id', of.deliveryId] as const
}

export function listDeliveries(db: Db, of: DeliverySource, page: Part) {
  const [column, id] = sourceColumn(of)
  return db
    .selectFrom('webhook_delivery')
    .innerJoin('webhook_endpoint', (join) =>
      join
        .onRef('webhook_endpoint.tenant_id', '=', 'webhook_delivery.tenant_id')
        .onRef('webhook_endpoint.id', '=', 'webhook_delivery.endpoint_id'),
    )
    .select([
      'webhook_delivery.id',
      'webhook_delivery.event_id',
      'webhook_delivery.event_type',
      'webhook_delivery.endpoint_id',
      payloadColumn,
      'webhook_delivery.state',
      'webhook_delivery.next_attempt_at',
      'webhook_delivery.created_at',
      'webhook_delivery.delivered_at',
      'webhook_endpoint.url',
      'webhook_endpoint.is_active',
    ])
    .where(withinAboutPayments(db, 'webhook_delivery'))
    .where('webhook_delivery.tenant_id', '=', of.tenantId)
    .where(column, '=', id)
    .orderBy('webhook_delivery.id', 'desc')
    .limit(page.limit)
    .offset(page.offset)
    .execute()
}

/** Up to `limit`: an endpoint is sent a message of each payment. */
export function countDeliveries(db: Db, of: DeliverySource, limit: number): Promise<number> {
  const [column, id] = sourceColumn(of)
  const found = db
    .selectFrom('webhook_delivery')
    .where(withinAboutPayments(db, 'webhook_delivery'))
    .where('tenant_id', '=', of.tenantId)
    .where(column, '=', id)
  return countUpTo(db, found, limit)
}

export function listAttempts(db: Db, tenantId: string, deliveryIds: readonly string[]) {
  return db
    .selectFrom('webhook_attempt')
    .selectAll()
    .where(within(db, 'webhook_attempt'))
    .where('tenant_id', '=', tenantId)
    .where('delivery_id', 'in', [...deliveryIds])
    .orderBy('sequence', 'desc')
    .execute()
}

/** The messages of an event, to endpoints that are still subscribed to it. */
export function listResendable(db: Db, paymentId: string, eventId: string) {
  return db
    .selectFrom('webhook_delivery')
    .innerJoin('webhook_endpoint', (join) =>
      join
        .onRef('webhook_endpoint.tenant_id', '=', 'webhook_delivery.tenant_id')
        .onRef('webhook_endpoint.id', '=', 'webhook_delivery.endpoint_id'),
    )
    .select(['webhook_delivery.id', 'webhook_delivery.endpoint_id'])
    .where(within(db, 'webhook_delivery'))
    .where('webhook_delivery.payment_id', '=', paymentId)
    .where('webhook_delivery.event_id', '=', eventId)
    .where('webhook_endpoint.is_active', '=', true)
    .where('webhook_endpoint.paused_at', 'is', null)
    .execute()
}
