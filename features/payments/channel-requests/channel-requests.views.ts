import { modeNameOf } from '@counterfoil/kit/contract/fields.ts'
import type { RequestRow } from './channel-requests.queries.ts'
import type { AskedChange, ChannelRequest } from './channel-requests.schema.ts'

/** What was asked for, as it was sent. */
export const askedChangeOf = (row: RequestRow): AskedChange => ({
  kind: row.kind as AskedChange['kind'],
  midId: row.mid_id,
  method: row.method as AskedChange['method'],
  currency: row.currency,
  limitOf: row.limit_of as AskedChange['limitOf'],
  amount: row.amount_minor === null ? null : Number(row.amount_minor),
  activeFrom: row.active_from?.toISOString() ?? null,
  activeUntil: row.active_until?.toISOString() ?? null,
  descriptor: row.descriptor,
  reason: row.reason,
})

export const requestView = (row: RequestRow): ChannelRequest => ({
  ...askedChangeOf(row),
  id: row.id,
  mode: modeNameOf(row.mode),
  state: row.state as ChannelRequest['state'],
  midCode: row.mid_code,
  ...{ merchantId: row.merchant_id, merchantName: row.merchant_name, tenantName: row.tenant_name },
  askedBy: row.asked_by_name,
  createdAt: row.created_at.toISOString(),
  decidedBy: row.decided_by_name,
  answer: row.answer,
  decidedAt: row.decided_at?.toISOString() ?? null,
})
