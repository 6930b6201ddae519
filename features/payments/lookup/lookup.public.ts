import type { Db } from '@counterfoil/kit/database/database.ts'
import type { PaymentRow } from './lookup.contract.ts'
import { findPaymentListRow } from './lookup.queries.ts'
import { paymentRowOf } from './lookup.views.ts'

/** One payment as the list shows it; undefined when the caller cannot see it. */
export async function readPaymentRow(db: Db, id: string): Promise<PaymentRow | undefined> {
  const row = await findPaymentListRow(db, id)
  return row === undefined ? undefined : paymentRowOf(row)
}
