import type { Db } from '@counterfoil/kit/database/database.ts'
import { tenantOf } from '@counterfoil/kit/database/tenant-of.ts'
import { within } from '@counterfoil/kit/database/within.ts'
import { sql } from 'kysely'

/** When the user asked for any of these last; undefined when not since `since`. */
export async function findAskedAt(
  db: Db,
  userId: string,
  permissions: readonly string[],
  since: Date,
): Promise<Date | undefined> {
  const found = await db
    .selectFrom('access_request')
    .select('asked_at')
    .where(within(db, 'access_request', null))
    .where('user_id', '=', userId)
    .where('permission', 'in', permissions)
    .where('asked_at', '>', since)
    .orderBy('asked_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return found?.asked_at
}

/** Answers those of the permissions that were not asked for since `since`; two at once are one. */
export async function upsertAsked(
  db: Db,
  userId: string,
  permissions: readonly string[],
  at: Date,
  since: Date,
): Promise<string[]> {
  const tenant_id = tenantOf(db)
  const rows = await db
    .insertInto('access_request')
    .values(
      permissions.map((permission) => ({ tenant_id, user_id: userId, permission, asked_at: at })),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['tenant_id', 'user_id', 'permission'])
        .doUpdateSet({ asked_at: at })
        .where('access_request.asked_at', '<=', since),
    )
    .returning('permission')
    .execute()
  return rows.map(({ permission }) => permission)
}

export interface Colleague {
  readonly id: string
  readonly email: string
  readonly first_name: string
  readonly locale: string | null
  readonly user_type: string
  readonly merchant_id: string | null
  readonly permissions: string[]
  readonly merchant_limits: string[]
}

/** The active users of a tenant who manage users; `db` reads the whole tenant. */
export async function listUserManagers(db: Db): Promise<Colleague[]> {
  const rights = ['manageCrmRoles', 'manageMerchantRoles', 'Merchant.UserManagement.Users']
  const held = sql<string[]>`(r.permissions || u.own_permissions)`
  return db
    .selectFrom('app_user as u')
    .innerJoin('role as r', (join) =>
      join.onRef('r.tenant_id', '=', 'u.tenant_id').onRef('r.id', '=', 'u.role_id'),
    )
    .select(['u.id', 'u.email', 'u.first_name', 'u.locale', 'u.user_type', 'u.merchant_id'])
    .select([
      held.as('permissions'),
      sql<string[]>`array(
        select l.merchant_id from user_merchant_limit as l
        where l.tenant_id = u.tenant_id and l.user_id = u.id)`.as('merchant_limits'),
    ])
    .where(within(db, 'u', null))
    .where('u.is_active', '=', true)
    .where('u.removed_at', 'is', null)
    .where(sql<boolean>`${held} && ${rights}::text[]`)
    .orderBy('u.id')
    .execute()
}
