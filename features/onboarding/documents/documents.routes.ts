import { registerAuditGuard } from '@counterfoil/features/access/audit/audit.public.ts'
import { guardFilesOf } from '@counterfoil/features/messaging/files/files.public.ts'
import { dayOf } from '@counterfoil/kit/contract/fields.ts'
import { notFound } from '@counterfoil/kit/contract/problem.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import type { Context, UserCaller } from '@counterfoil/kit/server/request/context.ts'
import { type Route, route } from '@counterfoil/kit/server/request/route.ts'
import {
  acceptDocument,
  type DocumentEntry,
  documentRecord,
  fileDocument,
  listDocuments,
  listOwnDocuments,
  rejectDocument,
  requestDocument,
  submitOwnDocument,
  submitPermission,
  viewPermission,
  withdrawDocument,
  withdrawRequest,
} from './documents.contract.ts'
import { findMerchant, findRow } from './documents.queries.ts'
import { readEntries } from './documents.views.ts'
import {
  createDocumentRequest,
  reviewDocument,
  withdrawDocumentRequest,
} from './review-document.ts'
import { type Document, submitDocument, withdrawSubmission } from './submit-document.ts'

type UserContext = Context<UserCaller>

// operators who may see the merchant, and the merchant's users who submit documents, may read the files
guardFilesOf(
  documentRecord,
  async ({ db, caller, recordId }) => {
    const permission = caller.userType === 'merchant' ? submitPermission : viewPermission
    return caller.permissions.has(permission) && (await findRow(db, recordId)) !== undefined
  },
  [submitPermission, viewPermission],
)
registerAuditGuard(documentRecord, async (db, id) => (await findRow(db, id)) !== undefined, [
  viewPermission,
])

export const routes: Route[] = [
  route(listOwnDocuments, async (_, { db, caller, now }) => {
    const merchantId = merchantOf(caller)
    const entries = await readEntries(db, { merchantId, tenantId: caller.tenantId }, now)
    return entries.filter((entry) => entry.isActive)
  }),
  route(submitOwnDocument, async ({ body }, context) => {
    const input = { ...body, merchantId: merchantOf(context.caller) }
    return context.transaction(async (db) =>
      entryOf(db, await submitDocument(db, context, input), context),
    )
  }),
  route(withdrawDocument, async ({ params, body }, context) => {
    const input = { documentId: params.id, version: body.version }
    return context.transaction(async (db) =>
      entryOf(db, await withdrawSubmission(db, context, input), context),
    )
  }),
  route(listDocuments, async ({ params }, { db, now }) => {
    const merchant = await requireMerchant(db, params.id)
    return readEntries(db, { merchantId: merchant.id, tenantId: merchant.tenant_id }, now)
  }),
  route(requestDocument, ({ params, body }, context) =>
    inMerchantTenant(context, params.id, (db) =>
      createDocumentRequest(db, context, { ...body, merchantId: params.id }),
    ),
  ),
  route(withdrawRequest, ({ params, body: { version } }, context) =>
    inMerchantTenant(context, params.id, (db) =>
      withdrawDocumentRequest(db, context, {
        ...{ merchantId: params.id, documentId: params.documentId, version },
      }),
    ),
  ),
  route(fileDocument, ({ params, body }, context) =>
    inMerchantTenant(context, params.id, (db) =>
      submitDocument(db, context, { ...body, merchantId: params.id }),
    ),
  ),
  route(acceptDocument, ({ params, body: { version, expiresOn = null } }, context) =>
    inMerchantTenant(context, params.id, (db) =>
      reviewDocument(db, context, {
        ...{ merchantId: params.id, documentId: params.documentId, version },
        decision: { state: 'accepted', expiresOn: expiresOn === null ? null : dayOf(expiresOn) },
      }),
    ),
  ),
  route(rejectDocument, ({ params, body: { version, rejectReason } }, context) =>
    inMerchantTenant(context, params.id, (db) =>
      reviewDocument(db, context, {
        ...{ merchantId: params.id, documentId: params.documentId, version },
        decision: { state: 'rejected', rejectReason },
      }),
    ),
  ),
]

/** Only roles of merchants have the permission; a caller without a merchant has no documents. */
function merchantOf({ merchantId }: UserCaller): string {
  if (merchantId === null) throw notFound('The merchant')
  return merchantId
}

async function requireMerchant(db: Db, id: string) {
  const merchant = await findMerchant(db, id)
  if (merchant === undefined) throw notFound('The merchant')
  return merchant
}

/** Runs in a transaction of the merchant's tenant, which for platform staff is not their own. */
async function inMerchantTenant(
  context: UserContext,
  merchantId: string,
  work: (db: Db) => Promise<Document>,
): Promise<DocumentEntry> {
  const merchant = await requireMerchant(context.db, merchantId)
  return context.transaction(async (db) => entryOf(db, await work(db), context), merchant.tenant_id)
}

async function entryOf(
  db: Db,
  { merchantId, documentTypeId }: Document,
  { now }: UserContext,
): Promise<DocumentEntry> {
  const merchant = await requireMerchant(db, merchantId)
  const of = { merchantId, tenantId: merchant.tenant_id, only: documentTypeId }
  const [entry] = await readEntries(db, of, now)
  if (entry === undefined) throw notFound('The document')
  return entry
}
