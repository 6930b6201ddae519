import type { DimensionFilter } from '@counterfoil/features/reporting/rollups/rollups.public.ts'
import type { Mode } from '@counterfoil/kit/contract/fields.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import type { RawBuilder } from 'kysely'
import type { PaymentRow } from './lookup.contract.ts'
import { findPaymentListRow, findReferredPayment, listReadable } from './lookup.queries.ts'
import { paymentRowOf } from './lookup.views.ts'
import type { PaymentFilter } from './payment-filter.schema.ts'
import { findPaymentsOfKey } from './search.queries.ts'
import { conditionOf } from './selection.queries.ts'
import { isSummedByDay, selectionOf } from './selection.rules.ts'

/** A row of the list; undefined if the caller does not see it. */
export async function findPayment(db: Db, id: string): Promise<PaymentRow | undefined> {
  const row = await findPaymentListRow(db, id)
  return row === undefined ? undefined : paymentRowOf(row)
}

/** The condition of a filter on `payment as p`, with exactly the rows of the list. */
export async function paymentCondition(
  db: Db,
  filter: PaymentFilter,
  mode: Mode,
): Promise<RawBuilder<unknown>> {
  const selection = selectionOf(filter, mode)
  const { searchKey } = selection
  const found = searchKey === undefined ? undefined : await findPaymentsOfKey(db, searchKey)
  return conditionOf(db, selection, found)
}

/** The same filter for rollups; undefined where they do not hold what it selects by. */
export function rollupFilterOf(filter: PaymentFilter, mode: Mode): DimensionFilter | undefined {
  const selection = selectionOf(filter, mode)
  const ofDetails = { channels: undefined, declineReason: undefined, declineCodes: undefined }
  return isSummedByDay({ ...selection, ...ofDetails }) ? selection : undefined
}

/** The payment with this id, or the newest with this external id; undefined if `db` reads none. */
export function findPaymentByKey(db: Db, tenantId: string, key: string) {
  return findReferredPayment(db, tenantId, key)
}

/** Those of the payments that `db` reads. */
export function listReadablePaymentIds(db: Db, ids: readonly string[]): Promise<string[]> {
  return listReadable(db, ids)
}
