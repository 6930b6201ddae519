import { registerAuditGuard } from '@counterfoil/features/access/audit/audit.public.ts'
import { guardFilesOf } from '@counterfoil/features/messaging/files/files.public.ts'
import { listTemplatesInForce } from '@counterfoil/features/messaging/templates/templates.public.ts'
import type { Database } from '@counterfoil/kit/database/database.ts'
import { tenantScope } from '@counterfoil/kit/database/scope.ts'
import { pageOf } from '@counterfoil/kit/server/request/counted-page.ts'
import { type Route, route } from '@counterfoil/kit/server/request/route.ts'
import { answerOffer, withdrawOffer } from './answer-offer.ts'
import { readOffer, readParties } from './change-offer.ts'
import { changeDraft, createOffer, removeDraft, reviseOffer, sendOffer } from './create-offer.ts'
import {
  createPermission,
  type OfferKind,
  offerKindNames,
  offerKinds,
} from './offer-kinds.schema.ts'
import { offerCalls } from './offers.contract.ts'
import {
  countOffers,
  findNewerVersion,
  findOffer,
  listOffers,
  listUsersWhoMayAnswer,
  type StoredOffer,
} from './offers.queries.ts'
import { offerRowView, offerView } from './offers.views.ts'

type Calls = typeof offerCalls.proposal & typeof offerCalls.agreement

function routesFor(kind: OfferKind, calls: Calls): Route[] {
  return [
    route(calls.list, async ({ query }, { db, caller }) => {
      const { merchantId } = query
      const search = { kind, merchantId, isSent: caller.userType === 'merchant' }
      const page = pageOf(query)
      const [rows, count] = await Promise.all([
        listOffers(db, search, page),
        countOffers(db, search),
      ])
      return { data: rows.map(offerRowView), count }
    }),
    route(calls.templates, async ({ query: { merchantId } }, { db, caller }) => {
      if (merchantId === undefined) return listTemplatesInForce(db, kind, caller.tenantId)
      return listTemplatesInForce(db, kind, (await readParties(db, merchantId)).tenantId)
    }),
    route(calls.read, async ({ params }, context) => {
      const offer = await readOffer(kind, params.id, context)
      const isSent = context.caller.userType === 'merchant'
      const [recipients, newer] = await Promise.all([
        readRecipients(context.database, offer),
        findNewerVersion(context.db, offer, isSent),
      ])
      return offerView(offer, { recipients, newerVersion: newer ?? null })
    }),
    route(calls.create, ({ body }, context) => createOffer(kind, body, context)),
    route(calls.update, ({ params, body }, context) => changeDraft(kind, params.id, body, context)),
    route(calls.remove, ({ params }, context) => removeDraft(kind, params.id, context)),
    route(calls.send, ({ params, body }, context) =>
      sendOffer(kind, params.id, body.revision, context),
    ),
    route(calls.revise, ({ params }, context) => reviseOffer(kind, params.id, context)),
    route(calls.withdraw, ({ params, body }, context) =>
      withdrawOffer(kind, params.id, body.reason, context),
    ),
    ...answerRoutes(kind, calls),
  ]
}

/** Of a draft, all people of the merchant who may answer it: who makes it may see some of them alone. */
async function readRecipients(
  database: Database,
  { status, tenant_id, merchant_id, kind }: StoredOffer,
): Promise<string[] | null> {
  if (status !== 'created') return null
  const { answering } = offerKindNames[kind as OfferKind]
  const db = database.reader(tenantScope(tenant_id))
  const people = await listUsersWhoMayAnswer(db, merchant_id, answering)
  return people.map(({ firstName, lastName }) => `${firstName} ${lastName}`)
}

const answerRoutes = (kind: OfferKind, calls: Calls): Route[] => [
  route(calls.respond, ({ params, body }, context) => {
    const { response, rejectReason = '', ...given } = body
    const isAccepted = response === 'Accepted'
    return answerOffer(kind, params.id, { ...given, isAccepted, rejectReason }, context)
  }),
  route(calls.accept, ({ params, body: { response: _, ...given } }, context) =>
    answerOffer(kind, params.id, { ...given, isAccepted: true }, context),
  ),
  route(calls.reject, ({ params, body: { rejectReason, contentHash } }, context) =>
    answerOffer(kind, params.id, { isAccepted: false, rejectReason, contentHash }, context),
  ),
]

export const routes: Route[] = [
  ...routesFor('proposal', offerCalls.proposal as Calls),
  ...routesFor('agreement', offerCalls.agreement as Calls),
]

// whoever may read an offer reads what proves that it was accepted
for (const kind of offerKinds) {
  const { id, answering } = offerKindNames[kind]
  guardFilesOf(
    id,
    async ({ db, caller, recordId }) => {
      const needed = caller.userType === 'merchant' ? answering : 'CRM.Organization.View'
      return caller.permissions.has(needed) && (await findOffer(db, kind, recordId)) !== undefined
    },
    [answering, 'CRM.Organization.View'],
  )
}

// only the tenant may read the audit entries, because they contain drafts
for (const kind of offerKinds) {
  registerAuditGuard(
    offerKindNames[kind].id,
    async (db, recordId) => (await findOffer(db, kind, recordId)) !== undefined,
    ['CRM.Organization.View', createPermission],
  )
}
