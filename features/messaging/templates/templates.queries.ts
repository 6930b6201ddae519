import type { Db } from '@counterfoil/kit/database/database.ts'
import { tenantOf } from '@counterfoil/kit/database/tenant-of.ts'
import { within } from '@counterfoil/kit/database/within.ts'
import { sql } from 'kysely'

export interface Place {
  readonly kind: string
  readonly language: string
  /** The kind of mail, for mails. */
  readonly purpose: string | null
  /** The user of a signature; null: the organisation's. */
  readonly userId: string | null
}

const selectInForce = (db: Db, { kind, language, purpose }: Place) =>
  db
    .selectFrom('template')
    .select(['subject', 'body'])
    .where(within(db, 'template', null))
    .where('kind', '=', kind)
    .where('language', '=', language)
    .where('is_active', '=', true)
    .where((is) => (purpose === null ? is('purpose', 'is', null) : is('purpose', '=', purpose)))

/** The active text of a place; a user's own comes before the organisation's. */
export function findInForce(db: Db, place: Place) {
  const { userId } = place
  return selectInForce(db, place)
    .where((is) =>
      userId === null
        ? is('user_id', 'is', null)
        : is.or([is('user_id', '=', userId), is('user_id', 'is', null)]),
    )
    .orderBy('user_id', (order) => order.asc().nullsLast())
    .orderBy('updated_at', 'desc')
    .limit(1)
    .executeTakeFirst()
}

const active = (db: Db, kind: string) =>
  db
    .selectFrom('template')
    .select(['id', 'name', 'language', 'body'])
    .where(within(db, 'template', null))
    .where('kind', '=', kind)
    .where('is_active', '=', true)

/** The active templates of a kind, by name. */
export function listActive(db: Db, kind: string, tenantId: string) {
  return active(db, kind).where('tenant_id', '=', tenantId).orderBy('name').execute()
}

export function findActive(db: Db, kind: string, id: string) {
  return active(db, kind).where('id', '=', id).executeTakeFirst()
}

export async function findPlace(
  db: Db,
  id: string,
): Promise<(Place & { readonly isActive: boolean }) | undefined> {
  const row = await db
    .selectFrom('template')
    .select(['kind', 'language', 'purpose', 'user_id', 'is_active'])
    .where(within(db, 'template', null))
    .where('id', '=', id)
    .executeTakeFirst()
  return row && { ...row, userId: row.user_id, isActive: row.is_active }
}

/** Deactivates the other texts of the place; answers their ids. */
export async function updateOthersInactive(
  db: Db,
  place: Place,
  id: string,
  at: Date,
): Promise<string[]> {
  const { kind, language, purpose, userId } = place
  const rows = await db
    .updateTable('template')
    .set((row) => ({ is_active: false, version: row('version', '+', 1), updated_at: at }))
    .where(within(db, 'template', null))
    .where('kind', '=', kind)
    .where('language', '=', language)
    .where('is_active', '=', true)
    .where('id', '<>', id)
    .where(sql<boolean>`purpose is not distinct from ${purpose}`)
    .where(sql<boolean>`user_id is not distinct from ${userId}::uuid`)
    .returning('id')
    .execute()
  return rows.map((row) => row.id)
}

interface Saved {
  readonly templateId: string
  readonly number: number
  readonly values: Readonly<Record<string, unknown>>
  readonly by: string
  readonly at: Date
}

export async function insertTemplateVersion(db: Db, saved: Saved): Promise<void> {
  await db
    .insertInto('template_version')
    .values({
      tenant_id: tenantOf(db),
      template_id: saved.templateId,
      number: saved.number,
      saved_values: JSON.stringify(saved.values),
      saved_by: saved.by,
      saved_at: saved.at,
    })
    .execute()
}

/** Newest first. */
export function listVersions(db: Db, templateId: string, limit: number) {
  return db
    .selectFrom('template_version')
    .select(['number', 'saved_values', 'saved_by', 'saved_at'])
    .where(within(db, 'template_version', null))
    .where('template_id', '=', templateId)
    .orderBy('number', 'desc')
    .limit(limit)
    .execute()
}

/** The given merchant, or the first by name. */
export function findMerchant(db: Db, id: string | null) {
  return db
    .selectFrom('merchant as m')
    .leftJoin('website as w', (join) =>
      join
        .onRef('w.tenant_id', '=', 'm.tenant_id')
        .onRef('w.merchant_id', '=', 'm.id')
        .on('w.is_active', '=', true),
    )
    .select(['m.legal_business_name as name', 'm.country', 'm.home_currency as currency', 'w.url'])
    .where(within(db, 'm', 'id'))
    .$if(id !== null, (query) => query.where('m.id', '=', id ?? ''))
    .orderBy('m.legal_business_name')
    .orderBy('w.created_at')
    .limit(1)
    .executeTakeFirst()
}

export function readTenant(db: Db) {
  return db
    .selectFrom('tenant')
    .select(['name', 'support_email as supportEmail'])
    .where('id', '=', tenantOf(db))
    .executeTakeFirstOrThrow()
}

/** The user who signs. */
export function findOperator(db: Db, userId: string) {
  return db
    .selectFrom('app_user')
    .select(['first_name', 'last_name', 'email'])
    .where(within(db, 'app_user', null))
    .where('id', '=', userId)
    .executeTakeFirst()
}
