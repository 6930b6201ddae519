import { Problem } from '@counterfoil/kit/contract/problem.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import {
  failureCode,
  foreignKeyViolation,
  uniqueViolation,
} from '@counterfoil/kit/database/failures.ts'
import { contains } from '@counterfoil/kit/database/folded-text.ts'
import { tenantOf } from '@counterfoil/kit/database/tenant-of.ts'
import { ofMerchants, within } from '@counterfoil/kit/database/within.ts'
import { sql } from 'kysely'
import type { RoleInput } from './roles.rules.ts'

export interface RoleSearch {
  readonly userType: string
  readonly searchKey?: string | undefined
  readonly tenantId?: string | undefined
  /** Roles of this merchant, and those for every merchant. */
  readonly merchantId?: string | undefined
  /** The merchants whose own roles the caller may see; null: all. Roles for every merchant have no merchant id. */
  readonly merchantIds: readonly string[] | null
}

const columns = sql.raw(
  [
    'r.tenant_id, r.id, r.merchant_id, r.name, r.user_type, r.is_administrator, r.permissions',
    'r.sca_required_permissions, r.version, t.name as tenant_name, m.legal_business_name as merchant_name',
  ].join(', '),
)

export interface RoleListRow {
  readonly tenant_id: string
  readonly id: string
  readonly merchant_id: string | null
  readonly name: string
  readonly user_type: string
  readonly is_administrator: boolean
  readonly permissions: string[]
  readonly sca_required_permissions: string[]
  readonly version: number
  readonly tenant_name: string
  readonly merchant_name: string | null
  readonly user_count: bigint
}

/** `db` reads the whole tenant: roles for every merchant have no merchant id. */
export async function listRoleRows(
  db: Db,
  search: RoleSearch,
  page: { limit: number; offset: number },
): Promise<RoleListRow[]> {
  const { rows } = await sql<RoleListRow>`
    select ${columns}, coalesce(u.users, 0)::bigint as user_count
    from role as r
    join tenant as t on t.id = r.tenant_id
    left join merchant as m on m.tenant_id = r.tenant_id and m.id = r.merchant_id
    left join (
      select u.tenant_id, u.role_id, count(*) as users from app_user as u
      where ${within(db, 'u', null)} and u.removed_at is null and ${ofMerchants('u', search.merchantIds)}
      group by u.tenant_id, u.role_id
    ) as u on u.tenant_id = r.tenant_id and u.role_id = r.id
    where ${filterCondition(db, search)}
    order by t.name, m.legal_business_name nulls first, r.name, r.id
    limit ${page.limit} offset ${page.offset}`.execute(db)
  return rows
}

export async function countRoleRows(db: Db, search: RoleSearch): Promise<number> {
  const { rows } = await sql<{ count: bigint }>`
    select count(*)::bigint as count from role as r where ${filterCondition(db, search)}`.execute(
    db,
  )
  return Number(rows[0]?.count ?? 0n)
}

function filterCondition(db: Db, search: RoleSearch) {
  const all = [
    within(db, 'r', null),
    sql`r.user_type = ${search.userType}`,
    ofMerchants('r', search.merchantIds),
  ]
  if (search.tenantId !== undefined) all.push(sql`r.tenant_id = ${search.tenantId}::uuid`)
  if (search.merchantId !== undefined) {
    all.push(sql`(r.merchant_id is null or r.merchant_id = ${search.merchantId}::uuid)`)
  }
  if (search.searchKey) {
    all.push(contains(sql`r.name`, search.searchKey))
  }
  return sql.join(all, sql` and `)
}

/** `db` reads the whole tenant. */
export async function findRoleRow(
  db: Db,
  roleId: string,
  merchantIds: readonly string[] | null,
): Promise<RoleListRow | undefined> {
  const { rows } = await sql<RoleListRow>`
    select ${columns}, (
      select count(*) from app_user as u
      where u.tenant_id = r.tenant_id and u.role_id = r.id and u.removed_at is null
        and ${ofMerchants('u', merchantIds)}
    )::bigint as user_count
    from role as r
    join tenant as t on t.id = r.tenant_id
    left join merchant as m on m.tenant_id = r.tenant_id and m.id = r.merchant_id
    where ${within(db, 'r', null)} and r.id = ${roleId}::uuid and ${ofMerchants('r', merchantIds)}`.execute(
    db,
  )
  return rows[0]
}

