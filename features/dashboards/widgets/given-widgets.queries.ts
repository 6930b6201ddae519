import type { Db } from '@counterfoil/kit/database/database.ts'
import { within } from '@counterfoil/kit/database/within.ts'

/** The widgets that an organisation made or was given. Platform staff read every tenant, so it is named besides. */
export function listWidgetRows(db: Db, tenantId: string) {
  return db
    .selectFrom('dashboard_widget as w')
    .leftJoin('dashboard_category as c', (join) =>
      join
        .onRef('c.tenant_id', '=', 'w.tenant_id')
        .on((eb) => eb(eb.cast<string>('c.id', 'text'), '=', eb.ref('w.category_id'))),
    )
    .selectAll('w')
    .select('c.user_type as userType')
    .where(within(db, 'w', null))
    .where('w.tenant_id', '=', tenantId)
    .orderBy('w.name')
    .orderBy('w.id')
    .execute()
}
export type WidgetRecord = Awaited<ReturnType<typeof listWidgetRows>>[number]

/** What the platform gives the tenant; undefined: everything that comes with the product. */
export async function findTenantWidgetIds(
  db: Db,
  tenantId: string,
): Promise<readonly string[] | undefined> {
  const row = await db
    .selectFrom('dashboard_tenant_widgets as t')
    .select('t.widget_ids as widgetIds')
    .where(within(db, 't', null))
    .where('t.tenant_id', '=', tenantId)
    .executeTakeFirst()
  return row?.widgetIds
}

/** What roles are given, each in the order of its dashboard; a role that is missing: nobody chose for it. */
export async function listRoleWidgetIds(
  db: Db,
  tenantId: string,
  roleIds: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  if (roleIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('dashboard_role_widgets as r')
    .select(['r.role_id as roleId', 'r.widget_ids as widgetIds'])
    .where(within(db, 'r', null))
    .where('r.tenant_id', '=', tenantId)
    .where('r.role_id', 'in', [...roleIds])
    .execute()
  return new Map(rows.map(({ roleId, widgetIds }) => [roleId, widgetIds]))
}
