import type { Audience } from '@counterfoil/kit/contract/audience.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import type { Context, UserCaller } from '@counterfoil/kit/server/request/context.ts'
import { isFault, readWidget } from './check-widget.rules.ts'
import { defaultDashboards, type ProductWidget, productWidgets } from './default-widgets.rules.ts'
import { findEndpoint, mayAsk } from './endpoints.rules.ts'
import {
  findTenantWidgetIds,
  listRoleWidgetIds,
  listWidgetRows,
  type WidgetRecord,
} from './given-widgets.queries.ts'
import type { Width } from './layout.rules.ts'
import type { Widget } from './widget.schema.ts'
import { endpointPath } from './widget-data.contract.ts'

interface Reading {
  readonly db: Db
  readonly caller: Pick<UserCaller, 'tenantId' | 'roleId' | 'userType' | 'permissions'>
}

/** All widgets of an organisation: those of the product that the platform gives it, and its own. */
export async function listOrganisationWidgets(db: Db, tenantId: string): Promise<Widget[]> {
  const [rows, given] = await Promise.all([
    listWidgetRows(db, tenantId),
    findTenantWidgetIds(db, tenantId),
  ])
  const isAvailable = ({ id }: ProductWidget) => given === undefined || given.includes(id)
  return [...productWidgets.filter(isAvailable).map(productView), ...rows.map(recordView)]
}

/** The widgets that the caller is given, and in which order its role's dashboard begins. */
export async function readGiven({ db, caller }: Reading): Promise<{
  readonly widgets: readonly Widget[]
  readonly order: readonly string[]
}> {
  const { tenantId, roleId, userType } = caller
  const [rows, ofTenant, ofRoles] = await Promise.all([
    listWidgetRows(db, tenantId),
    findTenantWidgetIds(db, tenantId),
    listRoleWidgetIds(db, tenantId, [roleId]),
  ])
  const ofRole = ofRoles.get(roleId)
  const widgets = widgetsFor(caller, { rows, ofTenant, ofRole })
  return { widgets, order: ofRole ?? defaultDashboards[userType] }
}

/** The ids of the widgets that the people of each role are given, by role. */
export async function listGivenByRole(
  db: Db,
  { tenantId, userType }: Pick<UserCaller, 'tenantId' | 'userType'>,
  roles: readonly { readonly id: string; readonly permissions: readonly string[] }[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const [rows, ofTenant, ofRoles] = await Promise.all([
    listWidgetRows(db, tenantId),
    findTenantWidgetIds(db, tenantId),
    listRoleWidgetIds(
      db,
      tenantId,
      roles.map(({ id }) => id),
    ),
  ])
  const givenTo = (role: (typeof roles)[number]) =>
    widgetsFor(
      { userType, permissions: new Set(role.permissions) },
      { rows, ofTenant, ofRole: ofRoles.get(role.id) },
    ).map(({ widgetId }) => widgetId)
  return new Map(roles.map((role) => [role.id, givenTo(role)]))
}

interface Chosen {
  readonly rows: readonly WidgetRecord[]
  readonly ofTenant: readonly string[] | undefined
  readonly ofRole: readonly string[] | undefined
}

/** What people of a kind, with these rights, are given by what was chosen for their tenant and role. */
function widgetsFor(
  viewer: Pick<UserCaller, 'userType' | 'permissions'>,
  { rows, ofTenant, ofRole }: Chosen,
): Widget[] {
  const { userType } = viewer
  const isAvailable = (widget: Widget, forType: string | null) => {
    if (ofRole !== undefined && !ofRole.includes(widget.widgetId)) return false
    if (widget.owner === 'product')
      return ofTenant === undefined || ofTenant.includes(widget.widgetId)
    // without a choice for the role the widget's category says which audience has it
    return ofRole !== undefined || (forType ?? operatorsOf(userType)) === userType
  }
  const mayShow = ({ data }: Widget) => {
    const endpoint = data === null ? undefined : findEndpoint(data.dataSourceEndpointId)
    // what cannot be drawn shows its fault, which gives no figure away
    return endpoint === undefined || mayAsk(endpoint, viewer)
  }
  const product = productWidgets.map(productView).filter((one) => isAvailable(one, null))
  const own = rows.filter((row) => isAvailable(recordView(row), row.userType)).map(recordView)
  return [...product, ...own].filter(mayShow)
}

/** An organisation's own widgets in a category of the product are for its operators. */
const operatorsOf = (userType: Audience) => (userType === 'merchant' ? 'tenant' : userType)

export async function listGivenWidgets(context: Context<UserCaller>): Promise<readonly Widget[]> {
  return (await readGiven(context)).widgets
}

function dataSource(endpointId: string, isLast24Hours: boolean): Widget['data'] {
  const endpoint = findEndpoint(endpointId)
  const path = `${endpointPath}/${endpointId}`
  // records are as of now: there are none of other days
  const hasDays = isLast24Hours && endpoint?.source.kind !== 'records'
  return {
    dataSourceEndpoint: path,
    dataSourceEndpointId: endpointId,
    dataSourceMoreDataEndpoint: hasDays ? path : null,
    dataSourceType: endpoint?.type ?? '',
  }
}

function productView(one: ProductWidget): Widget {
  return {
    widgetId: one.id,
    categoryId: one.categoryId,
    owner: 'product',
    version: null,
    title: one.title,
    filters: { ...one.filters },
    configuration: one.configuration,
    data: dataSource(one.endpointId, one.configuration.isLast24Hours),
    fault: null,
  }
}

export function recordView(row: Omit<WidgetRecord, 'userType'>): Widget {
  const read = readWidget({
    configuration: row.configuration,
    endpointId: row.endpoint_id,
    filters: row.filters,
  })
  const fault = isFault(read) ? { code: `widget.${read.code}`, text: read.text } : null
  return {
    widgetId: row.id,
    categoryId: row.category_id,
    owner: row.source_id === null ? 'organisation' : 'platform',
    version: row.version,
    title: { en: row.name, tr: row.name_tr },
    filters: isFault(read) ? {} : { ...read.filters },
    configuration: isFault(read) ? row.configuration : read.configuration,
    data: isFault(read) ? null : dataSource(row.endpoint_id, read.configuration.isLast24Hours),
    fault,
  }
}

/** How large a widget is before anybody changes it. */
export function defaultSize(widgetId: string): { readonly width: Width; readonly height: number } {
  const known = productWidgets.find(({ id }) => id === widgetId)
  return { width: known?.width ?? 6, height: known?.height ?? 2 }
}
