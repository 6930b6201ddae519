import type { Db } from '@counterfoil/kit/database/database.ts'
import { countRows } from '@counterfoil/kit/database/paging.ts'
import { within } from '@counterfoil/kit/database/within.ts'
import { sql } from 'kysely'

/** The owner. Platform staff's reads reach every tenant, so the tenant is given besides the scope. */
export interface Owner {
  readonly tenantId: string
  readonly userId: string
  /** Which list or report the filters are of. */
  readonly screen: string
}

export interface SavedView {
  readonly name: string
  readonly filters: Readonly<Record<string, string>>
  readonly sort: string | null
  readonly columns: readonly string[] | null
  /** Everybody of this role sees it, and its owner alone changes it; null: nobody else sees it. */
  readonly sharedRoleId?: string | null
}

function ownFilters(db: Db, owner: Owner) {
  return db
    .selectFrom('saved_filter')
    .where(within(db, 'saved_filter', null))
    .where('tenant_id', '=', owner.tenantId)
    .where('user_id', '=', owner.userId)
    .where('screen', '=', owner.screen)
}

export function listFilterRows(db: Db, owner: Owner, limit: number) {
  return ownFilters(db, owner).selectAll().orderBy('name').orderBy('id').limit(limit).execute()
}

/**
 * What others share with the user's role. A role may be of every merchant's users, so their merchant counts too: views of
 * another merchant are not among them. `db` reads the whole tenant, as operators are of no merchant.
 */
export function listSharedRows(
  db: Db,
  owner: Owner,
  of: { readonly roleId: string; readonly merchantId: string | null },
  limit: number,
) {
  return db
    .selectFrom('saved_filter as f')
    .innerJoin('app_user as u', (join) =>
      join.onRef('u.tenant_id', '=', 'f.tenant_id').onRef('u.id', '=', 'f.user_id'),
    )
    .selectAll('f')
    .select(['u.first_name', 'u.last_name', 'u.email'])
    .where(within(db, 'f', null))
    .where('f.tenant_id', '=', owner.tenantId)
    .where('f.shared_role_id', '=', of.roleId)
    .where('f.screen', '=', owner.screen)
    .where('f.user_id', '<>', owner.userId)
    .where('u.removed_at', 'is', null)
    .where('u.merchant_id', of.merchantId === null ? 'is' : '=', of.merchantId)
    .orderBy('f.name')
    .orderBy('f.id')
    .limit(limit)
    .execute()
}

/** The roles of the user's own organisation or merchant that hold one of the permissions. `db` reads the whole tenant. */
export function listSharableRoles(
  db: Db,
  of: { readonly tenantId: string; readonly merchantId: string | null; readonly userType: string },
  permissions: readonly string[],
) {
  return db
    .selectFrom('role as r')
    .select(['r.id', 'r.name'])
    .where(within(db, 'r', null))
    .where('r.tenant_id', '=', of.tenantId)
    .where('r.user_type', '=', of.userType as 'tenant')
    .where((eb) =>
      of.merchantId === null
        ? eb('r.merchant_id', 'is', null)
        : eb.or([eb('r.merchant_id', 'is', null), eb('r.merchant_id', '=', of.merchantId)]),
    )
    .where(
      sql<boolean>`(r.is_administrator or r.permissions && ${permissions as string[]}::text[])`,
    )
    .orderBy('r.name')
    .orderBy('r.id')
    .execute()
}

/** The names of roles, by their ids. `db` reads the whole tenant. */
export async function listRoleNames(db: Db, tenantId: string, ids: readonly string[]) {
  const rows =
    ids.length === 0
      ? []
      : await db
          .selectFrom('role as r')
          .select(['r.id', 'r.name'])
          .where(within(db, 'r', null))
          .where('r.tenant_id', '=', tenantId)
          .where('r.id', 'in', [...ids])
          .execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}

export function findFilterRow(db: Db, owner: Owner, id: string) {
  return ownFilters(db, owner).selectAll().where('id', '=', id).executeTakeFirst()
}

export function countFilterRows(db: Db, owner: Owner): Promise<number> {
  return countRows(ownFilters(db, owner))
}

const columnsOf = ({ name, filters, sort, columns, sharedRoleId }: SavedView, at: Date) => ({
  name,
  shared_role_id: sharedRoleId ?? null,
  filter: JSON.stringify({ filters, sort, columns }),
  updated_at: at,
})

export function insertFilterRow(
  db: Db,
  owner: Owner,
  ids: { readonly id: string; readonly externalId: string },
  view: SavedView,
  at: Date,
) {
  return db
    .insertInto('saved_filter')
    .values({
      tenant_id: owner.tenantId,
      user_id: owner.userId,
      id: ids.id,
      external_id: ids.externalId,
      screen: owner.screen,
      ...columnsOf(view, at),
      created_at: at,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Undefined if the user has no such filter. */
export function updateFilterRow(db: Db, owner: Owner, id: string, view: SavedView, at: Date) {
  return db
    .updateTable('saved_filter')
    .set(columnsOf(view, at))
    .where(within(db, 'saved_filter', null))
    .where('tenant_id', '=', owner.tenantId)
    .where('user_id', '=', owner.userId)
    .where('screen', '=', owner.screen)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
}

/** The deleted row; undefined if the user has no such filter. */
export function deleteFilterRow(db: Db, owner: Owner, id: string) {
  return db
    .deleteFrom('saved_filter')
    .where(within(db, 'saved_filter', null))
    .where('tenant_id', '=', owner.tenantId)
    .where('user_id', '=', owner.userId)
    .where('screen', '=', owner.screen)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
}
