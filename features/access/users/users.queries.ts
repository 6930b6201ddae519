import type { Db } from '@counterfoil/kit/database/database.ts'
import { alphabetical, contains } from '@counterfoil/kit/database/folded-text.ts'
import { tenantOf } from '@counterfoil/kit/database/tenant-of.ts'
import { within } from '@counterfoil/kit/database/within.ts'
import { type RawBuilder, sql } from 'kysely'

export interface UserSearch {
  readonly userTypes: readonly string[]
  readonly searchKey?: string | undefined
  readonly status?: 'Active' | 'Invited' | 'Locked' | 'Inactive' | undefined
  readonly roleId?: string | undefined
  readonly merchantId?: string | undefined
  readonly tenantId?: string | undefined
  readonly now: Date
}

export interface UserListRow {
  readonly tenant_id: string
  readonly tenant_name: string
  readonly features_off: string[]
  readonly id: string
  readonly email: string
  readonly first_name: string
  readonly last_name: string
  readonly user_type: string
  readonly merchant_id: string | null
  readonly merchant_name: string | null
  readonly role_id: string
  readonly role_name: string
  readonly is_administrator: boolean
  readonly role_permissions: string[]
  readonly role_sca_permissions: string[]
  readonly own_permissions: string[]
  readonly own_sca_permissions: string[]
  readonly rights_version: number
  readonly is_active: boolean
  readonly is_invited: boolean
  readonly locked_until: Date | null
  readonly last_login_at: Date | null
  readonly created_at: Date
}

/** The user was invited and has not signed in yet. */
const isInvited = sql`(u.last_login_at is null and i.user_id is not null)`

const joins = sql`
  join tenant as t on t.id = u.tenant_id
  left join merchant as m on m.tenant_id = u.tenant_id and m.id = u.merchant_id
  left join (
    select k.user_id from account_token as k where k.purpose = 'invitation'
    group by k.user_id having bool_and(k.used_at is null)
  ) as i on i.user_id = u.id`

/** `db` reads the whole tenant: roles for every merchant have no merchant id. */
const selectUsers = (db: Db) => sql`
  select u.tenant_id, t.name as tenant_name, t.features_off, u.id, u.email, u.first_name, u.last_name, u.user_type,
    u.merchant_id, m.legal_business_name as merchant_name, u.role_id, r.name as role_name,
    r.is_administrator, r.permissions as role_permissions,
    r.sca_required_permissions as role_sca_permissions, u.own_permissions,
    u.own_sca_required_permissions as own_sca_permissions, u.rights_version, u.is_active,
    ${isInvited} as is_invited, u.locked_until, u.last_login_at, u.created_at
  from app_user as u
  join role as r on r.tenant_id = u.tenant_id and r.id = u.role_id and ${within(db, 'r', null)}
  ${joins}`

const [lastName, firstName] = [alphabetical(sql`u.last_name`), alphabetical(sql`u.first_name`)]
const byName = sql`${lastName}, ${firstName}, u.id`

const orders: Readonly<Record<string, RawBuilder<unknown>>> = {
  name: byName,
  '-name': sql`${lastName} desc, ${firstName} desc, u.id desc`,
  email: sql`u.email, u.id`,
  '-email': sql`u.email desc, u.id desc`,
  lastLoginTime: sql`u.last_login_at nulls first, u.id`,
  '-lastLoginTime': sql`u.last_login_at desc nulls last, u.id desc`,
}

/**
 * `merchantIds`: the merchants whose users may be seen, null for all. `db` may read more than the caller, because roles
 * for every merchant have no merchant id.
 */
export async function listUserRows(
  db: Db,
  search: UserSearch,
  merchantIds: readonly string[] | null,
  page: { sort?: string | undefined; limit: number; offset: number },
): Promise<UserListRow[]> {
  const { rows } = await sql<UserListRow>`
    ${selectUsers(db)} where ${filterCondition(db, search, merchantIds)}
    order by ${orders[page.sort ?? 'name'] ?? byName} limit ${page.limit} offset ${page.offset}`.execute(
    db,
  )
  return rows
}

export async function countUserRows(
  db: Db,
  search: UserSearch,
  merchantIds: readonly string[] | null,
): Promise<number> {
  const { rows } = await sql<{ count: bigint }>`
    select count(*)::bigint as count from app_user as u ${joins}
    where ${filterCondition(db, search, merchantIds)}`.execute(db)
  return Number(rows[0]?.count ?? 0n)
}

function filterCondition(db: Db, search: UserSearch, merchantIds: readonly string[] | null) {
  const conditions = [
    within(db, 'u', null),
    sql`u.removed_at is null`,
    sql`u.user_type = any (${search.userTypes as string[]}::text[])`,
  ]
  if (merchantIds !== null)
    conditions.push(sql`u.merchant_id = any (${merchantIds as string[]}::uuid[])`)
  if (search.tenantId !== undefined) conditions.push(sql`u.tenant_id = ${search.tenantId}::uuid`)
  if (search.merchantId !== undefined)
    conditions.push(sql`u.merchant_id = ${search.merchantId}::uuid`)
  if (search.roleId !== undefined) conditions.push(sql`u.role_id = ${search.roleId}::uuid`)
  if (search.searchKey) {
    conditions.push(
      contains(
        sql`concat_ws(' ', u.email, u.first_name || ' ' || u.last_name, m.legal_business_name)`,
        search.searchKey,
      ),
    )
  }
  if (search.status !== undefined) conditions.push(statusConditions(search.now)[search.status])
  return sql.join(conditions, sql` and `)
}

