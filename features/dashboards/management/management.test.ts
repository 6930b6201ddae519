import type { BoardData } from '@counterfoil/features/dashboards/boards/boards.contract.ts'
import type { Widget } from '@counterfoil/features/dashboards/widgets/widget.schema.ts'
import { runWorker } from '@counterfoil/kit/jobs/worker.ts'
import { makeUser } from '@counterfoil/kit/testing/makers.ts'
import { dashboardFixture, sampleWidget } from '@counterfoil/tools/testing/dashboards.ts'
import { pino } from 'pino'
import { afterAll, describe, expect, test } from 'vitest'
import { jobs } from './copy-widgets.jobs.ts'
import type { ManagedRole } from './management.contract.ts'

const {
  db,
  tenant,
  stranger,
  call,
  own,
  managed,
  operator,
  colleague,
  limited,
  seller,
  strangerOperator,
  administrator,
  ask,
  board,
  arrange,
  refusal,
} = await dashboardFixture()
const worker = await runWorker({
  ...{ database: db.database, appUrl: db.urls.app, jobs, schedules: [] },
  log: pino({ level: 'silent' }),
})
afterAll(() => worker.stop())

const withConfiguration = (configuration: object, rest: object = {}) => ({
  ...sampleWidget,
  ...rest,
  configuration: { ...sampleWidget.configuration, ...configuration },
})
const navigating = (navigationUrl: string) => ({
  ...sampleWidget,
  configuration: { widgetType: 'TABLE_WIDGET', tableConfiguration: { navigationUrl } },
})

describe('management', () => {
  test.each([
    [
      'an address that is no endpoint',
      { ...sampleWidget, data: { dataSourceEndpointId: 'http://169.254.169.254/' } },
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
      { ...sampleWidget, filters: { status: 'nothing' } },
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
      { ...sampleWidget, categoryId: 'nowhere' },
      'dashboard.unknown_category',
    ],
  ])('refuses %s', async (_, body, code) => {
    expect(await refusal(operator, `POST ${managed}/widget`, body)).toEqual([400, code])
    const many = { widgets: [sampleWidget, body] }
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
      { ...sampleWidget, categoryId: category.categoryId },
      201,
    )
    const at = `${managed}/widget/${category.categoryId}/${widget.widgetId}`
    expect(
      (await call(operator, `DELETE ${managed}/category/${category.categoryId}`)).statusCode,
    ).toBe(409)
    const changed = {
      ...sampleWidget,
      categoryId: category.categoryId,
      name: 'Renamed',
      version: 1,
    }
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
    const made = await ask<Widget>(administrator, `POST ${managed}/widget`, sampleWidget, 201)
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
    await ask(administrator, `PUT ${path}`, { ...sampleWidget, name: 'By method', version: 1 })
    const copied = () => expect.poll(async () => (await has())[1])
    await copied().toEqual(['By method', 'platform'])
    await ask(administrator, `DELETE ${path}`)
    await copied().toBe(undefined)
    await ask(administrator, `POST ${at}`, { widgetsIds: null })
    expect((await has()).some(([, owner]) => owner === 'platform')).toBe(false)
    expect(
      (await call(operator, `GET ${managed}/widgets-by-category/${stranger.id}/tenant`)).statusCode,
    ).toBe(404)
    expect(await refusal(operator, `POST ${at}`, { widgetsIds: [] })).toEqual([404, 'not_found'])
  })

  test('a widget of the platform that is taken and given again stands where it stood', async () => {
    const made = await ask<Widget>(administrator, `POST ${managed}/widget`, sampleWidget, 201)
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

  test('what is given several times at the same moment is given once', async () => {
    const made = await ask<Widget>(administrator, `POST ${managed}/widget`, sampleWidget, 201)
    const role = { roleId: operator.role_id, widgetIds: ['hours'] }
    await Promise.all(
      [1, 2, 3, 4].flatMap(() => [
        ask(operator, `POST ${managed}/management/tenant-roles`, role),
        ask(administrator, `POST ${managed}/management/${stranger.id}/widgets`, {
          widgetsIds: ['statuses', made.widgetId],
        }),
      ]),
    )
    const { data } = await ask<{ data: Widget[] }>(strangerOperator, `GET ${managed}/widget`)
    expect(data).toHaveLength(2)
    await ask(administrator, `POST ${managed}/management/${stranger.id}/widgets`, {
      widgetsIds: null,
    })
    await ask(operator, `POST ${managed}/management/tenant-roles`, { ...role, widgetIds: null })
  })

  test('a file brings the categories that its widgets are in, once', async () => {
    const file = {
      categories: [
        { categoryId: '00000000-0000-7000-8000-00000000000a', name: 'Ours', userType: 'tenant' },
      ],
      widgets: [{ ...sampleWidget, categoryId: '00000000-0000-7000-8000-00000000000a' }],
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
    const made = await ask<Widget>(operator, `POST ${managed}/widget`, sampleWidget, 201)
    const mine = [{ widgetId: made.widgetId, filters: { currency: 'GBP' } }, { widgetId: 'hours' }]
    const before = await arrange(operator, mine, (await board(operator)).version)
    await ask(operator, `PUT ${managed}/widget/payments/${made.widgetId}`, {
      ...sampleWidget,
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
    const made = await ask<Widget>(operator, `POST ${managed}/widget`, sampleWidget, 201)
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
