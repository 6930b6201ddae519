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

/** What a role is given, in the order of its dashboard; undefined: nobody chose. */
export async function findRoleWidgetIds(
  db: Db,
  tenantId: string,
  roleId: string,
): Promise<readonly string[] | undefined> {
  const row = await db
    .selectFrom('dashboard_role_widgets as r')
    .select('r.widget_ids as widgetIds')
    .where(within(db, 'r', null))
    .where('r.tenant_id', '=', tenantId)
    .where('r.role_id', '=', roleId)
    .executeTakeFirst()
  return row?.widgetIds
}
