import type { Db } from '@counterfoil/kit/database/database.ts'
import { within } from '@counterfoil/kit/database/within.ts'

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

/** What others of the user's role share. */
export function listSharedRows(db: Db, owner: Owner, roleId: string, limit: number) {
  return db
    .selectFrom('saved_filter')
    .selectAll()
    .where(within(db, 'saved_filter', null))
    .where('tenant_id', '=', owner.tenantId)
    .where('shared_role_id', '=', roleId)
    .where('screen', '=', owner.screen)
    .where('user_id', '<>', owner.userId)
    .orderBy('name')
    .orderBy('id')
    .limit(limit)
    .execute()
}

export function findFilterRow(db: Db, owner: Owner, id: string) {
  return ownFilters(db, owner).selectAll().where('id', '=', id).executeTakeFirst()
}

export async function countFilterRows(db: Db, owner: Owner): Promise<number> {
  const { count } = await ownFilters(db, owner)
    .select((eb) => eb.fn.countAll<bigint>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
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
