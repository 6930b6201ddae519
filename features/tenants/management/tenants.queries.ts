import type { Db } from '@counterfoil/kit/database/database.ts'
import { contains } from '@counterfoil/kit/database/folded-text.ts'
import { countRows, type Part } from '@counterfoil/kit/database/paging.ts'
import { tenantOf } from '@counterfoil/kit/database/tenant-of.ts'
import { type RawBuilder, sql } from 'kysely'

export interface TenantSearch {
  readonly searchKey?: string | undefined
  readonly isActive?: 'true' | 'false' | undefined
}

const matching = (db: Db, { searchKey, isActive }: TenantSearch) =>
  db
    .selectFrom('tenant as t')
    .where('t.is_platform', '=', false)
    .$if(isActive !== undefined, (query) => query.where('t.is_active', '=', isActive === 'true'))
    .$if(Boolean(searchKey), (query) =>
      query.where(contains(sql`concat_ws(' ', t.name, t.slug, t.support_email)`, searchKey)),
    )

/** `db` is a reader of the platform's. */
export async function listTenantRows(db: Db, search: TenantSearch, page: Part) {
  const rows = await matching(db, search)
    .selectAll('t')
    .orderBy('t.name')
    .orderBy('t.id')
    .limit(page.limit)
    .offset(page.offset)
    .execute()
  return withFacts(db, rows)
}

export type TenantRow = Awaited<ReturnType<typeof listTenantRows>>[number]

/** With how many merchants and users each has, and its languages; asked by tenant, as a cluster takes no question in another. */
async function withFacts<Row extends { readonly id: string }>(db: Db, rows: readonly Row[]) {
  const ids = rows.map(({ id }) => id)
  if (ids.length === 0) return []
  const counted = sql<number>`count(*)::integer`.as('count')
  const [merchants, users, languages, switchedOff] = await Promise.all([
    db
      .selectFrom('merchant')
      .select(['tenant_id', counted])
      .where('tenant_id', 'in', ids)
      .groupBy('tenant_id')
      .execute(),
    db
      .selectFrom('app_user')
      .select(['tenant_id', counted])
      .where('tenant_id', 'in', ids)
      .where('user_type', '=', 'tenant')
      .where('removed_at', 'is', null)
      .groupBy('tenant_id')
      .execute(),
    db
      .selectFrom('language')
      .select('code')
      .where('is_active', '=', true)
      .orderBy('code')
      .execute(),
    db
      .selectFrom('tenant_switch')
      .select(['tenant_id', 'code'])
      .where('tenant_id', 'in', ids)
      .where('list', '=', 'language')
      .where('is_active', '=', false)
      .execute(),
  ])
  const countOf = (counts: typeof merchants, id: string) =>
    counts.find((one) => one.tenant_id === id)?.count ?? 0
  const isOff = (id: string, code: string) =>
    switchedOff.some((one) => one.tenant_id === id && one.code === code)
  return rows.map((row) => ({
    ...row,
    merchant_count: countOf(merchants, row.id),
    user_count: countOf(users, row.id),
    languages: languages.map(({ code }) => code).filter((code) => !isOff(row.id, code)),
  }))
}

export function countTenantRows(db: Db, search: TenantSearch): Promise<number> {
  return countRows(matching(db, search))
}

/** Undefined for the platform's own tenant, which is not managed here. */
export async function findTenantRow(db: Db, tenantId: string): Promise<TenantRow | undefined> {
  const row = await matching(db, {}).selectAll('t').where('t.id', '=', tenantId).executeTakeFirst()
  return row && (await withFacts(db, [row]))[0]
}

export function lockTenant(db: Db, tenantId: string) {
  return db
    .selectFrom('tenant')
    .selectAll()
    .where('id', '=', tenantId)
    .where('is_platform', '=', false)
    .forUpdate()
    .executeTakeFirst()
}

/** The slugs of all tenants with this beginning. */
export async function listSlugs(db: Db, beginning: string): Promise<string[]> {
  const rows = await db
    .selectFrom('tenant')
    .select('slug')
    .where('slug', 'like', `${beginning}%`)
    .execute()
  return rows.map(({ slug }) => slug)
}

/** A name as it is compared: without its case, and with one plain space between words. */
const asRead = (name: RawBuilder<unknown>) =>
  sql`app.folded_name(regexp_replace(${name}, '[\\s\\u00a0\\u2000-\\u200a\\u202f\\u3000]+', ' ', 'g'))`

/** Whether another tenant has this name. */
export async function isNameTaken(db: Db, name: string, exceptId?: string): Promise<boolean> {
  const found = await db
    .selectFrom('tenant')
    .select('id')
    .where(sql<boolean>`${asRead(sql.ref('name'))} = ${asRead(sql`${name}::text`)}`)
    .$if(exceptId !== undefined, (query) => query.where('id', '!=', exceptId ?? ''))
    .executeTakeFirst()
  return found !== undefined
}

export interface NewTenantRow {
  readonly id: string
  readonly slug: string
  readonly name: string
  readonly supportEmail: string
  readonly timeZone: string
  readonly locale: string
  readonly homeCurrency: string
  /** The organisation that runs the installation, of which there is one. */
  readonly isPlatform?: boolean
  readonly at: Date
}

export function findPlatform(db: Db) {
  return db
    .selectFrom('tenant')
    .select(['id', 'name', 'time_zone as timeZone', 'locale', 'home_currency as homeCurrency'])
    .where('is_platform', '=', true)
    .executeTakeFirst()
}

/** False when a concurrent request took the slug. */
export async function insertTenant(db: Db, tenant: NewTenantRow): Promise<boolean> {
  const stored = await db
    .insertInto('tenant')
    .values({
      id: tenant.id,
      slug: tenant.slug,
      name: tenant.name,
      support_email: tenant.supportEmail,
      time_zone: tenant.timeZone,
      locale: tenant.locale,
      home_currency: tenant.homeCurrency,
      is_platform: tenant.isPlatform ?? false,
      theme: '{}',
      created_at: tenant.at,
    })
    .onConflict((conflict) => conflict.column('slug').doNothing())
    .returning('id')
    .executeTakeFirst()
  return stored !== undefined
}

export async function updateTenantRow(
  db: Db,
  tenantId: string,
  change: {
    readonly name?: string
    readonly support_email?: string
    readonly time_zone?: string
    readonly locale?: string
    readonly is_active?: boolean
    readonly features_off?: string[]
  },
): Promise<void> {
  await db
    .updateTable('tenant')
    .set((row) => ({
      ...change,
      version: row('version', '+', 1),
      settings_version: row('settings_version', '+', 1),
    }))
    .where('id', '=', tenantId)
    .execute()
}

/** The zone that a tenant had until an instant: the days before stay as they were. */
export async function insertPastTimeZone(db: Db, timeZone: string, until: Date): Promise<void> {
  await db
    .insertInto('past_time_zone')
    .values({ tenant_id: tenantOf(db), until, time_zone: timeZone })
    .execute()
}

/** Whether the platform has switched the currency on. */
export async function isCurrencyOn(db: Db, code: string): Promise<boolean> {
  const found = await db
    .selectFrom('currency')
    .select('code')
    .where('code', '=', code)
    .where('is_active', '=', true)
    .executeTakeFirst()
  return found !== undefined
}

/** Ends the sessions of all users of the tenant, also at the identity provider. */
export async function signOutTenant(db: Db, tenantId: string, at: Date): Promise<void> {
  await db
    .updateTable('user_directory')
    .set({ signed_out_at: at })
    .where('tenant_id', '=', tenantId)
    .execute()
}
