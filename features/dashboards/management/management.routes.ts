import { productCategories } from '@counterfoil/features/dashboards/widgets/default-widgets.rules.ts'
import { readGallery } from '@counterfoil/features/dashboards/widgets/gallery.public.ts'
import type { Widget } from '@counterfoil/features/dashboards/widgets/widget.schema.ts'
import {
  findTenantWidgetIds,
  listOrganisationWidgets,
  listWidgetRows,
} from '@counterfoil/features/dashboards/widgets/widgets.public.ts'
import { notFound, Problem } from '@counterfoil/kit/contract/problem.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import type { Context, UserCaller } from '@counterfoil/kit/server/request/context.ts'
import { type Route, route } from '@counterfoil/kit/server/request/route.ts'
import { changedMeanwhile, createOne, importAll, removeOne, updateOne } from './change-widgets.ts'
import { giveRole, giveTenant, listEachManagedRole } from './give-widgets.ts'
import {
  type Category,
  type CategoryWithWidgets,
  type DashboardCalls,
  dashboardCalls,
  dashboardCallsV1,
  importWidgets,
  type ManagedRole,
  rights,
} from './management.contract.ts'
import {
  type CategoryRow,
  deleteCategory,
  insertCategory,
  listCategoryRows,
  lockCategory,
  updateCategory,
} from './management.queries.ts'

type Call = Context<UserCaller>

function categoryView(row: CategoryRow, widgets: readonly Widget[]): Category {
  return {
    categoryId: row.id,
    name: { en: row.name, tr: row.name_tr },
    userType: row.user_type as Category['userType'],
    version: row.version,
    widgetCount: widgets.filter(({ categoryId }) => categoryId === row.id).length,
  }
}

const categoryRecord = (id: string) => ({ type: 'dashboard-category', id })

/** The product's categories, then the organisation's own. */
async function listCategories(
  db: Db,
  tenantId: string,
  widgets: readonly Widget[],
): Promise<Category[]> {
  const own = await listCategoryRows(db, tenantId)
  const product = Object.entries(productCategories).map(
    ([categoryId, name]): Category => ({
      ...{ categoryId, name, userType: null, version: null },
      widgetCount: widgets.filter((one) => one.categoryId === categoryId).length,
    }),
  )
  return [...product, ...own.map((row) => categoryView(row, widgets))]
}

async function byCategory(
  db: Db,
  tenantId: string,
  widgets: readonly Widget[],
  isAvailable: (widget: Widget) => boolean,
): Promise<{ data: CategoryWithWidgets[]; count: number }> {
  const categories = await listCategories(db, tenantId, widgets)
  const data = categories.map((category) => ({
    ...category,
    widgets: widgets
      .filter(({ categoryId }) => categoryId === category.categoryId)
      .map((widget) => ({ ...widget, isAvailable: isAvailable(widget) })),
  }))
  return { data, count: data.length }
}

/** The roles that the caller may arrange dashboards for. */
async function managedRoles(db: Db, { tenantId, permissions }: UserCaller): Promise<ManagedRole[]> {
  const rows = await listEachManagedRole(db, tenantId)
  return rows
    .filter(({ userType }) =>
      permissions.has(userType === 'merchant' ? rights.merchantRoles : rights.tenantRoles),
    )
    .map(({ id, userCount, userType, ...row }) => ({
      ...{ ...row, roleId: id, userCount: userCount ?? 0 },
      userType: userType as ManagedRole['userType'],
    }))
}

async function ofTenant(db: Db, { caller }: Call, tenantId: string) {
  // tenants are not each other's business, and their own is arranged by roles
  if (caller.userType !== 'platform') throw notFound('The tenant')
  const [widgets, given, rows] = await Promise.all([
    listOrganisationWidgets(db, caller.tenantId),
    findTenantWidgetIds(db, tenantId),
    listWidgetRows(db, tenantId),
  ])
  const copies = new Set(rows.map(({ source_id: source }) => source))
  return byCategory(db, caller.tenantId, widgets, ({ owner, widgetId }) =>
    owner === 'product' ? given === undefined || given.includes(widgetId) : copies.has(widgetId),
  )
}

function lockedCategory(row: CategoryRow | undefined): CategoryRow {
  if (row === undefined) throw notFound('The category')
  return row
}

