// Changes of an offer, in its tenant's transaction and with their audit entry.
import { notFound } from '@counterfoil/kit/contract/problem.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import { actOnceForCaller } from '@counterfoil/kit/server/idempotency/act-once.ts'
import type { Context, UserCaller } from '@counterfoil/kit/server/request/context.ts'
import { type OfferKind, offerKindNames } from './offer-kinds.schema.ts'
import { findOffer, findParties, lockOffer, type StoredOffer } from './offers.queries.ts'
import { auditValues, offerView } from './offers.views.ts'

export type UserContext = Context<UserCaller>
type OfferView = ReturnType<typeof offerView>

const offerNotFound = (kind: OfferKind) => notFound(`The ${offerKindNames[kind].one}`)

/** Merchants cannot see drafts. */
const isVisibleTo = ({ userType }: UserCaller, { status }: StoredOffer) =>
  userType !== 'merchant' || status !== 'created'

export async function readOffer(
  kind: OfferKind,
  id: string,
  { db, caller }: Pick<UserContext, 'db' | 'caller'>,
): Promise<StoredOffer> {
  const offer = await findOffer(db, kind, id)
  if (offer === undefined || !isVisibleTo(caller, offer)) throw offerNotFound(kind)
  return offer
}

export async function readParties(db: Db, merchantId: string) {
  const parties = await findParties(db, merchantId)
  if (parties === undefined) throw notFound('The merchant')
  return parties
}

/** What a user asked for: a repeat with its idempotency key asks for the same. */
interface OfferRequest {
  readonly call: 'create' | 'update' | 'delete' | 'send' | 'revise' | 'withdraw' | 'answer'
  readonly id?: string
  readonly body: unknown
}

/**
 * One change in the tenant's transaction, with its audit entry, once for each idempotency key: whoever lost the first answer
 * gets it again, instead of a refusal because the offer has changed.
 */
function changeOnce<A>(
  kind: OfferKind,
  context: UserContext,
  tenantId: string,
  { call, id, body }: OfferRequest,
  work: (db: Db) => Promise<A>,
): Promise<A> {
  const request = { endpointId: `${offerKindNames[kind].id}.${call}`, params: { id }, body }
  const inTenant = <T>(act: (db: Db) => Promise<T>) => context.transaction(act, tenantId)
  return actOnceForCaller(context, inTenant, request, work)
}

/** `work` answers the changed offer; undefined: it was deleted, and is answered as it was. */
export async function updateWithAudit(
  kind: OfferKind,
  request: OfferRequest & { readonly id: string },
  context: UserContext,
  work: (db: Db, offer: StoredOffer) => Promise<StoredOffer | undefined>,
): Promise<OfferView> {
  const { id } = request
  const seen = await readOffer(kind, id, context)
  return changeOnce(kind, context, seen.tenant_id, request, async (db) => {
    const offer = await lockOffer(db, kind, id)
    if (offer === undefined) throw offerNotFound(kind)
    const after = await work(db, offer)
    await context.audit(db, {
      type: offerKindNames[kind].id,
      id,
      merchantId: offer.merchant_id,
      before: auditValues(offer),
      ...(after === undefined ? {} : { after: auditValues(after) }),
    })
    return offerView(after ?? offer)
  })
}

/** Inserts a new offer, with its audit entry. */
export function insertWithAudit(
  kind: OfferKind,
  request: OfferRequest,
  context: UserContext,
  tenantId: string,
  work: (db: Db) => Promise<StoredOffer>,
): Promise<OfferView> {
  return changeOnce(kind, context, tenantId, request, async (db) => {
    const made = await work(db)
    await context.audit(db, {
      type: offerKindNames[kind].id,
      id: made.id,
      merchantId: made.merchant_id,
      after: auditValues(made),
    })
    return offerView(made)
  })
}
