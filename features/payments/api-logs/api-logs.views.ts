import type { LogRow } from './api-logs.contract.ts'
import type { findLog, LogListRow, listPaymentLogs } from './api-logs.queries.ts'
import type { ApiLog, ApiLogInFull } from './api-logs.schema.ts'

type StoredLog = Awaited<ReturnType<typeof listPaymentLogs>>[number]
type StoredLogInFull = NonNullable<Awaited<ReturnType<typeof findLog>>>

export function apiLogOf(row: StoredLog | LogListRow): ApiLog {
  return {
    id: row.id,
    direction: row.direction as ApiLog['direction'],
    peer: row.peer,
    method: row.method,
    url: row.url,
    status: row.status,
    durationMs: row.duration_ms,
    requestId: row.request_id,
    idempotencyKey: row.idempotency_key,
    createdAt: row.created_at.toISOString(),
  }
}

export function fullApiLogOf(row: StoredLogInFull): ApiLogInFull {
  const text = (value: unknown) => (value === null ? null : JSON.stringify(value, null, 2))
  return {
    ...apiLogOf(row),
    paymentId: row.payment_id,
    request: text(row.request),
    response: text(row.response),
  }
}

export const logRowOf = (row: LogListRow): LogRow => ({
  ...apiLogOf(row),
  merchantId: row.merchant_id,
  merchantName: row.merchant_name,
  paymentId: row.payment_id,
  result: row.result === 'unknown' ? null : row.result,
})
