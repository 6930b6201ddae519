import { utcDayOf } from '@counterfoil/kit/contract/calendar-days.ts'
import { notFound } from '@counterfoil/kit/contract/problem.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import { notifyMerchant } from './document-notifications.ts'
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
import { requireFuture, requireUnchanged } from './documents.rules.ts'
import {
  type Document,
  type DocumentContext,
  isSameRequest,
  requireRepeated,
  requireTypeInUse,
} from './submit-document.ts'

/** Requests a document, or changes the remark of the request. */
export async function createDocumentRequest(
  db: Db,
  context: DocumentContext,
  input: { merchantId: string; documentTypeId: string; remark: string },
): Promise<Document> {
  const { now, idempotencyKey = null } = context
  const { merchantId, documentTypeId, remark } = input
  const merchant = await lockMerchant(db, merchantId)
  if (merchant === undefined) throw notFound('The merchant')
  const open = await findOpenRow(db, merchantId, documentTypeId)
  if (open !== undefined && isSameRequest(open, context)) {
    requireRepeated(open.asked_at !== null && open.remark === remark)
    return { id: open.id, merchantId, documentTypeId }
  }
  const type = await requireTypeInUse(db, merchant.tenant_id, documentTypeId)
  // a submitted document stays submitted; the remark says what is needed besides
  const state = open?.state === 'waiting' ? 'waiting' : 'asked'
  const values: DocumentChange = { state, remark, asked_at: now, request_key: idempotencyKey }
  if (open !== undefined) await updateDocument(db, open, values, now)
  const id = open?.id ?? (await insertDocument(db, { merchantId, documentTypeId }, values, now))
  await context.audit(db, {
    ...{ type: documentRecord, id, merchantId },
    ...(open === undefined ? {} : { before: { state: open.state, remark: open.remark } }),
    after: { state, documentTypeId, remark },
  })
  await notifyMerchant(db, context, {
    kind: 'asked',
    merchantId,
    typeName: type.name,
    text: remark,
  })
  return { id, merchantId, documentTypeId }
}

interface SeenDocument {
  readonly merchantId: string
  readonly documentId: string
  readonly version: number
}

/** Takes a request back that the merchant has not answered. */
export async function withdrawDocumentRequest(
  db: Db,
  context: DocumentContext,
  { merchantId, documentId, version }: SeenDocument,
): Promise<Document> {
  const { merchant, row } = await lockDocument(db, { merchantId, documentId })
  requireUnchanged(row, version, ['asked'])
  const { id, document_type_id: documentTypeId } = row
  await deleteRow(db, id)
  await context.audit(db, {
    ...{ type: documentRecord, id, merchantId },
    before: { state: row.state, documentTypeId, remark: row.remark },
    after: { state: 'withdrawn' },
  })
  const [type] = await listTypes(db, merchant.tenant_id, [documentTypeId])
  const typeName = type?.name ?? ''
  await notifyMerchant(db, context, { kind: 'withdrawn', merchantId, typeName, text: '' })
  return { id, merchantId, documentTypeId }
}

/** A document of the merchant, whose documents are locked until the end of the transaction. */
async function lockDocument(db: Db, of: Pick<SeenDocument, 'merchantId' | 'documentId'>) {
  const merchant = await lockMerchant(db, of.merchantId)
  const row = await findRow(db, of.documentId)
  if (merchant === undefined || row?.merchant_id !== of.merchantId) throw notFound('The document')
  return { merchant, row }
}

export interface Review extends SeenDocument {
  readonly decision:
    | { readonly state: 'accepted'; readonly expiresOn: string | null }
    | { readonly state: 'rejected'; readonly rejectReason: string }
}

/** Accepts a submitted document, or rejects a submitted or accepted one, in the version that the operator saw. */
export async function reviewDocument(
  db: Db,
  context: DocumentContext,
  input: Review,
): Promise<Document> {
  const { caller, now, idempotencyKey = null } = context
  const { merchantId, decision } = input
  const { merchant, row } = await lockDocument(db, input)
  const document = { id: row.id, merchantId, documentTypeId: row.document_type_id }
  if (isSameRequest(row, context)) {
    requireRepeated(row.version === input.version + 1 && hasDecision(row, decision))
    return document
  }
  // what turns out to be wrong after it was accepted is rejected as well
  requireUnchanged(
    row,
    input.version,
    decision.state === 'rejected' ? ['waiting', 'accepted'] : ['waiting'],
  )
  if (decision.state === 'accepted') requireFuture(decision.expiresOn, utcDayOf(now))
  await updateDocument(
    db,
    row,
    {
      ...(decision.state === 'accepted'
        ? { state: 'accepted', expires_on: decision.expiresOn }
        : { state: 'rejected', expires_on: null, reject_reason: decision.rejectReason }),
      reviewed_at: now,
      reviewed_by: caller.id,
      request_key: idempotencyKey,
    },
    now,
  )
  await context.audit(db, {
    ...{ type: documentRecord, id: row.id, merchantId },
    before: { state: row.state, documentTypeId: row.document_type_id },
    after: decision,
  })
  const [type] = await listTypes(db, merchant.tenant_id, [row.document_type_id])
  await notifyMerchant(db, context, {
    kind: decision.state,
    merchantId,
    typeName: type?.name ?? '',
    text: decision.state === 'rejected' ? decision.rejectReason : (decision.expiresOn ?? ''),
  })
  return document
}

const hasDecision = (row: DocumentRow, decision: Review['decision']) =>
  row.state === decision.state &&
  (decision.state === 'accepted'
    ? row.expires_on === decision.expiresOn
    : row.reject_reason === decision.rejectReason)
