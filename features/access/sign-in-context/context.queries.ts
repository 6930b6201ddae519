import { id } from '@counterfoil/kit/contract/fields.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import { alphabetical, contains } from '@counterfoil/kit/database/folded-text.ts'
import { inUse, type ListName, languagesInUse } from '@counterfoil/kit/database/lists.ts'
import { countRows, type Part } from '@counterfoil/kit/database/paging.ts'
import { reportsOff } from '@counterfoil/kit/database/report-settings.ts'
import { within } from '@counterfoil/kit/database/within.ts'
import { sql } from 'kysely'

export interface DirectorySubject {
  readonly issuer: string
  readonly subject: string
  readonly email: string | undefined
}

interface DirectoryUser {
  readonly user_id: string
  readonly tenant_id: string
  readonly signed_out_at: Date | null
  readonly isByEmail: boolean
}

/**
 * The user of a signed-in subject: by issuer and subject; else, among users that no subject of this issuer is bound to, by
 * the user id, which is the embedded provider's subject, or by e-mail. `isByEmail`: the subject is not bound yet.
 */
export async function findDirectoryUser(
  db: Db,
  { issuer, subject, email, isId }: DirectorySubject & { readonly isId: boolean },
): Promise<DirectoryUser | undefined> {
  const columns = ['user_id', 'tenant_id', 'signed_out_at'] as const
  const find = () => db.selectFrom('user_directory').select(columns)
  const findBound = async () => {
    const bound = await find()
      .where('issuer', '=', issuer)
      .where('subject', '=', subject)
      .executeTakeFirst()
    return bound && { ...bound, isByEmail: false }
  }
  const bound = await findBound()
  if (bound !== undefined) return bound
  const unbound = () => find().where('issuer', 'is distinct from', issuer)
  const byId =
    isId && id.safeParse(subject).success
      ? await unbound().where('user_id', '=', subject).executeTakeFirst()
      : undefined
  if (byId !== undefined) return { ...byId, isByEmail: false }
  if (!email) return undefined
  const byEmail = await unbound().where('email', '=', email.toLowerCase()).executeTakeFirst()
  // a concurrent first request may have bound it since
  return byEmail ? { ...byEmail, isByEmail: true } : findBound()
}

/** After the first sign-in the subject identifies the user, not the address; false when another request was first. */
export async function bindSubject(
  db: Db,
  userId: string,
  { issuer, subject }: DirectorySubject,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('user_directory')
    .set({ issuer, subject })
    .where('user_id', '=', userId)
    .where('issuer', 'is distinct from', issuer)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

/** A user with role, limits and tenant; undefined when there is none. */
export function readCallerRow(db: Db, userId: string) {
  return db
    .selectFrom('app_user as u')
    .innerJoin('role as r', (join) =>
      join.onRef('r.tenant_id', '=', 'u.tenant_id').onRef('r.id', '=', 'u.role_id'),
    )
    .innerJoin('tenant as t', 't.id', 'u.tenant_id')
    .leftJoin('user_merchant_limit as l', (join) =>
      join.onRef('l.tenant_id', '=', 'u.tenant_id').onRef('l.user_id', '=', 'u.id'),
    )
    .select([
      'u.id',
      'u.tenant_id',
      'u.merchant_id',
      'u.user_type',
      'u.email',
      'u.first_name',
      'u.last_name',
      'u.is_active',
      'u.time_zone',
      'u.locale',
      'u.last_login_at',
      'r.id as role_id',
      'r.name as role_name',
      'r.is_administrator',
      'r.permissions',
      'r.sca_required_permissions',
      'u.own_permissions',
      'u.own_sca_required_permissions',
      't.is_active as tenant_is_active',
      't.features_off',
      't.time_zone as tenant_time_zone',
      't.locale as tenant_locale',
      languagesInUse(sql.ref('u.tenant_id')).as('languages'),
      reportsOff(sql.ref('u.tenant_id'), sql.ref('u.role_id')).as('reports_off'),
      sql<
        string[]
      >`coalesce(array_agg(l.merchant_id) filter (where l.merchant_id is not null), '{}')`.as(
        'merchant_limits',
      ),
      limitColumn('user_method_limit', 'method').as('method_limits'),
      limitColumn('user_provider_limit', 'provider').as('provider_limits'),
    ])
    .where(within(db, 'u', null))
    .where('u.id', '=', userId)
    .groupBy(['u.tenant_id', 'u.id', 'r.tenant_id', 'r.id', 't.id'])
    .executeTakeFirst()
}

const limitColumn = (table: string, column: string) => sql<string[]>`array(
  select ${sql.ref(`x.${column}`)} from ${sql.table(table)} as x
  where x.tenant_id = u.tenant_id and x.user_id = u.id)`

/** Undefined when there is none. */
export function findTenant(db: Db, tenantId: string) {
  return db.selectFrom('tenant').selectAll().where('id', '=', tenantId).executeTakeFirst()
}

export function listTenants(db: Db, search: string | undefined, page: Part) {
  return db
    .selectFrom('tenant')
    .selectAll()
    .where('is_platform', '=', false)
    .$if(Boolean(search), (query) => query.where(contains(sql.ref('name'), search)))
    .orderBy('name')
    .limit(page.limit)
    .offset(page.offset)
    .execute()
}

export function countTenants(db: Db, search: string | undefined): Promise<number> {
  return countRows(
    db
      .selectFrom('tenant')
      .where('is_platform', '=', false)
      .$if(Boolean(search), (query) => query.where(contains(sql.ref('name'), search))),
  )
}

export function readMerchant(db: Db, merchantId: string) {
  return db
    .selectFrom('merchant')
    .selectAll()
    .where(within(db, 'merchant', 'id'))
    .where('id', '=', merchantId)
    .executeTakeFirst()
}

const maxColleagues = 100

/** The users of a merchant who may sign in. */
export function listColleagues(db: Db, merchantId: string) {
  return db
    .selectFrom('app_user')
    .select(['id', 'first_name', 'last_name'])
    .where(within(db, 'app_user'))
    .where('merchant_id', '=', merchantId)
    .where('is_active', '=', true)
    .orderBy(alphabetical(sql.ref('first_name')))
    .orderBy(alphabetical(sql.ref('last_name')))
    .limit(maxColleagues)
    .execute()
}

export function listActive(db: Db, list: ListName, tenantId: string | null) {
  return inUse(db, list, tenantId).orderBy('one.name').execute()
}

export function listActiveCurrencies(db: Db, tenantId: string | null) {
  return inUse(db, 'currency', tenantId).select('one.decimal_places').orderBy('one.code').execute()
}
