import { newId } from '@counterfoil/kit/database/ids.ts'
import type { TestDatabase } from '@counterfoil/kit/testing/test-database.ts'

/** A bulk update of one payment, which has not been looked at yet. */
export async function makeBulkUpdate(
  { owner }: TestDatabase,
  of: { readonly paymentId: string; readonly makerId: string; readonly state?: string },
): Promise<string> {
  const id = newId(new Date())
  await owner.query(
    `insert into app.bulk_update (tenant_id, id, mode, target, reason, state, maker_tenant_id, maker_id, maker_name, row_count,
       refused_count, request_id, ip, created_at)
     select tenant_id, $1, mode, 'declined', 'Never came', $2, tenant_id, $3, 'Jane', 1, 0, 'request', '::1', now()
     from app.payment where id = $4`,
    [id, of.state ?? 'draft', of.makerId, of.paymentId],
  )
  await owner.query(
    `insert into app.bulk_update_row (tenant_id, bulk_update_id, line, reference, payment_id, amount_minor, currency, status, state)
     select tenant_id, $1, 1, id::text, id, amount_minor, currency, status, 'open' from app.payment where id = $2`,
    [id, of.paymentId],
  )
  return id
}
