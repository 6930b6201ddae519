import { newId } from '@counterfoil/kit/database/ids.ts'
import type { TestDatabase } from '@counterfoil/kit/testing/test-database.ts'

/** A notice of an acquirer on a payment that was put aside. */
export async function makeNotice({ owner }: TestDatabase, paymentId: string): Promise<string> {
  const id = newId(new Date())
  await owner.query(
    `insert into app.acquirer_notice (tenant_id, id, merchant_id, payment_id, provider, reference, body, body_hash, state,
       cause_code, cause_values, received_at, last_received_at)
     select tenant_id, $1, merchant_id, id, 'sandbox_alpha', $2, '{}', '', 'aside', 'notice.too_much',
       '{"provider":"sandbox_alpha","amount":"1"}', now(), now() from app.payment where id = $3`,
    [id, id, paymentId],
  )
  return id
}
