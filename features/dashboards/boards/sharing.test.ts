import { callerFinder } from '@counterfoil/features/access/sign-in-context/callers.public.ts'
import type { ManagedRole } from '@counterfoil/features/dashboards/management/management.contract.ts'
import { routes as management } from '@counterfoil/features/dashboards/management/management.routes.ts'
import type { Widget } from '@counterfoil/features/dashboards/widgets/widget.schema.ts'
import { routes as dataRoutes } from '@counterfoil/features/dashboards/widgets/widget-data.routes.ts'
import { makeMerchant, makeTenant, makeUser } from '@counterfoil/kit/testing/makers.ts'
import { testDatabase } from '@counterfoil/kit/testing/test-database.ts'
import { testServer } from '@counterfoil/kit/testing/test-server.ts'
import { describe, expect, test } from 'vitest'
import type { Board, BoardData } from './boards.contract.ts'
import { routes as boards } from './boards.routes.ts'
import { routes as gallery } from './gallery.routes.ts'

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
type User = typeof operator

async function ask<T>(user: User, what: string, payload?: object, status = 200): Promise<T> {
  const response = await call(user, what, payload === undefined ? {} : { payload })
  expect([response.statusCode, response.body]).toEqual([status, response.body])
  return response.body === '' ? (undefined as T) : response.json()
}
const board = (user: User) => ask<Board>(user, `GET ${own}/widgets`)
const arrange = (user: User, widgets: object[], version: number | null = null) =>
  ask<Board>(user, `PUT ${own}`, { version, widgets })
const refusal = async (user: User, what: string, payload: object) => {
  const response = await call(user, what, { payload })
  return [response.statusCode, response.json<{ code: string }>().code]
}

describe('a dashboard', () => {
  test('is the default of the role until its user arranges it, and again after a reset', async () => {
    const before = await board(colleague)
    expect([before.categoryId, before.version]).toEqual([null, null])
    const after = await arrange(colleague, [
      { widgetId: 'statuses', width: 12, height: 3, title: 'Mine' },
      { widgetId: 'hours' },
    ])
    expect(after.widgets.map(({ widgetId, width, title }) => [widgetId, width, title])).toEqual([
      ['statuses', 12, 'Mine'],
      ['hours', 6, null],
    ])
    const [first] = after.widgets
    const cloned = await ask<Board>(colleague, `PUT ${own}/${first?.id}`, {})
    expect(cloned.widgets.map(({ widgetId }) => widgetId)).toEqual([
      'statuses',
      'statuses',
      'hours',
    ])
    const shorter = await ask<Board>(colleague, `DELETE ${own}/${first?.id}`)
    expect(shorter.widgets).toHaveLength(2)
    expect(await refusal(colleague, `PUT ${own}`, { version: 1, widgets: [] })).toEqual([
      409,
      'dashboard.changed_meanwhile',
    ])
    await ask(colleague, `DELETE ${own}/category/${after.categoryId}`)
    expect(await board(colleague)).toEqual(before)
  })

  test('takes no widget that is not given, and no place of somebody else', async () => {
    expect(await refusal(operator, `POST ${own}`, { widgetId: 'payouts' })).toEqual([
      404,
      'not_found',
    ])
    expect(
      await refusal(operator, `POST ${own}`, { widgetId: 'statuses', filters: { nonsense: 'x' } }),
    ).toEqual([400, 'widget.filter'])
    const mine = await arrange(seller, [{ widgetId: 'statuses' }])
    const place = `${own}/${mine.widgets[0]?.id}`
    for (const other of [sellersColleague, otherSeller, operator, administrator]) {
      await ask(other, `PUT ${place}`, {}, 404)
      await ask(other, `DELETE ${place}`, undefined, 404)
      await ask(other, `GET ${own}/by-category/${mine.categoryId}`, undefined, 404)
    }
  })
})

