import type { WidgetBody } from '@counterfoil/features/dashboards/widgets/widget.schema.ts'
import type { Audience } from '@counterfoil/kit/contract/audience.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import { newId } from '@counterfoil/kit/database/ids.ts'
import { listTenantsOf } from '@counterfoil/kit/database/tenants.ts'
import { within } from '@counterfoil/kit/database/within.ts'
import { sql } from 'kysely'

export interface CategoryInput {
  readonly name: string
  readonly nameTr?: string | null | undefined
  readonly userType: Audience
}

export function listCategoryRows(db: Db, tenantId: string) {
  return db
    .selectFrom('dashboard_category as c')
    .selectAll('c')
    .where(within(db, 'c', null))
    .where('c.tenant_id', '=', tenantId)
    .orderBy('c.name')
    .orderBy('c.id')
    .execute()
}
export type CategoryRow = Awaited<ReturnType<typeof listCategoryRows>>[number]

const categoryColumns = ({ name, nameTr, userType }: CategoryInput, at: Date) => ({
  name,
  name_tr: nameTr ?? name,
  user_type: userType,
  updated_at: at,
})

export function insertCategory(db: Db, tenantId: string, input: CategoryInput, at: Date) {
  return db
    .insertInto('dashboard_category')
    .values({ tenant_id: tenantId, id: newId(at), created_at: at, ...categoryColumns(input, at) })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Locked until the end of the transaction. */
export function lockCategory(db: Db, tenantId: string, id: string) {
  return db
    .selectFrom('dashboard_category as c')
    .selectAll('c')
    .where(within(db, 'c', null))
    .where('c.tenant_id', '=', tenantId)
    .where('c.id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

export function updateCategory(db: Db, row: CategoryRow, input: CategoryInput, at: Date) {
  return db
    .updateTable('dashboard_category')
    .set((of) => ({ ...categoryColumns(input, at), version: of('version', '+', 1) }))
    .where(within(db, 'dashboard_category', null))
    .where('tenant_id', '=', row.tenant_id)
    .where('id', '=', row.id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

export async function deleteCategory(db: Db, row: CategoryRow): Promise<void> {
  await db
    .deleteFrom('dashboard_category')
    .where(within(db, 'dashboard_category', null))
    .where('tenant_id', '=', row.tenant_id)
    .where('id', '=', row.id)
    .execute()
}

const widgetColumns = (body: WidgetBody, at: Date) => ({
  category_id: body.categoryId,
  name: body.name,
  name_tr: body.nameTr ?? body.name,
  endpoint_id: body.data.dataSourceEndpointId,
  filters: JSON.stringify(body.filters),
  configuration: JSON.stringify(body.configuration),
  updated_at: at,
})

export function insertWidget(db: Db, tenantId: string, body: WidgetBody, at: Date) {
  return db
    .insertInto('dashboard_widget')
    .values({ tenant_id: tenantId, id: newId(at), created_at: at, ...widgetColumns(body, at) })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Locked until the end of the transaction. */
export function lockWidget(db: Db, tenantId: string, id: string) {
  return db
    .selectFrom('dashboard_widget as w')
    .selectAll('w')
    .where(within(db, 'w', null))
    .where('w.tenant_id', '=', tenantId)
    .where('w.id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}
export type WidgetRow = NonNullable<Awaited<ReturnType<typeof lockWidget>>>

export function updateWidget(db: Db, row: WidgetRow, body: WidgetBody, at: Date) {
  return db
    .updateTable('dashboard_widget')
    .set((of) => ({ ...widgetColumns(body, at), version: of('version', '+', 1) }))
    .where(within(db, 'dashboard_widget', null))
    .where('tenant_id', '=', row.tenant_id)
    .where('id', '=', row.id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

export async function deleteWidget(
  db: Db,
  row: Pick<WidgetRow, 'tenant_id' | 'id'>,
): Promise<void> {
  await db
    .deleteFrom('dashboard_widget')
    .where(within(db, 'dashboard_widget', null))
    .where('tenant_id', '=', row.tenant_id)
    .where('id', '=', row.id)
    .execute()
}

/** The tenants that have a copy of a widget of the platform. */
export const listTenantsWithCopy = (db: Db, sourceId: string): Promise<string[]> =>
  listTenantsOf(
    db
      .selectFrom('dashboard_widget as w')
      .where(within(db, 'w', null))
      .where('w.source_id', '=', sourceId),
  )

/** What a copy has of the platform's widget. Categories of the platform are its own, so a copy is in one of the product. */
function copiedColumns(of: WidgetRow, at: Date) {
  const isOwnCategory = /^[0-9a-f-]{36}$/.test(of.category_id)
  return {
    category_id: isOwnCategory ? 'operations' : of.category_id,
    name: of.name,
    name_tr: of.name_tr,
    endpoint_id: of.endpoint_id,
    filters: JSON.stringify(of.filters),
    configuration: JSON.stringify(of.configuration),
    updated_at: at,
  }
}

/** Gives a tenant a copy of the platform's widget, or makes the one that it has equal. */
export async function upsertCopy(db: Db, tenantId: string, of: WidgetRow, at: Date): Promise<void> {
  const columns = copiedColumns(of, at)
  await db
    .insertInto('dashboard_widget')
    // the same id in every tenant: dashboards find a copy again that was withdrawn and given anew
    .values({ tenant_id: tenantId, id: of.id, source_id: of.id, created_at: at, ...columns })
    .onConflict((conflict) =>
      conflict
        .columns(['tenant_id', 'source_id'])
        .where('source_id', 'is not', null)
        .doUpdateSet({ ...columns, version: sql`dashboard_widget.version + 1` }),
    )
    .execute()
}

/** Makes a tenant's copy equal to the platform's widget; a copy that was taken meanwhile stays away. */
export async function updateCopyOf(
  db: Db,
  tenantId: string,
  source: WidgetRow,
  at: Date,
): Promise<void> {
  await db
    .updateTable('dashboard_widget')
    .set((copy) => ({ ...copiedColumns(source, at), version: copy('version', '+', 1) }))
    .where(within(db, 'dashboard_widget', null))
    .where('tenant_id', '=', tenantId)
    .where('source_id', '=', source.id)
    .execute()
}

export async function deleteCopyOf(db: Db, tenantId: string, sourceId: string): Promise<void> {
  await db
    .deleteFrom('dashboard_widget')
    .where(within(db, 'dashboard_widget', null))
    .where('tenant_id', '=', tenantId)
    .where('source_id', '=', sourceId)
    .execute()
}

export async function deleteCopiesBut(
  db: Db,
  tenantId: string,
  sourceIds: readonly string[],
): Promise<void> {
  await db
    .deleteFrom('dashboard_widget')
    .where(within(db, 'dashboard_widget', null))
    .where('tenant_id', '=', tenantId)
    .where('source_id', 'is not', null)
    .where(sql<boolean>`not (source_id = any (${sourceIds as string[]}::uuid[]))`)
    .execute()
}

export async function updateTenantWidgets(
  db: Db,
  tenantId: string,
  widgetIds: readonly string[] | null,
  at: Date,
): Promise<void> {
  await db
    .deleteFrom('dashboard_tenant_widgets')
    .where(within(db, 'dashboard_tenant_widgets', null))
    .where('tenant_id', '=', tenantId)
    .execute()
  if (widgetIds === null) return
  await db
    .insertInto('dashboard_tenant_widgets')
    .values({ tenant_id: tenantId, widget_ids: [...widgetIds], updated_at: at })
    .execute()
}

export async function updateRoleWidgets(
  db: Db,
  of: { readonly tenantId: string; readonly roleId: string },
  widgetIds: readonly string[] | null,
  at: Date,
): Promise<void> {
  await db
    .deleteFrom('dashboard_role_widgets')
    .where(within(db, 'dashboard_role_widgets', null))
    .where('tenant_id', '=', of.tenantId)
    .where('role_id', '=', of.roleId)
    .execute()
  if (widgetIds === null) return
  await db
    .insertInto('dashboard_role_widgets')
    .values({
      tenant_id: of.tenantId,
      role_id: of.roleId,
      widget_ids: [...widgetIds],
      updated_at: at,
    })
    .execute()
}

/**
 * Roles of the whole organisation when `isMerchants` is false, and else those of its merchants: of the merchants in the
 * scope of `db`.
 */
export function listManagedRoles(db: Db, tenantId: string, isMerchants: boolean) {
  return db
    .selectFrom('role as r')
    .leftJoin('merchant as m', (join) =>
      join.onRef('m.tenant_id', '=', 'r.tenant_id').onRef('m.id', '=', 'r.merchant_id'),
    )
    .leftJoin('dashboard_role_widgets as g', (join) =>
      join.onRef('g.tenant_id', '=', 'r.tenant_id').onRef('g.role_id', '=', 'r.id'),
    )
    .leftJoin(
      (eb) =>
        eb
          .selectFrom('app_user')
          .select(['tenant_id', 'role_id', sql<number>`count(*)::integer`.as('count')])
          .where(within(db, 'app_user'))
          .where('tenant_id', '=', tenantId)
          .where('removed_at', 'is', null)
          .groupBy(['tenant_id', 'role_id'])
          .as('u'),
      (join) => join.onRef('u.tenant_id', '=', 'r.tenant_id').onRef('u.role_id', '=', 'r.id'),
    )
    .select(['r.id', 'r.name', 'r.user_type as userType', 'g.widget_ids as widgetIds'])
    .select('m.legal_business_name as merchantName')
    .select(sql<number>`coalesce(u.count, 0)`.as('userCount'))
    .where(within(db, 'r'))
    .where('r.tenant_id', '=', tenantId)
    .where('r.merchant_id', isMerchants ? 'is not' : 'is', null)
    .orderBy('r.user_type', 'desc')
    .orderBy('m.legal_business_name')
    .orderBy('r.name')
    .orderBy('r.id')
    .execute()
}
