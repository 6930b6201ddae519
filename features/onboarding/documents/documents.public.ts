import type { Db } from '@counterfoil/kit/database/database.ts'
import { tenantOf } from '@counterfoil/kit/database/tenant-of.ts'
import { findMerchant, listRows, listTypes } from './documents.queries.ts'
import { holds } from './documents.rules.ts'
import { dayOf, decidedOn } from './documents.views.ts'

export { ask, review } from './review-document.ts'
export { type Document, type DocumentContext, submitDocument } from './submit-document.ts'

export interface MissingDocument {
  readonly documentTypeId: string
  readonly name: string
}

/**
 * Which of these types of documents a merchant has none of that was accepted and still holds. One that is switched off can
 * be handed in no more and is missed by nobody; nor is one that does not exist. `db` reads what the caller may read.
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
  return missingOf(db, merchantId, types, now)
}

/** The same of all that the tenant of the transaction requires; undefined: of a merchant that is only being made. */
export async function listMissingRequired(
  db: Db,
  merchantId: string | undefined,
  now: Date,
): Promise<MissingDocument[]> {
  const required = (await listTypes(db, tenantOf(db))).filter((type) => type.is_required)
  return missingOf(db, merchantId, required, now)
}

async function missingOf(
  db: Db,
  merchantId: string | undefined,
  types: Awaited<ReturnType<typeof listTypes>>,
  now: Date,
): Promise<MissingDocument[]> {
  const wanted = types.filter((type) => type.is_active)
  if (wanted.length === 0) return []
  const ids = wanted.map((type) => type.id)
  const rows = merchantId === undefined ? [] : await listRows(db, merchantId, ids)
  const had = new Set(
    rows.filter((row) => holds(decidedOn(row), dayOf(now))).map((row) => row.document_type_id),
  )
  return wanted
    .filter((type) => !had.has(type.id))
    .map((type) => ({ documentTypeId: type.id, name: type.name }))
}
