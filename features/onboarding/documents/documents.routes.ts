import { registerAuditGuard } from '@counterfoil/features/access/audit/audit.public.ts'
import { guardFilesOf } from '@counterfoil/features/messaging/files/files.public.ts'
import { notFound } from '@counterfoil/kit/contract/problem.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import type { Context, UserCaller } from '@counterfoil/kit/server/request/context.ts'
import { type Route, route } from '@counterfoil/kit/server/request/route.ts'
import {
  acceptDocument,
  askForDocument,
  type DocumentEntry,
  documentRecord,
  listDocuments,
  listOwnDocuments,
  ownPermission,
  rejectDocument,
  seeingPermission,
  submitOwnDocument,
  withdrawDocument,
} from './documents.contract.ts'
import { findMerchant, findRow } from './documents.queries.ts'
import { readEntries } from './documents.views.ts'
import { ask, review } from './review-document.ts'
import { type Document, submitDocument, withdrawSubmission } from './submit-document.ts'

type Called = Context<UserCaller>

// whoever looks after the merchant, and the merchant's own people who keep its documents
guardFilesOf(
  documentRecord,
  async ({ db, caller, recordId }) => {
    const permission = caller.userType === 'merchant' ? ownPermission : seeingPermission
    return caller.permissions.has(permission) && (await findRow(db, recordId)) !== undefined
  },
  [ownPermission, seeingPermission],
)
registerAuditGuard(documentRecord, async (db, id) => (await findRow(db, id)) !== undefined, [
  seeingPermission,
])

export const routes: Route[] = [
  route(listOwnDocuments, async (_, { db, caller, now }) => {
    const merchantId = merchantOf(caller)
    const entries = await readEntries(db, { merchantId, tenantId: caller.tenantId }, now)
    return entries.filter((entry) => entry.isActive)
  }),
  route(submitOwnDocument, async ({ body }, context) => {
    const wish = { ...body, merchantId: merchantOf(context.caller) }
    return context.transaction(async (db) =>
      entryOf(db, await submitDocument(db, context, wish), context),
    )
  }),
  route(withdrawDocument, async ({ params, body }, context) => {
    const wish = { documentId: params.id, version: body.version }
    return context.transaction(async (db) =>
      entryOf(db, await withdrawSubmission(db, context, wish), context),
    )
  }),
  route(listDocuments, async ({ params }, { db, now }) => {
    const merchant = await merchantNamed(db, params.id)
    return readEntries(db, { merchantId: merchant.id, tenantId: merchant.tenant_id }, now)
  }),
  route(askForDocument, ({ params, body }, context) =>
    operating(context, params.id, (db) => ask(db, context, { ...body, merchantId: params.id })),
  ),
  route(acceptDocument, ({ params, body: { version, expiresOn = null } }, context) =>
    operating(context, params.id, (db) =>
      review(db, context, {
        ...{ merchantId: params.id, documentId: params.documentId, version },
        decision: { state: 'accepted', expiresOn },
      }),
    ),
  ),
  route(rejectDocument, ({ params, body: { version, rejectReason } }, context) =>
    operating(context, params.id, (db) =>
      review(db, context, {
        ...{ merchantId: params.id, documentId: params.documentId, version },
        decision: { state: 'rejected', rejectReason },
      }),
    ),
  ),
]

/** The right is of merchants' roles alone; were it an operator's, it would have no documents. */
function merchantOf({ merchantId }: UserCaller): string {
  if (merchantId === null) throw notFound('The merchant')
  return merchantId
}

async function merchantNamed(db: Db, id: string) {
  const merchant = await findMerchant(db, id)
  if (merchant === undefined) throw notFound('The merchant')
  return merchant
}

/** In one transaction of the merchant's tenant, which for staff of the platform is not their own. */
async function operating(
  context: Called,
  merchantId: string,
  work: (db: Db) => Promise<Document>,
): Promise<DocumentEntry> {
  const merchant = await merchantNamed(context.db, merchantId)
  return context.transaction(async (db) => entryOf(db, await work(db), context), merchant.tenant_id)
}

async function entryOf(
  db: Db,
  { merchantId, documentTypeId }: Document,
  { now }: Called,
): Promise<DocumentEntry> {
  const merchant = await merchantNamed(db, merchantId)
  const of = { merchantId, tenantId: merchant.tenant_id, only: documentTypeId }
  const [entry] = await readEntries(db, of, now)
  if (entry === undefined) throw notFound('The document')
  return entry
}