export function lockRole(db: Db, roleId: string) {
  return db
    .selectFrom('role')
    .select(['id', 'version'])
    .where(within(db, 'role', null))
    .where('id', '=', roleId)
    .forUpdate()
    .executeTakeFirst()
}

/** Whether another role of the same user type and merchant has this name. */
export async function isNameTaken(
  db: Db,
  role: { userType: string; merchantId: string | null; name: string; exceptId?: string },
): Promise<boolean> {
  const found = await db
    .selectFrom('role')
    .select('id')
    .where(within(db, 'role', null))
    .where('user_type', '=', role.userType)
    .where('merchant_id', 'is not distinct from', role.merchantId)
    .where(sql<boolean>`app.folded_name(name) = app.folded_name(${role.name})`)
    .$if(role.exceptId !== undefined, (query) => query.where('id', '!=', role.exceptId ?? ''))
    .executeTakeFirst()
  return found !== undefined
}

export function findMerchantName(db: Db, merchantId: string) {
  return db
    .selectFrom('merchant')
    .select('legal_business_name')
    .where(within(db, 'merchant', 'id'))
    .where('id', '=', merchantId)
    .executeTakeFirst()
}

export const nameTaken = (): Problem => {
  const message = 'Another role has this name'
  return new Problem('role.name_taken', 422, message, { path: 'name' })
}

/** Of two concurrent roles of one name, the table's unique key refuses the second. */
const refuseDuplicateName = (error: unknown): never => {
  throw failureCode(error) === uniqueViolation ? nameTaken() : error
}

export async function findAdministratorRole(db: Db, userType: string): Promise<string | undefined> {
  const role = await db
    .selectFrom('role')
    .select('id')
    .where(within(db, 'role', null))
    .where('user_type', '=', userType)
    .where('is_administrator', '=', true)
    .executeTakeFirst()
  return role?.id
}

/** The tenant's role for administrators of any of its merchants; the oldest, should there be several. */
export async function findMerchantAdministratorRole(db: Db): Promise<string | undefined> {
  const role = await db
    .selectFrom('role')
    .select('id')
    .where(within(db, 'role', null))
    .where('user_type', '=', 'merchant')
    .where('merchant_id', 'is', null)
    .where('is_administrator', '=', true)
    .orderBy('created_at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  return role?.id
}

export async function insertRole(
  db: Db,
  role: RoleInput & {
    id: string
    userType: string
    merchantId: string | null
    isAdministrator?: boolean
    at: Date
  },
): Promise<void> {
  await db
    .insertInto('role')
    .values({
      tenant_id: tenantOf(db),
      id: role.id,
      merchant_id: role.merchantId,
      name: role.name,
      user_type: role.userType,
      is_administrator: role.isAdministrator ?? false,
      permissions: [...role.permissions],
      sca_required_permissions: [...role.scaRequiredPermissions],
      created_at: role.at,
    })
    .execute()
    .catch(refuseDuplicateName)
}

export async function updateRoleRow(db: Db, roleId: string, input: RoleInput): Promise<void> {
  await db
    .updateTable('role')
    .set((eb) => ({
      name: input.name,
      permissions: [...input.permissions],
      sca_required_permissions: [...input.scaRequiredPermissions],
      version: eb('version', '+', 1),
    }))
    .where(within(db, 'role'))
    .where('id', '=', roleId)
    .execute()
    .catch(refuseDuplicateName)
}

export async function deleteRole(db: Db, roleId: string): Promise<void> {
  try {
    await db.deleteFrom('role').where(within(db, 'role')).where('id', '=', roleId).execute()
  } catch (error) {
    // settings refer to roles too, for example the activities of a set
    if (failureCode(error) !== foreignKeyViolation) throw error
    throw new Problem('role.in_use', 409, 'This role is in use in the settings')
  }
}
