import { utcDayOf } from '@counterfoil/kit/contract/calendar-days.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import { tenantOf } from '@counterfoil/kit/database/tenant-of.ts'
import { findMerchant, listRows, listTypes } from './documents.queries.ts'
import { documentStatusOf, hasValidOn } from './documents.rules.ts'
import { toDecision } from './documents.views.ts'

export { createDocumentRequest, reviewDocument } from './review-document.ts'
export { type Document, type DocumentContext, submitDocument } from './submit-document.ts'

export interface MissingDocument {
  readonly documentTypeId: string
  readonly name: string
}

/**
 * The given types of which the merchant has no valid accepted document. Inactive and unknown types are not missing, because
 * they cannot be submitted. `db` reads what the caller may read.
 */
export async function listMissingOf(
  db: Db,
  merchantId: string,
  documentTypeIds: readonly string[],
  now: Date,
): Promise<MissingDocument[]> {
  if (documentTypeIds.length === 0) return []
  const merchant = await findMerchant(db, merchantId)
  if (merchant === undefined) return []
  const types = await listTypes(db, merchant.tenant_id, documentTypeIds)
  return listMissing(db, merchantId, types, now)
}

/** The missing ones of the types that the tenant of `db` requires. Merchant undefined: one that is being created. */
export async function listMissingRequired(
  db: Db,
  merchantId: string | undefined,
  now: Date,
): Promise<MissingDocument[]> {
  const required = (await listTypes(db, tenantOf(db))).filter((type) => type.is_required)
  return listMissing(db, merchantId, required, now)
}

/**
 * How many documents the merchant has to submit: requested and rejected ones, and required ones that are missing or have
 * expired. One whose account is closed has none to.
 */
export async function countDocumentsToSubmit(
  db: Db,
  merchantId: string,
  now: Date,
): Promise<number> {
  const [merchant, types, rows] = await Promise.all([
    findMerchant(db, merchantId),
    listTypes(db, tenantOf(db)),
    listRows(db, merchantId),
  ])
  if (merchant?.merchant_status === 'Closed') return 0
  const byType = Map.groupBy(rows, (row) => row.document_type_id)
  return types.filter(({ id, is_active: isActive, is_required: isRequired }) => {
    const status = documentStatusOf((byType.get(id) ?? []).map(toDecision), utcDayOf(now))
    if (status === 'asked' || status === 'rejected') return isActive
    return isActive && isRequired && (status === 'missing' || status === 'expired')
  }).length
}

async function listMissing(
  db: Db,
  merchantId: string | undefined,
  types: Awaited<ReturnType<typeof listTypes>>,
  now: Date,
): Promise<MissingDocument[]> {
  const wanted = types.filter((type) => type.is_active)
  if (wanted.length === 0) return []
  const ids = wanted.map((type) => type.id)
  const rows = merchantId === undefined ? [] : await listRows(db, merchantId, ids)
  const byType = Map.groupBy(rows, (row) => row.document_type_id)
  return wanted
    .filter(({ id }) => !hasValidOn((byType.get(id) ?? []).map(toDecision), utcDayOf(now)))
    .map((type) => ({ documentTypeId: type.id, name: type.name }))
}
