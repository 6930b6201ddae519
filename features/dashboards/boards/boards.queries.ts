import type { Arrangement } from '@counterfoil/features/dashboards/widgets/layout.rules.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import { newId } from '@counterfoil/kit/database/ids.ts'
import { within } from '@counterfoil/kit/database/within.ts'

/** The owner. Platform staff's reads reach every tenant, so the tenant is given besides the scope. */
export interface Owner {
  readonly tenantId: string
  readonly userId: string
}

const ownBoards = (db: Db, { tenantId, userId }: Owner) =>
  db
    .selectFrom('user_dashboard as d')
    .where(within(db, 'd', null))
    .where('d.tenant_id', '=', tenantId)
    .where('d.user_id', '=', userId)

export function listBoardRows(db: Db, owner: Owner) {
  return ownBoards(db, owner).selectAll('d').orderBy('d.is_home', 'desc').orderBy('d.id').execute()
}
export type BoardRow = Awaited<ReturnType<typeof listBoardRows>>[number]

/** Locked until the end of the transaction; without an id the first one. */
export function lockBoard(db: Db, owner: Owner, id: string | null): Promise<BoardRow | undefined> {
  const own = ownBoards(db, owner).selectAll('d')
  const one = id === null ? own.where('d.is_home', '=', true) : own.where('d.id', '=', id)
  return one.forUpdate().executeTakeFirst()
}

/** Undefined: the user has a home already. */
export function insertBoard(
  db: Db,
  owner: Owner,
  { name, isHome, at }: { readonly name: string; readonly isHome: boolean; readonly at: Date },
): Promise<BoardRow | undefined> {
  return db
    .insertInto('user_dashboard')
    .values({
      tenant_id: owner.tenantId,
      id: newId(at),
      user_id: owner.userId,
      name,
      is_home: isHome,
      created_at: at,
      updated_at: at,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst()
}

export function updateBoard(
  db: Db,
  { tenant_id: tenantId, id }: BoardRow,
  change: { readonly name?: string; readonly at: Date },
): Promise<BoardRow> {
  return db
    .updateTable('user_dashboard')
    .set((row) => ({
      ...(change.name === undefined ? {} : { name: change.name }),
      version: row('version', '+', 1),
      updated_at: change.at,
    }))
    .where(within(db, 'user_dashboard', null))
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

export async function deleteBoard(db: Db, { tenant_id: tenantId, id }: BoardRow): Promise<void> {
  await db
    .deleteFrom('user_dashboard')
    .where(within(db, 'user_dashboard', null))
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .execute()
}

export function listPlacedRows(db: Db, tenantId: string, boardId: string) {
  return db
    .selectFrom('user_widget as w')
    .selectAll('w')
    .where(within(db, 'w', null))
    .where('w.tenant_id', '=', tenantId)
    .where('w.dashboard_id', '=', boardId)
    .orderBy('w.place')
    .orderBy('w.id')
    .execute()
}
export type PlacedRow = Awaited<ReturnType<typeof listPlacedRows>>[number]

/** A widget of one of the user's dashboards; undefined if the user has none with this id. */
export function findPlacedRow(db: Db, { tenantId, userId }: Owner, id: string) {
  return db
    .selectFrom('user_widget as w')
    .innerJoin('user_dashboard as d', (join) =>
      join.onRef('d.tenant_id', '=', 'w.tenant_id').onRef('d.id', '=', 'w.dashboard_id'),
    )
    .selectAll('w')
    .where(within(db, 'w', null))
    .where('w.tenant_id', '=', tenantId)
    .where('d.user_id', '=', userId)
    .where('w.id', '=', id)
    .executeTakeFirst()
}

/** What stood there gives way; a place that stays keeps its id, by which it is shared. */
export async function replacePlacedRows(
  db: Db,
  board: BoardRow,
  arranged: readonly Arrangement[],
  at: Date,
): Promise<void> {
  await db
    .deleteFrom('user_widget')
    .where(within(db, 'user_widget', null))
    .where('tenant_id', '=', board.tenant_id)
    .where('dashboard_id', '=', board.id)
    .execute()
  if (arranged.length === 0) return
  await db
    .insertInto('user_widget')
    .values(
      arranged.map((one, place) => ({
        tenant_id: board.tenant_id,
        id: one.id ?? newId(at),
        dashboard_id: board.id,
        widget_id: one.widgetId,
        place,
        width: one.width,
        height: one.height,
        title: one.title,
        filters: JSON.stringify(one.filters),
      })),
    )
    .execute()
}
