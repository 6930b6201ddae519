// An offer on which somebody works: found as they may see it, changed in its tenant, with the audit entry.
import { notFound } from '@counterfoil/kit/contract/problem.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import type { Context, UserCaller } from '@counterfoil/kit/server/request/context.ts'
import { type OfferKind, wordsOf } from './offer-labels.contract.ts'
import { findOffer, findParties, lockOffer, type StoredOffer } from './offers.queries.ts'
import { auditedOf } from './offers.views.ts'

export type Called = Context<UserCaller>

const noSuch = (kind: OfferKind) => notFound(`The ${wordsOf[kind].one}`)

/** Merchants know nothing of drafts. */
const isShownTo = ({ userType }: UserCaller, { status }: StoredOffer) =>
  userType !== 'merchant' || status !== 'created'

export async function readOffer(
  kind: OfferKind,
  id: string,
  { db, caller }: Pick<Called, 'db' | 'caller'>,
): Promise<StoredOffer> {
  const offer = await findOffer(db, kind, id)
  if (offer === undefined || !isShownTo(caller, offer)) throw noSuch(kind)
  return offer
}

export async function readParties(db: Db, merchantId: string) {
  const parties = await findParties(db, merchantId)
  if (parties === undefined) throw notFound('The merchant')
  return parties
}

/** `work` answers what the offer has become; undefined: it is gone. */
export async function updateWithAudit<T extends StoredOffer | undefined>(
  kind: OfferKind,
  id: string,
  context: Called,
  work: (db: Db, offer: StoredOffer) => Promise<T>,
): Promise<T> {
  const seen = await readOffer(kind, id, context)
  return context.transaction(async (db) => {
    const offer = await lockOffer(db, kind, id)
    if (offer === undefined) throw noSuch(kind)
    const after = await work(db, offer)
    await context.audit(db, {
      type: wordsOf[kind].id,
      id,
      merchantId: offer.merchant_id,
      before: auditedOf(offer),
      ...(after === undefined ? {} : { after: auditedOf(after) }),
    })
    return after
  }, seen.tenant_id)
}

/** Keeps what is new, with its entry. */
export function insertWithAudit(
  kind: OfferKind,
  context: Called,
  tenantId: string,
  work: (db: Db) => Promise<StoredOffer>,
): Promise<StoredOffer> {
  return context.transaction(async (db) => {
    const made = await work(db)
    await context.audit(db, {
      type: wordsOf[kind].id,
      id: made.id,
      merchantId: made.merchant_id,
      after: auditedOf(made),
    })
    return made
  }, tenantId)
}