const statusConditions = (now: Date) => {
  const isLocked = sql`(u.locked_until is not null and u.locked_until > ${now})`
  return {
    Inactive: sql`not u.is_active`,
    Invited: sql`u.is_active and ${isInvited}`,
    Locked: sql`u.is_active and not ${isInvited} and ${isLocked}`,
    Active: sql`u.is_active and not ${isInvited} and not ${isLocked}`,
  }
}

export async function findUserRow(
  db: Db,
  userId: string,
  merchantIds: readonly string[] | null,
): Promise<UserListRow | undefined> {
  const merchantCondition =
    merchantIds === null ? sql`true` : sql`u.merchant_id = any (${merchantIds as string[]}::uuid[])`
  const { rows } = await sql<UserListRow>`
    ${selectUsers(db)}
    where ${within(db, 'u', null)} and u.id = ${userId}::uuid and u.removed_at is null and ${merchantCondition}`.execute(
    db,
  )
  return rows[0]
}

/**
 * The administrators of an organisation that count: active, signed in once, and not limited to merchants. Their rows are
 * locked in the order of ids until the transaction ends, together with the user who is to lose the role: of two
 * administrators who demote each other at once, one is refused.
 */
export async function lockAdministrators(
  db: Db,
  organisation: { id: string; userType: string; merchantId: string | null },
): Promise<string[]> {
  await administratorsOf(db, organisation, organisation.id).orderBy('u.id').forUpdate('u').execute()
  // read again under the lock: a transaction that waited sees what the other one committed
  const rows = await administratorsOf(db, organisation).execute()
  const openInvitations = await db
    .selectFrom('account_token')
    .select('user_id')
    .where('tenant_id', '=', tenantOf(db))
    .where('purpose', '=', 'invitation')
    .where('used_at', 'is', null)
    .execute()
  const invited = new Set(openInvitations.map((row) => row.user_id))
  return rows.map((row) => row.id).filter((userId) => !invited.has(userId))
}

/** Of an organisation's operators, in the order of their names. */
export async function listAdministrators(db: Db, userType: string) {
  const rows = await administratorsOf(db, { userType, merchantId: null })
    .select(['u.email', 'u.first_name', 'u.last_name'])
    .orderBy('u.first_name')
    .orderBy('u.email')
    .execute()
  return rows.map(({ id, email, first_name: first, last_name: last }) => ({
    ...{ id, email, name: `${first} ${last}`.trim() },
  }))
}

function administratorsOf(
  db: Db,
  organisation: { userType: string; merchantId: string | null },
  includedId?: string,
) {
  return db
    .selectFrom('app_user as u')
    .innerJoin('role as r', (join) =>
      join.onRef('r.tenant_id', '=', 'u.tenant_id').onRef('r.id', '=', 'u.role_id'),
    )
    .select('u.id')
    .where(within(db, 'u', null))
    .where((eb) =>
      eb.or([
        eb.and([
          eb('r.is_administrator', '=', true),
          eb('u.user_type', '=', organisation.userType),
          eb('u.merchant_id', 'is not distinct from', organisation.merchantId),
          eb('u.is_active', '=', true),
          eb('u.removed_at', 'is', null),
          sql<boolean>`not exists (
            select from user_merchant_limit as l where l.tenant_id = u.tenant_id and l.user_id = u.id)`,
        ]),
        ...(includedId === undefined ? [] : [eb('u.id', '=', includedId)]),
      ]),
    )
}

export async function updateUserRow(
  db: Db,
  userId: string,
  change: { firstName: string; lastName: string; roleId: string },
): Promise<void> {
  await db
    .updateTable('app_user')
    .set({ first_name: change.firstName, last_name: change.lastName, role_id: change.roleId })
    .where(within(db, 'app_user'))
    .where('id', '=', userId)
    .execute()
}

/** The name stays for the entries of what the user did; the role and the e-mail address are free for others. */
export async function updateRemoved(db: Db, userId: string, at: Date): Promise<void> {
  await db
    .updateTable('app_user')
    .set({ removed_at: at, role_id: null })
    .where(within(db, 'app_user'))
    .where('id', '=', userId)
    .execute()
  await db
    .updateTable('user_directory')
    .set({ email: `removed:${userId}` })
    .where('user_id', '=', userId)
    .where('tenant_id', '=', tenantOf(db))
    .execute()
}

export async function updateUnlocked(db: Db, userId: string, at: Date): Promise<void> {
  await db
    .updateTable('app_user')
    .set({ locked_until: null })
    .where(within(db, 'app_user'))
    .where('id', '=', userId)
    .execute()
  await db
    .updateTable('user_directory')
    .set({ unlocked_at: at })
    .where('user_id', '=', userId)
    .where('tenant_id', '=', tenantOf(db))
    .execute()
}
