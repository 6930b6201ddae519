import type { Db } from '@counterfoil/kit/database/database.ts'
import { newId } from '@counterfoil/kit/database/ids.ts'
import { within } from '@counterfoil/kit/database/within.ts'
import { sql } from 'kysely'
import type { BoardRow, Owner, PlacedRow } from './boards.queries.ts'

/** Whose users see a share: of this role, of this organisation, of this merchant or of none. */
export interface ShareReader {
  readonly tenantId: string
  readonly merchantId: string | null
  readonly roleId: string
}

/** A share ends with its user, too. */
const endedAt = sql<Date | null>`coalesce(s.ended_at, u.removed_at)`

/** What is shared with a role now, and what was until lately. The merchant counts: a role may be of every merchant's users. */
export function listSharesWith(db: Db, of: ShareReader, endedSince: Date) {
  return db
    .selectFrom('user_widget_share as s')
    .leftJoin('app_user as u', (join) =>
      join.onRef('u.tenant_id', '=', 's.tenant_id').onRef('u.id', '=', 's.shared_by'),
    )
    .selectAll('s')
    .select(endedAt.as('ended_at'))
    .where(within(db, 's'))
    .where('s.tenant_id', '=', of.tenantId)
    .where('s.role_id', '=', of.roleId)
    .where('s.merchant_id', of.merchantId === null ? 'is' : '=', of.merchantId)
    .where((eb) => eb.or([eb(endedAt, 'is', null), eb(endedAt, '>', endedSince)]))
    .orderBy('s.shared_at')
    .orderBy('s.id')
    .execute()
}
export type ShareRow = Awaited<ReturnType<typeof listSharesWith>>[number]

export function listSharesBy(db: Db, { tenantId, userId }: Owner) {
  return db
    .selectFrom('user_widget_share as s')
    .innerJoin('role as r', (join) =>
      join.onRef('r.tenant_id', '=', 's.tenant_id').onRef('r.id', '=', 's.role_id'),
    )
    .select([
      's.user_widget_id as widgetId',
      's.role_id as roleId',
      'r.name as roleName',
      's.shared_at as sharedAt',
    ])
    .where(within(db, 's'))
    .where('s.tenant_id', '=', tenantId)
    .where('s.shared_by', '=', userId)
    .where('s.ended_at', 'is', null)
    .orderBy('r.name')
    .execute()
}

/** The roles of the user's own organisation or merchant, with their rights. `db` reads the whole tenant: such roles may have no merchant. */
export function listRolesToShareWith(
  db: Db,
  of: { readonly tenantId: string; readonly merchantId: string | null; readonly userType: string },
) {
  return db
    .selectFrom('role as r')
    .select(['r.id', 'r.name', 'r.permissions'])
    .where(within(db, 'r', null))
    .where('r.tenant_id', '=', of.tenantId)
    .where('r.user_type', '=', of.userType as 'tenant')
    .where((eb) =>
      of.merchantId === null
        ? eb('r.merchant_id', 'is', null)
        : eb.or([eb('r.merchant_id', 'is', null), eb('r.merchant_id', '=', of.merchantId)]),
    )
    .orderBy('r.name')
    .orderBy('r.id')
    .execute()
}

export async function insertShare(
  db: Db,
  of: ShareReader,
  placed: PlacedRow,
  by: { readonly id: string; readonly name: string; readonly at: Date },
): Promise<void> {
  await db
    .insertInto('user_widget_share')
    .values({
      tenant_id: of.tenantId,
      id: newId(by.at),
      merchant_id: of.merchantId,
      role_id: of.roleId,
      user_widget_id: placed.id,
      widget_id: placed.widget_id,
      title: placed.title,
      filters: JSON.stringify(placed.filters),
      width: placed.width,
      height: placed.height,
      shared_by: by.id,
      shared_by_name: by.name,
      shared_at: by.at,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['tenant_id', 'user_widget_id', 'role_id'])
        .where('ended_at', 'is', null)
        .doNothing(),
    )
    .execute()
}

/** What is shared follows its user's dashboard. */
export async function updateShares(
  db: Db,
  { tenant_id: tenantId, id }: Pick<BoardRow, 'tenant_id' | 'id'>,
): Promise<void> {
  await db
    .updateTable('user_widget_share as s')
    .from('user_widget as w')
    .set((eb) => ({
      title: eb.ref('w.title'),
      filters: eb.ref('w.filters'),
      width: eb.ref('w.width'),
      height: eb.ref('w.height'),
    }))
    .where(within(db, 's'))
    .where('s.tenant_id', '=', tenantId)
    .whereRef('w.tenant_id', '=', 's.tenant_id')
    .whereRef('w.id', '=', 's.user_widget_id')
    .where('w.dashboard_id', '=', id)
    .where('s.ended_at', 'is', null)
    .execute()
}

/** False: it was not shared. */
export async function updateShareEnded(
  db: Db,
  { tenantId, userId }: Owner,
  of: { readonly widgetId: string; readonly roleId?: string; readonly at: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('user_widget_share')
    .set({ ended_at: of.at })
    .where(within(db, 'user_widget_share'))
    .where('tenant_id', '=', tenantId)
    .where('shared_by', '=', userId)
    .where('user_widget_id', '=', of.widgetId)
    .$if(of.roleId !== undefined, (query) => query.where('role_id', '=', of.roleId ?? ''))
    .where('ended_at', 'is', null)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}
