// Changes of an offer, in its tenant's transaction and with their audit entry.
import { notFound } from '@counterfoil/kit/contract/problem.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import type { Context, UserCaller } from '@counterfoil/kit/server/request/context.ts'
import { type OfferKind, offerKindNames } from './offer-kinds.schema.ts'
import { findOffer, findParties, lockOffer, type StoredOffer } from './offers.queries.ts'
import { auditValues } from './offers.views.ts'

export type UserContext = Context<UserCaller>

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

/** `work` answers the changed offer; undefined: it was deleted. */
export async function updateWithAudit<T extends StoredOffer | undefined>(
  kind: OfferKind,
  id: string,
  context: UserContext,
  work: (db: Db, offer: StoredOffer) => Promise<T>,
): Promise<T> {
  const seen = await readOffer(kind, id, context)
  return context.transaction(async (db) => {
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
    return after
  }, seen.tenant_id)
}

/** Inserts a new offer, with its audit entry. */
export function insertWithAudit(
  kind: OfferKind,
  context: UserContext,
  tenantId: string,
  work: (db: Db) => Promise<StoredOffer>,
): Promise<StoredOffer> {
  return context.transaction(async (db) => {
    const made = await work(db)
    await context.audit(db, {
      type: offerKindNames[kind].id,
      id: made.id,
      merchantId: made.merchant_id,
      after: auditValues(made),
    })
    return made
  }, tenantId)
}
