import type { Db } from '@counterfoil/kit/database/database.ts'
import { newId } from '@counterfoil/kit/database/ids.ts'
import { tenantOf } from '@counterfoil/kit/database/tenant-of.ts'
import { within } from '@counterfoil/kit/database/within.ts'
import { sql } from 'kysely'
import type { DocumentState } from './documents.contract.ts'

export function findMerchant(db: Db, merchantId: string) {
  return db
    .selectFrom('merchant')
    .select(['id', 'tenant_id', 'legal_business_name', 'merchant_status'])
    .where(within(db, 'merchant', 'id'))
    .where('id', '=', merchantId)
    .executeTakeFirst()
}

/** Locks the merchant until the end of the transaction, so that its documents change one after the other. */
export function lockMerchant(db: Db, merchantId: string) {
  return db
    .selectFrom('merchant')
    .select(['id', 'tenant_id', 'legal_business_name'])
    .where(within(db, 'merchant', 'id'))
    .where('id', '=', merchantId)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

/** The tenant's types; `only`: these. */
export function listTypes(db: Db, tenantId: string, only?: readonly string[]) {
  return db
    .selectFrom('document_type')
    .select(['id', 'name', 'purpose', 'is_required', 'is_active'])
    .where(within(db, 'document_type', null))
    .where('tenant_id', '=', tenantId)
    .$if(only !== undefined, (query) => query.where('id', 'in', [...(only ?? [])]))
    .orderBy('is_required', 'desc')
    .orderBy('name')
    .execute()
}
export type DocumentTypeRow = Awaited<ReturnType<typeof listTypes>>[number]

/** A merchant's documents, newest first; `only`: of these types. */
export function listRows(db: Db, merchantId: string, only?: readonly string[]) {
  return db
    .selectFrom('merchant_document')
    .selectAll()
    .where(within(db, 'merchant_document'))
    .where('merchant_id', '=', merchantId)
    .$if(only !== undefined, (query) => query.where('document_type_id', 'in', [...(only ?? [])]))
    .orderBy('id', 'desc')
    .execute()
}
export type DocumentRow = Awaited<ReturnType<typeof listRows>>[number]

export function findRow(db: Db, documentId: string) {
  return db
    .selectFrom('merchant_document')
    .selectAll()
    .where(within(db, 'merchant_document'))
    .where('id', '=', documentId)
    .executeTakeFirst()
}

/** The requested or submitted document of a type, of which there is at most one. */
export function findOpenRow(db: Db, merchantId: string, documentTypeId: string) {
  return db
    .selectFrom('merchant_document')
    .selectAll()
    .where(within(db, 'merchant_document'))
    .where('merchant_id', '=', merchantId)
    .where('document_type_id', '=', documentTypeId)
    .where('state', 'in', ['asked', 'waiting'])
    .executeTakeFirst()
}

/** Those of the users who are the operator's own. */
export function listOperatorNames(db: Db, userIds: readonly string[]) {
  return db
    .selectFrom('app_user')
    .select(['id', 'first_name', 'last_name'])
    .where(within(db, 'app_user', null))
    .where('id', 'in', [...userIds])
    .where('merchant_id', 'is', null)
    .execute()
}

export interface DocumentChange {
  readonly state: DocumentState
  readonly remark?: string | null
  readonly asked_at?: Date | null
  readonly handed_in_at?: Date | null
  readonly handed_in_by?: string | null
  readonly reviewed_at?: Date
  readonly reviewed_by?: string
  readonly expires_on?: string | null
  readonly reject_reason?: string
  readonly request_key: string | null
}

export async function insertDocument(
  db: Db,
  of: { readonly merchantId: string; readonly documentTypeId: string },
  values: DocumentChange,
  now: Date,
): Promise<string> {
  const id = newId(now)
  await db
    .insertInto('merchant_document')
    .values({
      ...values,
      tenant_id: tenantOf(db),
      id,
      merchant_id: of.merchantId,
      document_type_id: of.documentTypeId,
      created_at: now,
      updated_at: now,
    })
    .execute()
  return id
}

export async function updateDocument(
  db: Db,
  row: DocumentRow,
  values: DocumentChange,
  now: Date,
): Promise<void> {
  await db
    .updateTable('merchant_document')
    .set({ ...values, version: row.version + 1, updated_at: now })
    .where(within(db, 'merchant_document'))
    .where('id', '=', row.id)
    .execute()
}

export async function deleteRow(db: Db, documentId: string): Promise<void> {
  await db
    .deleteFrom('merchant_document')
    .where(within(db, 'merchant_document'))
    .where('id', '=', documentId)
    .execute()
}

/**
 * Accepted documents that expire by a day and were not notified, of merchants that are not closed. What was requested,
 * submitted or accepted after one takes its place. Days are compared as texts.
 */
export async function lockExpiring(db: Db, until: string, limit: number) {
  const rows = await db
    .selectFrom('merchant_document as d')
    .innerJoin('merchant as m', (join) =>
      join.onRef('m.tenant_id', '=', 'd.tenant_id').onRef('m.id', '=', 'd.merchant_id'),
    )
    .innerJoin('document_type as t', (join) =>
      join.onRef('t.tenant_id', '=', 'd.tenant_id').onRef('t.id', '=', 'd.document_type_id'),
    )
    .select(['d.id', 'd.merchant_id as merchantId', 'd.expires_on as expiresOn'])
    .select(['m.legal_business_name as merchantName', 't.name as typeName'])
    .where(within(db, 'd'))
    .where('d.state', '=', sql.lit('accepted'))
    .where('d.expires_on', '<=', until)
    .where('d.expiry_notified_at', 'is', null)
    .where('m.merchant_status', '!=', 'Closed')
    .where('t.is_active', '=', true)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('merchant_document as n')
            .select('n.id')
            .whereRef('n.tenant_id', '=', 'd.tenant_id')
            .whereRef('n.merchant_id', '=', 'd.merchant_id')
            .whereRef('n.document_type_id', '=', 'd.document_type_id')
            .whereRef('n.id', '>', 'd.id')
            .where('n.state', '!=', 'rejected'),
        ),
      ),
    )
    .orderBy('d.expires_on')
    .limit(limit)
    .forUpdate('d')
    .skipLocked()
    .execute()
  return rows.flatMap(({ expiresOn, ...row }) =>
    expiresOn === null ? [] : [{ ...row, expiresOn }],
  )
}
export type ExpiringDocument = Awaited<ReturnType<typeof lockExpiring>>[number]

/** That a notice was sent is no new version of the document. */
export async function updateExpiryNotified(db: Db, documentId: string, at: Date): Promise<void> {
  await db
    .updateTable('merchant_document')
    .set({ expiry_notified_at: at })
    .where(within(db, 'merchant_document'))
    .where('id', '=', documentId)
    .execute()
}
