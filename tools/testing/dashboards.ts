import { callerFinder } from '@counterfoil/features/access/sign-in-context/callers.public.ts'
import type { Board } from '@counterfoil/features/dashboards/boards/boards.contract.ts'
import { routes as boards } from '@counterfoil/features/dashboards/boards/boards.routes.ts'
import { routes as gallery } from '@counterfoil/features/dashboards/boards/gallery.routes.ts'
import { routes as management } from '@counterfoil/features/dashboards/management/management.routes.ts'
import { routes as dataRoutes } from '@counterfoil/features/dashboards/widgets/widget-data.routes.ts'
import { makeMerchant, makeTenant, makeUser } from '@counterfoil/kit/testing/makers.ts'
import { testDatabase } from '@counterfoil/kit/testing/test-database.ts'
import { testServer } from '@counterfoil/kit/testing/test-server.ts'

/** A widget as it is sent to be created. */
export const sampleWidget = {
  categoryId: 'payments',
  name: 'Captured by method',
  filters: { period: 'last7', status: 'captured' },
  configuration: {
    widgetType: 'CHART_WIDGET',
    chartConfiguration: { chartType: 'BarChart', xAxisColumn: 'method', yAxisColumn: ['count'] },
  },
  data: { dataSourceEndpointId: 'transactions-by-payment-method' },
}

type User = Awaited<ReturnType<typeof makeUser>>

/** The calls of dashboards, and people who use them: of a tenant, of two of its merchants, of another tenant, of the platform. */
export async function dashboardFixture() {
  const db = await testDatabase()
  const { call } = await testServer(
    db,
    [...boards, ...gallery, ...management, ...dataRoutes],
    callerFinder(db.database),
  )
  const platform = await makeTenant(db, { is_platform: true })
  const [tenant, stranger] = [await makeTenant(db), await makeTenant(db)]
  const [shop, otherShop] = [
    await makeMerchant(db, { tenant_id: tenant.id }),
    await makeMerchant(db, { tenant_id: tenant.id }),
  ]
  const rights = [
    'CRM.Dashboard.View',
    'CRM.Support.Lookup',
    'Dashboard.Settings.Categories',
    'Dashboard.Settings.Widgets',
    'Dashboard.WidgetSettings.TenantRoles',
    'Dashboard.WidgetSettings.MerchantRoles',
  ]
  const operator = await makeUser(db, {
    tenant_id: tenant.id,
    user_type: 'tenant',
    permissions: rights,
  })
  /** A user with the role of another. */
  async function ofRole({ role_id }: { readonly role_id: string | null }, values: object) {
    const made = await makeUser(db, { tenant_id: tenant.id, user_type: 'tenant', ...values })
    await db.loader.updateTable('app_user').set({ role_id }).where('id', '=', made.id).execute()
    return { ...made, role_id }
  }
  const colleague = await ofRole(operator, {})
  const limited = await ofRole(operator, { limited_to: [shop.id] })
  const seller = await makeUser(db, {
    ...{ tenant_id: tenant.id, user_type: 'merchant', merchant_id: shop.id },
    permissions: ['Merchant.Transaction.View'],
  })
  const asMerchant = { user_type: 'merchant' as const }
  const sellersColleague = await ofRole(seller, { ...asMerchant, merchant_id: shop.id })
  const otherSeller = await ofRole(seller, { ...asMerchant, merchant_id: otherShop.id })
  const strangerOperator = await makeUser(db, {
    ...{ tenant_id: stranger.id, user_type: 'tenant', permissions: rights },
  })
  const administrator = await makeUser(db, {
    ...{ tenant_id: platform.id, user_type: 'platform', permissions: rights },
  })

  const own = '/api/reporting/api/v2/user-dashboard'
  const managed = '/api/reporting/api/v2/dashboard'

  async function ask<T>(user: User, what: string, payload?: object, status = 200): Promise<T> {
    const response = await call(user, what, payload === undefined ? {} : { payload })
    if (response.statusCode !== status)
      throw new Error(`${what}: ${response.statusCode} ${response.body}`)
    return response.body === '' ? (undefined as T) : response.json()
  }
  const board = (user: User) => ask<Board>(user, `GET ${own}/widgets`)
  const arrange = (user: User, widgets: object[], version: number | null = null) =>
    ask<Board>(user, `PUT ${own}`, { version, widgets })
  const refusal = async (user: User, what: string, payload: object) => {
    const response = await call(user, what, { payload })
    return [response.statusCode, response.json<{ code: string }>().code]
  }
  return {
    ...{ db, tenant, platform, stranger, shop, otherShop, call, ofRole, own, managed },
    ...{ operator, colleague, limited, seller, sellersColleague, otherSeller, strangerOperator },
    ...{ administrator, ask, board, arrange, refusal },
  }
}