function routesOf(calls: DashboardCalls): Route[] {
  return [
    route(calls.listCategories, async (_input, { db, caller }) => {
      const widgets = await listOrganisationWidgets(db, caller.tenantId)
      const data = await listCategories(db, caller.tenantId, widgets)
      return { data, count: data.length }
    }),
    route(calls.createCategory, ({ body }, { caller, now, transaction, audit }) =>
      transaction(async (db) => {
        const after = categoryView(await insertCategory(db, caller.tenantId, body, now), [])
        await audit(db, { ...categoryRecord(after.categoryId), after })
        return after
      }),
    ),
    route(calls.updateCategory, ({ params, body }, { caller, now, transaction, audit }) =>
      transaction(async (db) => {
        const row = lockedCategory(await lockCategory(db, caller.tenantId, params.categoryId))
        if (row.version !== body.version) throw changedMeanwhile()
        const widgets = await listOrganisationWidgets(db, caller.tenantId)
        const after = categoryView(await updateCategory(db, row, body, now), widgets)
        await audit(db, { ...categoryRecord(row.id), before: categoryView(row, widgets), after })
        return after
      }),
    ),
    route(calls.removeCategory, ({ params }, { caller, transaction, audit }) =>
      transaction(async (db) => {
        const row = lockedCategory(await lockCategory(db, caller.tenantId, params.categoryId))
        const widgets = await listOrganisationWidgets(db, caller.tenantId)
        const before = categoryView(row, widgets)
        const { widgetCount } = before
        if (widgetCount > 0) {
          throw new Problem(
            'dashboard.category_in_use',
            409,
            `${widgetCount} widgets are in this category. Move or delete them first.`,
            { params: { count: widgetCount } },
          )
        }
        await deleteCategory(db, row)
        await audit(db, { ...categoryRecord(row.id), before })
        return undefined
      }),
    ),
    route(calls.listWidgets, async (_input, { db, caller }) => {
      const data = await listOrganisationWidgets(db, caller.tenantId)
      return { data, count: data.length }
    }),
    route(calls.createWidget, ({ body }, context) => createOne(body, context)),
    route(calls.updateWidget, ({ params, body }, context) =>
      updateOne(params.widgetId, body, context),
    ),
    route(calls.removeWidget, ({ params }, context) => removeOne(params.widgetId, context)),
    route(calls.listByCategory, async (_input, { db, caller }) =>
      byCategory(
        db,
        caller.tenantId,
        await listOrganisationWidgets(db, caller.tenantId),
        () => true,
      ),
    ),
    route(calls.listOfTenant, ({ params }, context) =>
      ofTenant(context.db, context, params.tenantId),
    ),
    route(calls.listOfRoles, async ({ query }, { db, caller }) => {
      const [widgets, roles] = await Promise.all([
        listOrganisationWidgets(db, caller.tenantId),
        managedRoles(db, caller),
      ])
      const role = roles.find(({ roleId }) => roleId === query.roleId)
      if (query.roleId !== undefined && role === undefined) throw notFound('The role')
      const given = role?.widgetIds
      return byCategory(
        db,
        caller.tenantId,
        widgets,
        ({ widgetId }) => given === null || given === undefined || given.includes(widgetId),
      )
    }),
    route(calls.listRoles, async (_input, { db, caller }) => {
      const data = await managedRoles(db, caller)
      return { data, count: data.length }
    }),
    route(calls.giveTenant, ({ params, body }, context) =>
      giveTenant(params.tenantId, body.widgetsIds, context),
    ),
    route(calls.giveRole, ({ body }, context) =>
      giveRole(body, ['platform', 'tenant', 'merchant'], context),
    ),
    route(calls.giveTenantRole, ({ body }, context) =>
      giveRole(body, ['platform', 'tenant'], context),
    ),
    route(calls.giveMerchantRole, ({ body }, context) => giveRole(body, ['merchant'], context)),
    route(calls.listOfUser, async (_input, context) => {
      const data = await readGallery(context)
      return { data, count: data.length }
    }),
  ]
}

export const routes: Route[] = [
  ...routesOf(dashboardCalls),
  ...routesOf(dashboardCallsV1 as unknown as DashboardCalls),
  route(importWidgets, ({ body }, context) => importAll(body, context)),
]
