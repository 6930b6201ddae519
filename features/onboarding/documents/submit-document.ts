import {
  claimFiles,
  listFilesOf,
  releaseFiles,
} from '@counterfoil/features/messaging/files/files.public.ts'
import { notFound, Problem } from '@counterfoil/kit/contract/problem.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import type { Context, UserCaller } from '@counterfoil/kit/server/request/context.ts'
import { notifyMerchant, notifyOperators } from './document-notifications.ts'
import { documentRecord } from './documents.contract.ts'
import {
  type DocumentChange,
  type DocumentRow,
  deleteRow,
  findOpenRow,
  findRow,
  insertDocument,
  listTypes,
  lockMerchant,
  updateDocument,
} from './documents.queries.ts'
import { requireUnchanged } from './documents.rules.ts'

/** The part of a request's context that commands on documents need; the demo provides it too. */
export type DocumentContext = Pick<
  Context<UserCaller>,
  'caller' | 'jobs' | 'now' | 'idempotencyKey' | 'audit'
>

export interface Document {
  readonly id: string
  readonly merchantId: string
  readonly documentTypeId: string
}

/** The type, which must be active. */
export async function requireTypeInUse(db: Db, tenantId: string, documentTypeId: string) {
  const [type] = await listTypes(db, tenantId, [documentTypeId])
  if (type?.is_active === true) return type
  const message = 'There is no such type of document in use'
  throw new Problem('document.type_not_in_use', 422, message, { path: 'documentTypeId' })
}

/**
 * Submits a document: the requested one, a replacement for the submitted one, or a new one. An operator submits for a merchant
 * while no document of the type waits for review.
 */
export async function submitDocument(
  db: Db,
  context: DocumentContext,
  input: {
    readonly merchantId: string
    readonly documentTypeId: string
    readonly fileIds: readonly string[]
    /** The version of the waiting document that was seen; null: none was, undefined: whichever it is. */
    readonly replaces?: number | null | undefined
  },
): Promise<Document> {
  const { caller, now, idempotencyKey = null } = context
  const { merchantId, documentTypeId } = input
  const merchant = await lockMerchant(db, merchantId)
  if (merchant === undefined) throw notFound('The merchant')
  const before = await findOpenRow(db, merchantId, documentTypeId)
  if (before !== undefined && isSameRequest(before, context)) {
    requireRepeated(before.state === 'waiting' && (await hasFiles(db, before.id, input.fileIds)))
    return { id: before.id, merchantId, documentTypeId }
  }
  const isForMerchant = caller.userType !== 'merchant'
  if (isForMerchant && before?.state === 'waiting') throw waitsAlready()
  // what a colleague submitted meanwhile is not replaced unseen
  if (before?.state === 'waiting' && input.replaces !== undefined) {
    requireUnchanged(before, input.replaces ?? 0)
  }
  const type = await requireTypeInUse(db, merchant.tenant_id, documentTypeId)
  const values: DocumentChange = {
    state: 'waiting',
    handed_in_at: now,
    handed_in_by: caller.id,
    request_key: idempotencyKey,
  }
  const id =
    before === undefined
      ? await insertDocument(db, { merchantId, documentTypeId }, values, now)
      : before.id
  if (before !== undefined) {
    await updateDocument(db, before, values, now)
    await releaseFiles(db, documentRecord, id)
  }
  const { fileIds } = input
  const claim = { fileIds, recordType: documentRecord, recordId: id, merchantId }
  // an operator's files are seen by transactions of the whole tenant alone
  await (isForMerchant
    ? db.inWholeTenant((whole) => claimFiles(whole, caller, claim))
    : claimFiles(db, caller, claim))
  await context.audit(db, {
    ...{ type: documentRecord, id, merchantId },
    ...(before === undefined ? {} : { before: { state: before.state } }),
    after: { state: 'waiting', documentTypeId, fileIds },
  })
  const about = { merchantId, typeName: type.name }
  if (isForMerchant)
    await notifyMerchant(db, context, { ...about, kind: 'filed', text: caller.name })
  else await notifyOperators(db, context, { ...about, merchantName: merchant.legal_business_name })
  return { id, merchantId, documentTypeId }
}

const waitsAlready = () =>
  new Problem(
    'document.waits',
    409,
    'A document of this type waits for review already. Decide on it first.',
  )

async function hasFiles(db: Db, id: string, fileIds: readonly string[]): Promise<boolean> {
  const files = await listFilesOf(db, documentRecord, id)
  return new Set(fileIds).symmetricDifference(new Set(files.map((file) => file.id))).size === 0
}

/** Withdraws a submitted document. One that was requested is then requested again. */
export async function withdrawSubmission(
  db: Db,
  context: DocumentContext,
  input: { documentId: string; version: number },
): Promise<Document> {
  const { caller, now, idempotencyKey = null } = context
  await lockMerchant(db, caller.merchantId ?? '')
  const row = await findRow(db, input.documentId)
  if (row === undefined) throw notFound('The document')
  const { id, merchant_id: merchantId, document_type_id: documentTypeId } = row
  if (isSameRequest(row, context)) {
    requireRepeated(row.state === 'asked' && row.version === input.version + 1)
    return { id, merchantId, documentTypeId }
  }
  requireUnchanged(row, input.version)
  await releaseFiles(db, documentRecord, id)
  if (row.asked_at === null) await deleteRow(db, id)
  else {
    await updateDocument(
      db,
      row,
      { state: 'asked', handed_in_at: null, handed_in_by: null, request_key: idempotencyKey },
      now,
    )
  }
  await context.audit(db, {
    ...{ type: documentRecord, id, merchantId },
    before: { state: row.state, documentTypeId },
    after: { state: row.asked_at === null ? 'withdrawn' : 'asked' },
  })
  return { id, merchantId, documentTypeId }
}

/** Whether the last change of the document was made with the caller's idempotency key. */
export function isSameRequest(row: DocumentRow, { idempotencyKey }: DocumentContext): boolean {
  return idempotencyKey !== undefined && row.request_key === idempotencyKey
}

/** Refuses a key that was used for a different request. */
export function requireRepeated(isSame: boolean): void {
  if (isSame) return
  const text = 'This key was used for another request. A new intent needs a new key.'
  throw new Problem('idempotency.key_reused', 409, text)
}
