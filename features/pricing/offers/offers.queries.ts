import type { DB } from '@counterfoil/database/rows.generated.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import { holds } from '@counterfoil/kit/database/holders.ts'
import { countRows, type Part } from '@counterfoil/kit/database/paging.ts'
import { tenantOf } from '@counterfoil/kit/database/tenant-of.ts'
import { within } from '@counterfoil/kit/database/within.ts'
import type { Insertable, Selectable, Updateable } from 'kysely'
import type { OfferKind } from './offer-kinds.schema.ts'

export type StoredOffer = Selectable<DB['offer']>
type NewOffer = Omit<Insertable<DB['offer']>, 'tenant_id'>

export interface OfferSearch {
  readonly kind: OfferKind
  readonly merchantId?: string | undefined
  /** Only the tenant sees drafts. */
  readonly isSent: boolean
}

const offersOf = (db: Db, { kind, merchantId, isSent }: OfferSearch) =>
  db
    .selectFrom('offer')
    .where(within(db, 'offer'))
    .where('kind', '=', kind)
    .$if(merchantId !== undefined, (query) => query.where('merchant_id', '=', merchantId ?? ''))
    .$if(isSent, (query) => query.where('status', '<>', 'created'))

/** Newest first. */
export function listOffers(db: Db, search: OfferSearch, page: Part) {
  return offersOf(db, search)
    .select(['id', 'kind', 'version', 'status', 'subject', 'language', 'created_at', 'sent_at'])
    .select(['expires_at', 'answered_at', 'withdrawn_at', 'merchant_id', 'merchant_name'])
    .orderBy('id', 'desc')
    .limit(page.limit)
    .offset(page.offset)
    .execute()
}

export function countOffers(db: Db, search: OfferSearch): Promise<number> {
  return countRows(offersOf(db, search))
}

export function findOffer(db: Db, kind: OfferKind, id: string): Promise<StoredOffer | undefined> {
  return db
    .selectFrom('offer')
    .selectAll()
    .where(within(db, 'offer'))
    .where('kind', '=', kind)
    .where('id', '=', id)
    .executeTakeFirst()
}

/** Locked until the end of the transaction. */
export function lockOffer(db: Db, kind: OfferKind, id: string): Promise<StoredOffer | undefined> {
  return db
    .selectFrom('offer')
    .selectAll()
    .where(within(db, 'offer'))
    .where('kind', '=', kind)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

export async function readLastVersion(db: Db, seriesId: string): Promise<number> {
  const { last } = await db
    .selectFrom('offer')
    .select((eb) => eb.fn.max('version').as('last'))
    .where(within(db, 'offer'))
    .where('series_id', '=', seriesId)
    .executeTakeFirstOrThrow()
  return last
}

/** The last version after this one; `isSent`: of those that the merchant sees. */
export function findNewerVersion(
  db: Db,
  { series_id, version }: Pick<StoredOffer, 'series_id' | 'version'>,
  isSent: boolean,
): Promise<{ id: string; version: number } | undefined> {
  return db
    .selectFrom('offer')
    .select(['id', 'version'])
    .where(within(db, 'offer'))
    .where('series_id', '=', series_id)
    .where('version', '>', version)
    .$if(isSent, (query) => query.where('status', '<>', 'created'))
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst()
}

export function insertOffer(db: Db, offer: NewOffer): Promise<StoredOffer> {
  return db
    .insertInto('offer')
    .values({ ...offer, tenant_id: tenantOf(db) })
    .returningAll()
    .executeTakeFirstOrThrow()
}

export function updateOffer(
  db: Db,
  id: string,
  change: Updateable<DB['offer']>,
): Promise<StoredOffer> {
  return db
    .updateTable('offer')
    .set(change)
    .where(within(db, 'offer'))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

export async function deleteOffer(db: Db, id: string): Promise<void> {
  await db.deleteFrom('offer').where(within(db, 'offer')).where('id', '=', id).execute()
}

/** The merchant and its tenant. */
export function findParties(db: Db, merchantId: string) {
  return db
    .selectFrom('merchant as m')
    .innerJoin('tenant as t', 't.id', 'm.tenant_id')
    .select(['m.tenant_id as tenantId', 'm.home_currency as currency'])
    .select(['m.legal_business_name as merchantName', 't.name as tenantName'])
    .where(within(db, 'm', 'id'))
    .where('m.id', '=', merchantId)
    .executeTakeFirst()
}

/** Active users of the merchant with the permission. */
export function listUsersWhoMayAnswer(db: Db, merchantId: string, permission: string) {
  return db
    .selectFrom('app_user as u')
    .innerJoin('role as r', (join) =>
      join.onRef('r.tenant_id', '=', 'u.tenant_id').onRef('r.id', '=', 'u.role_id'),
    )
    .select(['u.email', 'u.first_name as firstName', 'u.last_name as lastName', 'u.locale'])
    .where(within(db, 'u'))
    .where('u.merchant_id', '=', merchantId)
    .where('u.user_type', '=', 'merchant')
    .where('u.is_active', '=', true)
    .where(holds(permission))
    .orderBy('u.id')
    .execute()
}
