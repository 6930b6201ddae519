import { widget, widgetBody } from '@counterfoil/features/dashboards/widgets/widget.schema.ts'
import { audiences } from '@counterfoil/kit/contract/audience.ts'
import { endpoint } from '@counterfoil/kit/contract/endpoint.ts'
import { id, listOf, recordVersion, text } from '@counterfoil/kit/contract/fields.ts'
import { oneLine } from '@counterfoil/kit/contract/plain-text.ts'
import { z } from 'zod'

export const rights = {
  categories: 'Dashboard.Settings.Categories',
  widgets: 'Dashboard.Settings.Widgets',
  tenantRoles: 'Dashboard.WidgetSettings.TenantRoles',
  merchantRoles: 'Dashboard.WidgetSettings.MerchantRoles',
} as const
const any = Object.values(rights)

const userType = z.enum(audiences)

const categoryId = z.string().min(1).max(60)
const widgetIds = z.array(z.string().min(1).max(60)).max(200)
const name = oneLine(z.string().trim()).min(1, 'A category needs a name').max(60)

const category = z.object({
  categoryId,
  name: text,
  /** Whose widgets these are; null: a category of the product, of everybody. */
  userType: userType.nullable(),
  version: z.int().nullable(),
  widgetCount: z.int(),
})
export type Category = z.infer<typeof category>

const withWidgets = category.extend({
  widgets: z.array(widget.extend({ isAvailable: z.boolean() })),
})
export type CategoryWithWidgets = z.infer<typeof withWidgets>

const managedRole = z.object({
  roleId: id,
  name: z.string(),
  userType,
  /** The merchant whose role it is; null for a role of the whole organisation. */
  merchantName: z.string().nullable(),
  /** In the order of the role's dashboard; null: nobody chose, and it is the product's. */
  widgetIds: z.array(z.string()).nullable(),
  /** How many people have it. */
  userCount: z.int(),
})
export type ManagedRole = z.infer<typeof managedRole>

const roleBody = z
  .strictObject({
    roleId: id,
    /** In the order of the role's dashboard; null: what comes with the product. */
    widgetIds: widgetIds.nullable(),
  })
  .meta({ examples: [{ roleId: '00000000-0000-7000-8000-000000000000', widgetIds: ['statuses'] }] })

const categoryFields = {
  name,
  /** In Turkish; the name unless said. */
  nameTr: name.nullish(),
  userType,
}

const exampleWidget = {
  categoryId: 'payments',
  name: 'Payments by status',
  configuration: {
    widgetType: 'CHART_WIDGET' as const,
    chartConfiguration: {
      chartType: 'PieChart' as const,
      xAxisColumn: 'status',
      yAxisColumn: ['count'],
    },
  },
  data: { dataSourceEndpointId: 'transactions-by-status' },
}

