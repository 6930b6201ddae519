import type { z } from 'zod'
import type { listAttempts, listDeliveries } from './delivery-log.queries.ts'
import type { webhookDelivery } from './webhooks.contract.ts'

type DeliveryRow = Awaited<ReturnType<typeof listDeliveries>>[number]
type AttemptRow = Awaited<ReturnType<typeof listAttempts>>[number]
type Delivery = z.infer<typeof webhookDelivery>

/** A delivery with its attempts, as the portal shows it. */
export function deliveryView(row: DeliveryRow, attempts: readonly AttemptRow[]): Delivery {
  return {
    id: row.id,
    eventId: row.event_id,
    eventType: row.event_type,
    endpointId: row.endpoint_id,
    endpointUrl: row.url,
    isEndpointActive: row.is_active,
    state: row.state as Delivery['state'],
    payload: row.payload,
    attempts: attempts.filter((attempt) => attempt.delivery_id === row.id).map(attemptView),
    nextAttemptAt: row.next_attempt_at?.toISOString() ?? null,
    createdAt: row.created_at.toISOString(),
    deliveredAt: row.delivered_at?.toISOString() ?? null,
  }
}

function attemptView(row: AttemptRow): Delivery['attempts'][number] {
  const status = row.response_status
  return {
    id: row.id,
    sequence: row.sequence,
    isManual: row.is_manual,
    isSuccess: status !== null && status >= 200 && status < 300,
    responseStatus: status,
    responseBody: row.response_body,
    error: row.error,
    durationMs: row.duration_ms,
    createdAt: row.created_at.toISOString(),
  }
}