describe('a shared widget', () => {
  test('is seen by the role within the organisation or the merchant, with a word when it ends', async () => {
    const mine = await arrange(operator, [{ widgetId: 'statuses', title: 'By status, mine' }])
    const widgetId = mine.widgets[0]?.id
    const share = { widgetId, roleId: operator.role_id }
    await ask(operator, `PUT ${own}/share`, share)
    await ask(operator, `PUT ${own}/share`, share)
    for (const reader of [colleague, limited]) {
      const { shared } = await board(reader)
      expect(shared.map(({ title }) => title)).toEqual(['By status, mine'])
    }
    for (const reader of [operator, seller, strangerOperator, administrator]) {
      expect((await board(reader)).shared).toEqual([])
    }
    const [seen] = (await board(colleague)).shared
    const copied = await ask<Board>(colleague, `PUT ${own}/${seen?.id}`, {})
    expect(copied.widgets.at(-1)?.title).toBe('By status, mine')
    await ask(strangerOperator, `PUT ${own}/${seen?.id}`, {}, 404)

    await ask(operator, `PUT ${own}/un-share`, share)
    await ask(operator, `PUT ${own}/un-share`, share, 404)
    const after = await board(limited)
    expect(after.shared).toEqual([])
    expect(after.ended.map(({ title, sharedBy }) => [title.en, sharedBy.length > 0])).toEqual([
      ['By status, mine', true],
    ])
  })

  test('of a merchant does not reach another merchant whose people have the same role', async () => {
    const mine = await arrange(seller, [{ widgetId: 'methods' }], (await board(seller)).version)
    const share = { widgetId: mine.widgets[0]?.id, roleId: seller.role_id }
    await ask(seller, `PUT ${own}/share`, share)
    expect((await board(sellersColleague)).shared).toHaveLength(1)
    expect((await board(otherSeller)).shared).toEqual([])
    expect(
      await refusal(seller, `PUT ${own}/share`, { ...share, roleId: operator.role_id }),
    ).toEqual([404, 'not_found'])
    // what is removed is not shared any more
    await ask(seller, `DELETE ${own}/${share.widgetId}`)
    expect((await board(sellersColleague)).shared).toEqual([])
  })

  test('follows its user’s dashboard, and ends with its user', async () => {
    const leaver = await ofRole(operator, {})
    const mine = await arrange(leaver, [{ widgetId: 'methods', title: 'Before' }])
    const [placed] = mine.widgets
    await ask(leaver, `PUT ${own}/share`, { widgetId: placed?.id, roleId: operator.role_id })
    await arrange(
      leaver,
      [{ id: placed?.id, widgetId: 'methods', title: 'After', filters: { period: 'last7' } }],
      mine.version,
    )
    const titles = async () => (await board(limited)).shared.map((one) => [one.title, one.filters])
    expect(await titles()).toEqual([['After', { period: 'last7' }]])
    await db.loader
      .updateTable('app_user')
      .set({ removed_at: new Date() })
      .where('id', '=', leaver.id)
      .execute()
    expect(await titles()).toEqual([])
    expect((await board(limited)).ended.map(({ title }) => title.en)).toContain('After')
  })

  test('is for roles whose people are given it', async () => {
    const mine = await arrange(
      operator,
      [{ widgetId: 'tickets' }, { widgetId: 'statuses' }],
      (await board(operator)).version,
    )
    const clerk = await makeUser(db, {
      ...{ tenant_id: tenant.id, user_type: 'tenant', permissions: ['CRM.Dashboard.View'] },
    })
    const { roles } = await ask<{ roles: { id: string; widgetIds: string[] }[] }>(
      operator,
      `GET ${own}/shares`,
    )
    const given = roles.find(({ id }) => id === clerk.role_id)?.widgetIds
    expect([given?.includes('statuses'), given?.includes('tickets')]).toEqual([true, false])
    const [tickets, statuses] = mine.widgets
    const shareWith = (placed: string | undefined) =>
      call(operator, `PUT ${own}/share`, { payload: { widgetId: placed, roleId: clerk.role_id } })
    expect((await shareWith(tickets?.id)).json()).toMatchObject({
      code: 'dashboard.not_given_to_role',
    })
    expect((await shareWith(statuses?.id)).statusCode).toBeLessThan(300)
  })
})

const sample = {
  categoryId: 'payments',
  name: 'Captured by method',
  filters: { period: 'last7', status: 'captured' },
  configuration: {
    widgetType: 'CHART_WIDGET',
    chartConfiguration: { chartType: 'BarChart', xAxisColumn: 'method', yAxisColumn: ['count'] },
  },
  data: { dataSourceEndpointId: 'transactions-by-payment-method' },
}
const withConfiguration = (configuration: object, rest: object = {}) => ({
  ...sample,
  ...rest,
  configuration: { ...sample.configuration, ...configuration },
})
const navigating = (navigationUrl: string) => ({
  ...sample,
  configuration: { widgetType: 'TABLE_WIDGET', tableConfiguration: { navigationUrl } },
})

