// What calls of dashboards and of automated reports need to succeed: a category, a widget, a place on one's own dashboard.
import { sampleWidget } from '@counterfoil/tools/testing/dashboards.ts'
import { merchantIdOf, tenantIdOf } from '@counterfoil/workloads/demo/store-organisations.ts'
import type { Fixture } from './audited-recipes.ts'
import type { RequestParts } from './requests.ts'
import type { Actor } from './test-api.ts'

type Recipe = (fixture: Fixture, actor: Actor | undefined) => Promise<RequestParts>

const managed = '/api/reporting/api/v2/dashboard'
const own = '/api/reporting/api/v2/user-dashboard'
const categoryOf = async ({ ask }: Fixture, actor: Actor | undefined) => {
  const made = await ask(actor as Actor, `${managed}/category`, {
    name: 'Ours',
    userType: 'tenant',
  })
  return { categoryId: made.json().categoryId as string }
}
const widgetOf = async ({ ask }: Fixture, actor: Actor | undefined) => {
  const made = await ask(actor as Actor, `${managed}/widget`, sampleWidget)
  return { categoryId: 'payments', widgetId: made.json().widgetId as string }
}
/** The first place of the caller's own dashboard, after a widget was put on it. */
const placeOf = async ({ ask }: Fixture, actor: Actor | undefined) => {
  const board = (await ask(actor as Actor, own, { widgetId: 'statuses' })).json()
  return { categoryId: board.categoryId as string, id: board.widgets[0].id as string }
}
/** A role whose people are of this kind, in the caller's organisation. */
const roleOf = async ({ testApi }: Fixture, actor: Actor | undefined, userType: string) => {
  const { rows } = await testApi.test.owner.query(
    `select r.id as role_id from app.role r join app.app_user me on me.tenant_id = r.tenant_id
     where me.id = $1 and r.user_type = $2 order by r.merchant_id nulls first, r.id limit 1`,
    [actor?.subject, userType],
  )
  return rows[0]?.role_id as string
}
const givenTo =
  (userType: 'tenant' | 'merchant'): Recipe =>
  async (fixture, actor) => ({
    body: { roleId: await roleOf(fixture, actor, userType), widgetIds: ['statuses'] },
  })

const management: Readonly<Record<string, Recipe>> = {
  'categories.update': async (fixture, actor) => ({ params: await categoryOf(fixture, actor) }),
  'categories.remove': async (fixture, actor) => ({ params: await categoryOf(fixture, actor) }),
  'widgets.update': async (fixture, actor) => ({
    params: await widgetOf(fixture, actor),
    body: { ...sampleWidget, name: 'By method', version: 1 },
  }),
  'widgets.remove': async (fixture, actor) => ({ params: await widgetOf(fixture, actor) }),
  'roles.give': givenTo('tenant'),
  'tenant-roles.give': givenTo('tenant'),
  'merchant-roles.give': givenTo('merchant'),
}

const report = {
  name: 'Sales of yesterday',
  source: 'payments',
  format: 'csv',
  query: { columns: 'externalId,amount,currency' },
  ...{ days: 'yesterday', frequency: 'daily', atTime: '00:00', timeZone: 'UTC' },
  delivery: 'portal',
}
const customerOf = (actor: Actor | undefined) =>
  actor?.kind === 'merchant' ? merchantIdOf('harbour') : tenantIdOf('northwind')
const reportOf = async ({ ask }: Fixture, actor: Actor | undefined) => {
  const url = `/api/reporting/customer-configuration/${customerOf(actor)}`
  return { id: (await ask(actor as Actor, url, report)).json().id as string }
}
const onReport =
  (body?: object): Recipe =>
  async (fixture, actor) => ({ params: await reportOf(fixture, actor), ...(body && { body }) })

/** Of both prefixes that the documents spell. */
export const dashboards: Readonly<Record<string, Recipe>> = {
  ...Object.fromEntries(
    Object.entries(management).flatMap(([name, recipe]) => [
      [`dashboards.${name}`, recipe],
      [`dashboards.v1.${name}`, recipe],
    ]),
  ),
  'user-dashboard.clone': async (fixture, actor) => {
    const { id } = await placeOf(fixture, actor)
    return { params: { id }, body: {} }
  },
  'user-dashboard.remove': async (fixture, actor) => {
    const { id } = await placeOf(fixture, actor)
    return { params: { id } }
  },
  'user-dashboard.category.delete': async (fixture, actor) => {
    const { categoryId } = await placeOf(fixture, actor)
    return { params: { id: categoryId } }
  },
  'user-dashboard.category.update': async (fixture, actor) => {
    const { categoryId } = await placeOf(fixture, actor)
    return { body: { id: categoryId, name: 'At the till' } }
  },
  'user-dashboard.share': async (fixture, actor) => {
    const { id } = await placeOf(fixture, actor)
    return { body: { widgetId: id, roleId: await roleOf(fixture, actor, 'tenant') } }
  },
  'user-dashboard.un-share': async (fixture, actor) => {
    const { id } = await placeOf(fixture, actor)
    const body = { widgetId: id, roleId: await roleOf(fixture, actor, 'tenant') }
    await fixture.testApi.app.inject({
      ...{ method: 'PUT', url: `${own}/share`, payload: body },
      headers: { authorization: `Bearer ${actor?.token}` },
    })
    return { body }
  },
  'report-settings.update': async ({ testApi }, actor) => {
    const report = 'crm-reports-transactions-daily-v1'
    const url = '/api/reporting/report-v2/settings'
    const query = { tenantId: tenantIdOf('northwind') }
    const answer = await testApi.app.inject({
      ...{ method: 'GET', url, query },
      headers: { authorization: `Bearer ${actor?.token}` },
    })
    const { reports = [] } = answer.json<{ reports?: { id: string; version: number }[] }>()
    const version = reports.find(({ id }) => id === report)?.version ?? 0
    const body = { isOn: true, ownName: 'By day', hiddenColumns: [], maxDays: 31, roles: [] }
    return { params: { report }, query, body: { ...body, version } }
  },
  'report-settings.set-available': async () => ({
    params: { tenantId: tenantIdOf('northwind'), report: 'crm-reports-transactions-daily-v1' },
    body: { isAvailable: true },
  }),
  'automated-reports.create': async (_, actor) => ({
    params: { id: customerOf(actor) },
    body: report,
  }),
  'automated-reports.update': onReport({ ...report, name: 'Sales', version: 1 }),
  'automated-reports.activate': onReport(),
  'automated-reports.deactivate': onReport(),
  'automated-reports.run': onReport(),
}