/** The calls of the documents under one of their two prefixes; both have the same handlers. */
function callsUnder(version: 'v2' | 'v1', prefix: string) {
  const calls = version === 'v2' ? 'dashboards' : 'dashboards.v1'
  const refreshes = ['dashboards.*', 'user-dashboard.*']
  return {
    giveTenant: endpoint({
      id: `${calls}.tenant-widgets.give`,
      method: 'POST',
      path: `${prefix}/management/:tenantId/widgets`,
      summary: 'What the platform gives a tenant: widgets of the product, and copies of its own',
      permission: rights.widgets,
      params: z.object({ tenantId: id }),
      body: z.strictObject({
        /** Null: all that come with the product, and no others. */
        widgetsIds: widgetIds.nullable(),
      }),
      refreshes,
    }),
    giveRole: endpoint({
      id: `${calls}.roles.give`,
      method: 'POST',
      path: `${prefix}/management/roles`,
      summary: 'What a role is given, and in which order its dashboard begins',
      permission: [rights.tenantRoles, rights.merchantRoles],
      body: roleBody,
      refreshes,
    }),
    listRoles: endpoint({
      id: `${calls}.roles`,
      method: 'GET',
      path: `${prefix}/management/roles`,
      summary: 'The roles of operators and of merchants with what they are given',
      permission: [rights.tenantRoles, rights.merchantRoles],
      answer: listOf(managedRole),
    }),
    listCategories: endpoint({
      id: `${calls}.categories`,
      method: 'GET',
      path: `${prefix}/category`,
      summary: "Categories of widgets: the product's and the organisation's own",
      permission: any,
      answer: listOf(category),
    }),
    createCategory: endpoint({
      id: `${calls}.categories.create`,
      method: 'POST',
      path: `${prefix}/category`,
      summary: 'Adds a category of widgets',
      permission: rights.categories,
      body: z.strictObject(categoryFields),
      answer: category,
      status: 201,
      refreshes,
    }),
    updateCategory: endpoint({
      id: `${calls}.categories.update`,
      method: 'PUT',
      path: `${prefix}/category/:categoryId`,
      summary: "Changes one of the organisation's own categories",
      permission: rights.categories,
      params: z.object({ categoryId: id }),
      body: z.strictObject({ ...categoryFields, version: recordVersion }),
      answer: category,
      refreshes,
    }),
    removeCategory: endpoint({
      id: `${calls}.categories.remove`,
      method: 'DELETE',
      path: `${prefix}/category/:categoryId`,
      summary: "Deletes one of the organisation's own categories, if no widget is in it",
      permission: rights.categories,
      params: z.object({ categoryId: id }),
      refreshes,
    }),
    createWidget: endpoint({
      id: `${calls}.widgets.create`,
      method: 'POST',
      path: `${prefix}/widget`,
      summary: 'Adds a widget; refused where it could not be drawn',
      permission: rights.widgets,
      body: widgetBody.meta({ examples: [exampleWidget] }),
      answer: widget,
      status: 201,
      refreshes,
    }),
    updateWidget: endpoint({
      id: `${calls}.widgets.update`,
      method: 'PUT',
      path: `${prefix}/widget/:categoryId/:widgetId`,
      summary: "Changes one of the organisation's own widgets",
      permission: rights.widgets,
      params: z.object({ categoryId, widgetId: id }),
      body: widgetBody
        .extend({ version: recordVersion })
        .meta({ examples: [{ ...exampleWidget, version: 1 }] }),
      answer: widget,
      refreshes,
    }),
    removeWidget: endpoint({
      id: `${calls}.widgets.remove`,
      method: 'DELETE',
      path: `${prefix}/widget/:categoryId/:widgetId`,
      summary: "Deletes one of the organisation's own widgets; dashboards say that it is gone",
      permission: rights.widgets,
      params: z.object({ categoryId, widgetId: id }),
      refreshes,
    }),
    listWidgets: endpoint({
      id: `${calls}.widgets`,
      method: 'GET',
      path: `${prefix}/widget`,
      summary: 'All widgets that the organisation has',
      permission: any,
      answer: listOf(widget),
    }),
    listByCategory: endpoint({
      id: `${calls}.by-category`,
      method: 'GET',
      path: `${prefix}/widgets-by-category`,
      summary: 'All widgets that the organisation has, by category',
      permission: any,
      answer: listOf(withWidgets),
    }),
    listOfTenant: endpoint({
      id: `${calls}.by-category.tenant`,
      method: 'GET',
      path: `${prefix}/widgets-by-category/:tenantId/tenant`,
      summary: "The product's and the platform's widgets, and which of them a tenant is given",
      permission: rights.widgets,
      params: z.object({ tenantId: id }),
      answer: listOf(withWidgets),
    }),
    listOfRoles: endpoint({
      id: `${calls}.by-category.roles`,
      method: 'GET',
      path: `${prefix}/widgets-by-category/tenant-roles`,
      summary: 'All widgets by category, and which of them a role is given',
      permission: [rights.tenantRoles, rights.merchantRoles],
      query: z.object({ roleId: id.optional() }),
      answer: listOf(withWidgets),
    }),
    giveTenantRole: endpoint({
      id: `${calls}.tenant-roles.give`,
      method: 'POST',
      path: `${prefix}/management/tenant-roles`,
      summary: "What a role of the organisation's own people is given",
      permission: rights.tenantRoles,
      body: roleBody,
      refreshes,
    }),
    giveMerchantRole: endpoint({
      id: `${calls}.merchant-roles.give`,
      method: 'POST',
      path: `${prefix}/management/merchant-roles`,
      summary: "What a role of merchants' people is given",
      permission: rights.merchantRoles,
      body: roleBody,
      refreshes,
    }),
    listOfUser: endpoint({
      id: `${calls}.of-user`,
      method: 'GET',
      path: `${prefix}/category/list/user/widgets`,
      summary: 'The widgets that the caller is given, by category',
      permission: [],
      answer: listOf(z.object({ categoryId, name: text, widgets: z.array(widget) })),
    }),
  } as const
}

export const dashboardCalls = callsUnder('v2', '/api/reporting/api/v2/dashboard')
/** Without the prefix: the same under the documents' first version. */
export const dashboardCallsV1 = callsUnder('v1', '/api/reporting/dashboard')
export type DashboardCalls = typeof dashboardCalls

/** Further calls, of our own. */
export const importWidgets = endpoint({
  id: 'dashboards.widgets.import',
  method: 'POST',
  path: '/api/reporting/api/v2/dashboard/widget/import',
  summary: 'Adds widgets that were exported elsewhere: all of them, or none with the reason',
  permission: rights.widgets,
  body: z
    .strictObject({
      /** Of widgets that are in no category of the product: found by id or name, or made. */
      categories: z
        .array(z.strictObject({ categoryId: id, ...categoryFields }))
        .max(100)
        .default([]),
      widgets: z.array(widgetBody).min(1).max(100),
    })
    .meta({ examples: [{ widgets: [exampleWidget] }] }),
  answer: listOf(widget),
  status: 201,
  refreshes: ['dashboards.*', 'user-dashboard.*'],
})