describe('management', () => {
  test.each([
    [
      'an address that is no endpoint',
      { ...sample, data: { dataSourceEndpointId: 'http://169.254.169.254/' } },
      'widget.endpoint',
    ],
    [
      'a column that is not there',
      withConfiguration({
        chartConfiguration: {
          chartType: 'BarChart',
          xAxisColumn: 'nowhere',
          yAxisColumn: ['count'],
        },
      }),
      'widget.column',
    ],
    ['figures of another kind', withConfiguration({ widgetType: 'PIPELINE_CHART' }), 'widget.kind'],
    [
      'a chart of words',
      withConfiguration({
        chartConfiguration: {
          chartType: 'BarChart',
          xAxisColumn: 'method',
          yAxisColumn: ['currency'],
        },
      }),
      'widget.figure',
    ],
    ['a chart without its shape', withConfiguration({ chartConfiguration: null }), 'widget.chart'],
    [
      'a filter that the lookup has not',
      { ...sample, filters: { status: 'nothing' } },
      'widget.filter',
    ],
    [
      'a row that leads to another host',
      navigating('//evil.example/{method}'),
      'widget.navigation',
    ],
    ['a row that leads to a script', navigating('javascript:alert(1)'), 'widget.navigation'],
    ['a row that leads out by its dots', navigating('/crm/../../x'), 'widget.navigation'],
    [
      'a row that leads to the dashboard',
      navigating('/CRM/Dashboard'),
      'widget.circular_navigation',
    ],
    ['a row with a column that is not there', navigating('/crm/x/{secret}'), 'widget.column'],
    [
      'a category that is not there',
      { ...sample, categoryId: 'nowhere' },
      'dashboard.unknown_category',
    ],
  ])('refuses %s', async (_, body, code) => {
    expect(await refusal(operator, `POST ${managed}/widget`, body)).toEqual([400, code])
    const many = { widgets: [sample, body] }
    const before = await ask<{ count: number }>(operator, `GET ${managed}/widget`)
    const refused = await call(operator, `POST ${managed}/widget/import`, { payload: many })
    expect(refused.json()).toMatchObject({ status: 400, code: 'dashboard.import_refused' })
    expect(refused.json().errors[0].path).toMatch(/^widgets\.1\./)
    expect(refused.body).toContain('Widget 2, “Captured by method”: ')
    expect(await ask<{ count: number }>(operator, `GET ${managed}/widget`)).toEqual(before)
  })

  test('both prefixes of the documents answer alike', async () => {
    for (const path of ['category', 'widget', 'widgets-by-category', 'management/roles']) {
      const v1 = await ask(operator, `GET /api/reporting/dashboard/${path}`)
      expect(v1).toEqual(await ask(operator, `GET ${managed}/${path}`))
    }
  })

  test('a category with widgets stays; a widget is changed by its version; strangers see none of it', async () => {
    const category = await ask<{ categoryId: string }>(
      operator,
      `POST ${managed}/category`,
      { name: 'Ours', userType: 'tenant' },
      201,
    )
    const widget = await ask<Widget>(
      operator,
      `POST ${managed}/widget`,
      { ...sample, categoryId: category.categoryId },
      201,
    )
    const at = `${managed}/widget/${category.categoryId}/${widget.widgetId}`
    expect(
      (await call(operator, `DELETE ${managed}/category/${category.categoryId}`)).statusCode,
    ).toBe(409)
    const changed = { ...sample, categoryId: category.categoryId, name: 'Renamed', version: 1 }
    expect((await ask<Widget>(operator, `PUT ${at}`, changed)).version).toBe(2)
    expect(await refusal(operator, `PUT ${at}`, changed)).toEqual([409, 'dashboard.record_changed'])
    expect(await refusal(strangerOperator, `PUT ${at}`, changed)).toEqual([404, 'not_found'])
    const ofStranger = await ask<{ data: Widget[] }>(strangerOperator, `GET ${managed}/widget`)
    expect(ofStranger.data.some(({ widgetId }) => widgetId === widget.widgetId)).toBe(false)
    await ask(operator, `DELETE ${at}`)
    await ask(operator, `DELETE ${managed}/category/${category.categoryId}`)
  })

  test('a role has what it is given, in that order, and what it loses leaves a word', async () => {
    const arrangedBoard = await arrange(limited, [{ widgetId: 'hours' }, { widgetId: 'statuses' }])
    const give = (widgetIds: string[] | null) =>
      ask(operator, `POST ${managed}/management/tenant-roles`, {
        roleId: operator.role_id,
        widgetIds,
      })
    await give(['methods', 'hours'])
    const roles = await ask<{ data: ManagedRole[] }>(operator, `GET ${managed}/management/roles`)
    const mine = roles.data.find(({ roleId }) => roleId === operator.role_id)
    expect(mine?.widgetIds).toEqual(['methods', 'hours'])
    await ask(colleague, `DELETE ${own}/category/${(await board(colleague)).categoryId}`)
    expect((await board(colleague)).widgets.map(({ widgetId }) => widgetId)).toEqual([
      'methods',
      'hours',
    ])
    const after = await board(limited)
    expect(after.widgets.map(({ widgetId, fault }) => [widgetId, fault?.code])).toEqual([
      ['hours', undefined],
      ['statuses', 'widget.not_given'],
    ])
    const { answers } = await ask<BoardData>(limited, `GET ${own}/data`)
    expect(answers.map(({ widgetId }) => widgetId)).toEqual([arrangedBoard.widgets[0]?.id])
    await give(null)
    expect((await board(limited)).widgets.every(({ fault }) => fault === null)).toBe(true)
    expect(
      await refusal(operator, `POST ${managed}/management/merchant-roles`, {
        roleId: operator.role_id,
        widgetIds: [],
      }),
    ).toEqual([404, 'not_found'])
  })

  test('the platform gives a tenant widgets, and keeps its copies equal', async () => {
    const made = await ask<Widget>(administrator, `POST ${managed}/widget`, sample, 201)
    const at = `${managed}/management/${stranger.id}/widgets`
    await ask(administrator, `POST ${at}`, { widgetsIds: ['statuses', made.widgetId] })
    const has = async () =>
      (await ask<{ data: Widget[] }>(strangerOperator, `GET ${managed}/widget`)).data.map(
        ({ title, owner }) => [title.en, owner],
      )
    expect(await has()).toEqual([
      ['By status, 30 days', 'product'],
      ['Captured by method', 'platform'],
    ])
    const path = `${managed}/widget/payments/${made.widgetId}`
    await ask(administrator, `PUT ${path}`, { ...sample, name: 'By method', version: 1 })
    expect((await has())[1]).toEqual(['By method', 'platform'])
    await ask(administrator, `POST ${at}`, { widgetsIds: null })
    expect((await has()).some(([, owner]) => owner === 'platform')).toBe(false)
    expect(
      (await call(operator, `GET ${managed}/widgets-by-category/${stranger.id}/tenant`)).statusCode,
    ).toBe(404)
    expect(await refusal(operator, `POST ${at}`, { widgetsIds: [] })).toEqual([404, 'not_found'])
  })

  test('a widget of the platform that is taken and given again stands where it stood', async () => {
    const made = await ask<Widget>(administrator, `POST ${managed}/widget`, sample, 201)
    const give = (widgetsIds: string[] | null) =>
      ask(administrator, `POST ${managed}/management/${stranger.id}/widgets`, { widgetsIds })
    await give([made.widgetId])
    const { data } = await ask<{ data: Widget[] }>(strangerOperator, `GET ${managed}/widget`)
    await arrange(strangerOperator, [{ widgetId: data[0]?.widgetId }])
    const faults = async () =>
      (await board(strangerOperator)).widgets.map(({ fault }) => fault?.code)
    await give(null)
    expect(await faults()).toEqual(['widget.not_given'])
    await give([made.widgetId])
    expect(await faults()).toEqual([undefined])
    await give(null)
  })

  test('a file brings the categories that its widgets are in, once', async () => {
    const file = {
      categories: [
        { categoryId: '00000000-0000-7000-8000-00000000000a', name: 'Ours', userType: 'tenant' },
      ],
      widgets: [{ ...sample, categoryId: '00000000-0000-7000-8000-00000000000a' }],
    }
    const bring = () =>
      ask<{ data: Widget[] }>(strangerOperator, `POST ${managed}/widget/import`, file, 201)
    const [first, second] = [await bring(), await bring()]
    expect(first.data[0]?.categoryId).toBe(second.data[0]?.categoryId)
    const clerk = await makeUser(db, {
      ...{ tenant_id: tenant.id, user_type: 'tenant', permissions: ['Dashboard.Settings.Widgets'] },
    })
    expect(await refusal(clerk, `POST ${managed}/widget/import`, file)).toEqual([
      403,
      'dashboard.import_category',
    ])
  })

  test('a filter that its widget takes no more has a word in its place and holds nothing up', async () => {
    const made = await ask<Widget>(operator, `POST ${managed}/widget`, sample, 201)
    const mine = [{ widgetId: made.widgetId, filters: { currency: 'GBP' } }, { widgetId: 'hours' }]
    const before = await arrange(operator, mine, (await board(operator)).version)
    await ask(operator, `PUT ${managed}/widget/payments/${made.widgetId}`, {
      ...sample,
      ...{ version: 1, filters: {}, configuration: { widgetType: 'TABLE_WIDGET' } },
      data: { dataSourceEndpointId: 'to-do' },
    })
    const after = await board(operator)
    expect(after.widgets.map(({ fault }) => fault?.code)).toEqual(['widget.filter', undefined])
    const places = before.widgets.map(({ id, widgetId, filters }) => ({ id, widgetId, filters }))
    const { widgets, version } = await arrange(operator, places.toReversed(), after.version)
    expect(widgets.map(({ widgetId }) => widgetId)).toEqual(['hours', made.widgetId])
    const refused = [{ ...places[0], filters: { currency: 'EUR' } }]
    expect(await refusal(operator, `PUT ${own}`, { version, widgets: refused })).toEqual([
      400,
      'widget.filter',
    ])
  })

  test('what an older version left has a word in its place, and the rest stands', async () => {
    const made = await ask<Widget>(operator, `POST ${managed}/widget`, sample, 201)
    const broken = [
      [{ widgetType: 'HOLOGRAM' }, 'transactions', 'widget.type'],
      ['no object', 'transactions', 'widget.configuration'],
      [
        { widgetType: 'TABLE_WIDGET', tableConfiguration: { pageSize: -1 } },
        'transactions',
        'widget.configuration',
      ],
      [{ widgetType: 'TABLE_WIDGET' }, 'gone', 'widget.endpoint'],
      [
        { widgetType: 'TABLE_WIDGET', tableConfiguration: { navigationUrl: '/dashboard' } },
        'transactions',
        'widget.circular_navigation',
      ],
    ] as const
    for (const [configuration, endpoint_id, code] of broken) {
      await db.loader
        .updateTable('dashboard_widget')
        .set({ configuration: JSON.stringify(configuration), endpoint_id })
        .where('id', '=', made.widgetId)
        .execute()
      await arrange(
        operator,
        [{ widgetId: made.widgetId }, { widgetId: 'statuses' }],
        (await board(operator)).version,
      )
      const seen = await board(operator)
      expect(seen.widgets.map(({ fault }) => fault?.code)).toEqual([code, undefined])
      const { answers } = await ask<BoardData>(operator, `GET ${own}/data`)
      expect(answers.map(({ data }) => data !== null)).toEqual([true])
    }
  })

  test('figures are asked from the catalogue alone, by those who may', async () => {
    const data = `GET ${managed}/data`
    await ask(operator, `${data}/transactions-by-status`)
    await ask(operator, `${data}/nowhere`, undefined, 404)
    await ask(seller, `${data}/transactions-by-service-provider`, undefined, 403)
    const named = await call(operator, `${data}/transactions-by-status`, {
      headers: { endpointid: 'transactions', widgetid: 'statuses' },
    })
    expect(named.statusCode).toBe(404)
    const foreign = await call(operator, `${data}/transactions-by-status`, {
      headers: { endpointid: 'transactions-by-status', widgetid: 'nowhere' },
    })
    expect(foreign.statusCode).toBe(404)
  })
})
