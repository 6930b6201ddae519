import { callerFinder } from '@counterfoil/features/access/sign-in-context/callers.public.ts'
import { routes as items } from '@counterfoil/features/crm/items/items.routes.ts'
import { routes as tasks } from '@counterfoil/features/crm/tasks/tasks.routes.ts'
import { isFigure } from '@counterfoil/features/dashboards/widgets/endpoint-columns.rules.ts'
import type {
  WidgetConfiguration,
  WidgetData,
  WidgetRow,
} from '@counterfoil/features/dashboards/widgets/widget.schema.ts'
import { endpointPath } from '@counterfoil/features/dashboards/widgets/widget-data.contract.ts'
import { routes as dataRoutes } from '@counterfoil/features/dashboards/widgets/widget-data.routes.ts'
import { routes as confirmations } from '@counterfoil/features/payments/confirmations/confirmations.routes.ts'
import { routes as held } from '@counterfoil/features/payments/held-payments/held-payments.routes.ts'
import type { PaymentTotals } from '@counterfoil/features/payments/lookup/lookup.contract.ts'
import { routes as lookup } from '@counterfoil/features/payments/lookup/lookup.routes.ts'
import { routes as payoutApprovals } from '@counterfoil/features/payments/payout-orders/approvals.routes.ts'
import { routes as balances } from '@counterfoil/features/payments/payouts/balances.routes.ts'
import { routes as payouts } from '@counterfoil/features/payments/payouts/payouts.routes.ts'
import {
  merchantWebhookPages,
  operatorWebhookPages,
} from '@counterfoil/features/payments/webhook-reports/webhook-pages.schema.ts'
import {
  merchantWebhooks,
  operatorWebhooks,
} from '@counterfoil/features/payments/webhook-reports/webhook-reports.contract.ts'
import { routes as messages } from '@counterfoil/features/payments/webhook-reports/webhook-reports.routes.ts'
import { measures } from '@counterfoil/features/reporting/figures/measures.rules.ts'
import { routes as tickets } from '@counterfoil/features/support/ticket-list/ticket-list.routes.ts'
import type { Text } from '@counterfoil/kit/contract/texts.ts'
import { makeMerchant, makeTenant, makeUser } from '@counterfoil/kit/testing/makers.ts'
import { testServer } from '@counterfoil/kit/testing/test-server.ts'
import { makeDashboardRecords } from '@counterfoil/tools/testing/dashboard-records.ts'
import { paymentFixture } from '@counterfoil/tools/testing/payments.ts'
import { describe, expect, test } from 'vitest'
import type { Board, BoardData } from './boards.contract.ts'
import { routes as boards } from './boards.routes.ts'
import { routes as gallery } from './gallery.routes.ts'

const now = new Date()
const fixture = await paymentFixture()
const { tenantId, merchantId } = fixture
const other = await makeMerchant(fixture, { tenant_id: tenantId })
const { call } = await testServer(
  fixture,
  [
    ...[
      ...boards,
      ...gallery,
      ...dataRoutes,
      ...lookup,
      ...held,
      ...tasks,
      ...items,
      ...balances,
      ...tickets,
      ...messages,
    ],
    ...[payouts, confirmations, payoutApprovals].flatMap((routes) => routes(fixture.providers)),
  ],
  callerFinder(fixture.database),
)

const operatorRights = [
  ...['CRM.Dashboard.View', 'CRM.Transaction.View', 'CRM.Support.Lookup'],
  ...['CRM.Transaction.Actions.Approve', 'Crm.Payments.PendingTransactions'],
  ...['CRM.Transaction.Actions.Dispute', 'CRM.Task.View'],
  ...['CRM.Opportunity.View', 'Settings.DeveloperSettings.WebhookV2.View'],
  'Settings.GeneralSettings.WebhookEndpoint.View',
]
const user = (values: object) =>
  makeUser(fixture, {
    tenant_id: tenantId,
    user_type: 'tenant',
    permissions: operatorRights,
    ...values,
  })
const ofMerchant = (id: string) =>
  user({
    user_type: 'merchant',
    merchant_id: id,
    permissions: [
      ...['Merchant.Transaction.View', 'Merchant.PaymentsSettings.WebhookEndpoints'],
      ...['Merchant.Transaction.Actions.Approve', 'Merchant.Payments.PendingTransactions'],
      ...['Merchant.Support.Lookup', 'Merchant.Settings.WebhookReport'],
    ],
  })
const users = {
  operator: await user({}),
  limited: await user({ limited_to: [other.id] }),
  // decides on held payments, which it finds among all: it has no page of what waits
  approver: await user({
    permissions: operatorRights.filter((right) => !right.endsWith('PendingTransactions')),
  }),
  ofTransfers: await user({ limited_to_methods: ['bank_transfer'] }),
  ofAlpha: await user({ limited_to_providers: ['sandbox_alpha'] }),
  merchant: await ofMerchant(merchantId),
  otherMerchant: await ofMerchant(other.id),
  platform: await makeUser(fixture, {
    tenant_id: (await makeTenant(fixture, { is_platform: true })).id,
    user_type: 'platform',
    permissions: ['CRM.Dashboard.View', 'Platform.Transaction.Lookup', 'Platform.Support.Lookup'],
  }),
}
type Who = keyof typeof users

await makeDashboardRecords({
  ...{ fixture, now, otherId: other.id, operatorId: users.operator.id },
  ...{ limitedId: users.limited.id, approverId: users.approver.id },
})

const prefix = '/api/reporting/api/v2/user-dashboard'

async function ask<T>(who: Who, what: string, payload?: object, status = 200): Promise<T> {
  const response = await call(users[who], what, payload === undefined ? {} : { payload })
  expect([response.statusCode, response.body]).toEqual([status, response.body])
  return response.body === '' ? (undefined as T) : response.json()
}

const totalsPaths: Record<string, string> = {
  '/merchant/transaction-management/transaction-lookup': '/api/transactions',
  '/transaction-management/transaction-lookup': '/api/crm/transactions',
  '/platform/transaction-management/transaction-lookup': '/api/crm/transactions',
}

const heldPaths: Record<string, string> = {
  '/merchant/payments/pending-payments': '/api/held-payments',
  '/transaction-management/pending-payments': '/api/crm/held-payments',
}

/** Of what waits for a decision, by what the page shows of it. */
const decisionPaths: Record<string, string> = {
  'show=payouts&by=others': '/api/crm/transactions/payout/waiting?by=others',
  'show=actions&by=others': '/api/crm/transactions/waiting-actions?by=others',
  'show=beneficiaries': '/api/crm/payouts/waiting',
}
const merchantDecisionPaths: Record<string, string> = {
  'show=payouts&by=others': '/api/transactions/payout/waiting?by=others',
  'show=actions&by=others': '/api/transactions/waiting-actions?by=others',
  'show=beneficiaries': '/api/payouts/waiting',
}

const balancesPath = '/merchant/payments/balances'

const recordPaths: Record<string, string> = {
  '/crm/opportunities': '/api/crm/opportunities',
  '/tenant/support-tickets': '/api/support/ticket/my',
  '/merchant/support-tickets': '/api/support/ticket',
  '/crm/tasks': '/api/crm/tasks/to-do',
  [operatorWebhookPages.v2.path]: operatorWebhooks.list.path,
  [merchantWebhookPages.v1.path]: merchantWebhooks.list.path,
}

interface Behind {
  readonly count: number
  /** Of payments, by currency. */
  readonly totals?: NonNullable<PaymentTotals['totals']>
  /** Of money, what the rows add up to. */
  readonly amount?: number
}

/** What the list has that an address leads to; undefined: it is no list that is counted here. */
async function readBehind(who: Who, link: string): Promise<Behind | undefined> {
  const [path = '', query = ''] = link.split('?')
  const records = recordPaths[path]
  if (records !== undefined) {
    const { count, data } = await ask<{ count: number; data: { amountMinor?: number }[] }>(
      who,
      `GET ${records}?${query}&pageIndex=0&pageSize=100`,
    )
    return { count, amount: sumOf(data.map(({ amountMinor = 0 }) => amountMinor)) }
  }
  if (path === balancesPath && query !== '') {
    const rows = await ask<{ count: number; amount: number; data: { amount: number }[] }>(
      who,
      `GET /api/balances/rows?${query}`,
    )
    expect(sumOf(rows.data.map(({ amount }) => amount))).toBe(rows.amount)
    return { count: rows.count, amount: rows.amount }
  }
  const decisions = path.startsWith('/transaction')
    ? decisionPaths[query]
    : merchantDecisionPaths[query]
  if (decisions !== undefined) {
    const [address, chosen = ''] = decisions.split('?')
    const { count } = await ask<{ count: number }>(
      who,
      `GET ${address}?${chosen}&pageIndex=0&pageSize=10`,
    )
    return { count }
  }
  // one of a kind opens itself
  if (/[0-9a-f-]{36}$/.test(path) && query === '') return { count: 1 }
  const queue = query === 'show=held' ? heldPaths[path] : undefined
  if (queue !== undefined) {
    const page = await ask<{ data: unknown[]; count: number }>(
      who,
      `GET ${queue}?pageIndex=0&pageSize=100`,
    )
    expect(page.data).toHaveLength(page.count)
    return { count: page.count }
  }
  const calls = totalsPaths[path]
  if (calls === undefined) return undefined
  const { count, totals } = await ask<PaymentTotals>(who, `GET ${calls}/totals?${query}`)
  return count === null || totals === null ? undefined : { count, totals }
}
const countBehind = async (who: Who, link: string) => (await readBehind(who, link))?.count

const sumOf = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)

/** The share of approved payments among those that are decided, counted in the list behind a link. */
async function rateBehind(who: Who, link: string): Promise<number | null> {
  const [approved, declined] = await Promise.all(
    (['approved', 'declined'] as const).map((one) =>
      countBehind(who, `${link}&status=${measures[one].statuses?.join(',')}`),
    ),
  )
  const decided = (approved ?? 0) + (declined ?? 0)
  return decided === 0 ? null : (approved ?? 0) / decided
}

const moneyColumns = ['amount', 'payoutsPending', 'next']

/** What a figure is by the list or the record that it leads to; undefined: nothing says whether it is right. */
async function figureBehind(who: Who, row: WidgetRow, column: string) {
  const { cells, links, keys, baseCurrency } = row
  const link = links[column]
  if (link !== undefined && (column === 'approvalRate' || column === 'rateBefore')) {
    return rateBehind(who, link)
  }
  const behind = link === undefined ? undefined : await readBehind(who, link)
  if (behind !== undefined) {
    const totals = behind.totals?.find(({ currency }) => currency === baseCurrency)
    if (column === 'volume') return totals?.amount ?? 0
    if (column === 'captured') return totals?.capturedAmount ?? 0
    return moneyColumns.includes(column) ? behind.amount : behind.count
  }
  const { count } = links
  if (column === 'change') return Number(cells.count) - Number(cells.before)
  // of a group that has none there is nothing to open
  if ((column === 'count' || column === 'before') && cells[column] === 0) return 0
  // what the groups contribute adds up to the whole movement, which has a test of its own
  if (column === 'contribution') return cells.contribution
  if (column === 'payable') {
    const { data } = await ask<{ data: { currency: string; payable: number }[] }>(
      who,
      'GET /api/balances',
    )
    return data.find(({ currency }) => currency === baseCurrency)?.payable
  }
  if (column === 'amount' && keys.payment) {
    const { amount_minor } = await fixture.loader
      .selectFrom('dispute')
      .select('amount_minor')
      .where('payment_id', '=', keys.payment)
      .executeTakeFirstOrThrow()
    return Number(amount_minor)
  }
  const listed = count === undefined ? undefined : await readBehind(who, count)
  return column === 'amount' ? listed?.amount : undefined
}

/** The figures that a widget shows of each row. */
function figuresOf({ widget }: Board['widgets'][number], { columns }: WidgetData): string[] {
  const { chartConfiguration: chart, tableConfiguration: table } = (widget?.configuration ??
    {}) as Partial<WidgetConfiguration>
  const shown = chart?.yAxisColumn ?? table?.tableDataColumns
  return columns
    .filter((one) => isFigure(one) && (!shown || shown.includes(one.id)))
    .map(({ id }) => id)
}

describe.each(Object.keys(users) as Who[])('the default dashboard of %s', (who) => {
  test('has figures for every widget, and each number opens exactly its rows', async () => {
    const board = await ask<Board>(who, `GET ${prefix}/widgets`)
    const { answers } = await ask<BoardData>(who, `GET ${prefix}/data`)
    expect(board.categoryId).toBeNull()
    expect(board.widgets.length).toBeGreaterThan(5)
    expect(answers.map(({ widgetId, fault }) => [widgetId, fault])).toEqual(
      board.widgets.map(({ id }) => [id, null]),
    )
    let compared = 0
    for (const [at, { data, widgetId }] of answers.entries()) {
      const placed = board.widgets[at]
      const figures = data && placed ? figuresOf(placed, data) : []
      for (const row of data?.data ?? []) {
        for (const column of figures) {
          const cell = row.cells[column]
          if (cell === null || cell === undefined) continue
          expect([widgetId, column, cell, row.links[column]]).toEqual([
            widgetId,
            column,
            await figureBehind(who, row, column),
            row.links[column],
          ])
          compared += 1
        }
      }
      const all = data?.totalLink ? await readBehind(who, data.totalLink) : undefined
      if (all !== undefined && data?.totalPayments !== null) {
        expect([widgetId, data?.totalPayments]).toEqual([widgetId, all.count])
        const sums = data?.totalVolume.map((one) => [one.baseCurrency, one.volume])
        if (sums?.length) {
          const listed = all.totals?.map(({ currency, amount }) => [currency, amount])
          expect([widgetId, sums.sort()]).toEqual([widgetId, listed?.sort()])
        }
      }
    }
    expect(compared).toBeGreaterThan(40)
  })
})

test('the number of payments that wait opens the queue of those that are held', async () => {
  const waiting = async (who: Who) => {
    const { answers } = await ask<BoardData>(who, `GET ${prefix}/data?widgetIds=toDo`)
    const links = answers[0]?.data?.data.map((row) => row.links.count ?? '')
    const link = links?.find((one) => /show=held|waiting_for_approval/.test(one)) ?? ''
    return [link, await countBehind(who, link)]
  }
  const pending = '/transaction-management/pending-payments?show=held'
  expect(await waiting('operator')).toEqual([pending, 12])
  expect(await waiting('limited')).toEqual([pending, 4])
  expect(await waiting('merchant')).toEqual(['/merchant/payments/pending-payments?show=held', 8])
  expect(await waiting('approver')).toEqual([
    '/transaction-management/transaction-lookup?status=waiting_for_approval',
    12,
  ])
})

test('what waits is counted, and opens as many records', async () => {
  const { answers } = await ask<BoardData>(
    'operator',
    `GET ${prefix}/data?widgetIds=toDo,tickets,disputes`,
  )
  const [toDo, disputes, tickets] = ['toDo', 'disputes', 'tickets'].map(
    (id) => answers.find(({ widgetId }) => widgetId === id)?.data,
  )
  const behind = await Promise.all(
    (toDo?.data ?? []).map(async ({ cells, links }) => [
      cells.count,
      await countBehind('operator', links.count ?? ''),
    ]),
  )
  // tasks of one's own; payments; actions and payouts that others requested; payouts to beneficiaries; tickets of one's own
  // or of no one; disputes
  expect(behind).toEqual([
    [1, 1],
    [12, 12],
    [1, 1],
    [1, 1],
    [1, 1],
    [4, 4],
    [2, 2],
  ])
  expect(toDo?.totalPayments).toBe(22)
  expect([disputes?.totalPayments, tickets?.totalPayments]).toEqual([2, 6])
  expect(disputes?.alertViewModels[0]?.severity).toBe('critical')
  expect(await countBehind('operator', disputes?.totalLink ?? '')).toBe(2)
  expect(await countBehind('operator', tickets?.totalLink ?? '')).toBe(6)
})

test('why a payment is disputed is said in the language of its reader', async () => {
  const { answers } = await ask<BoardData>('operator', `GET ${prefix}/data?widgetIds=disputes`)
  expect(answers[0]?.data?.data[0]?.cells.reason).toEqual({
    en: 'Charged more than once',
    tr: 'Birden fazla kez tahsil edildi',
  })
})

test('tickets wait for a merchant to answer, and for an operator until they are near their breach', async () => {
  await fixture.loader
    .updateTable('support_ticket')
    .set({ waiting_on: 'requester' })
    .where('code', 'like', 'T-2-%')
    .execute()
  const namesOf = async (who: Who) => {
    const { answers } = await ask<BoardData>(who, `GET ${prefix}/data?widgetIds=toDo`)
    return answers[0]?.data?.data.map(({ cells }) => [(cells.what as Text).en, cells.count])
  }
  expect(await namesOf('merchant')).toContainEqual(['Tickets that wait for your answer', 3])
  expect(await namesOf('operator')).toContainEqual(['Tickets overdue or near breach', 4])
})

test('one who is limited to a provider sees the health of no other', async () => {
  const health = async (who: Who) => {
    const data = await ask<WidgetData>(who, `GET ${endpointPath}/acquirer-health?pageSize=100`)
    return data.data.map(({ keys }) => keys.provider)
  }
  expect(await health('ofAlpha')).toEqual(['sandbox_alpha'])
  expect((await health('operator')).length).toBeGreaterThan(1)
})

test('each sees its own payments alone, also when all ask at the same moment', async () => {
  const totals = async (who: Who) => {
    const { answers } = await ask<BoardData>(who, `GET ${prefix}/data?widgetIds=statuses`)
    return answers[0]?.data?.totalPayments
  }
  const together = await Promise.all((Object.keys(users) as Who[]).map(totals))
  expect(together).toEqual([60, 20, 60, 15, 30, 40, 20, 60])
})

test('what moves the approval rate adds up to the whole movement', async () => {
  const { data: rows } = await ask<WidgetData>(
    'operator',
    `GET ${endpointPath}/movement-by-service-provider?period=last7&pageSize=100`,
  )
  const sum = rows.reduce((total, { cells }) => total + Number(cells.contribution), 0)
  const rate = async (link: string) => {
    const query = (link.split('?')[1] ?? '').replace(/&?(provider|currency)=[^&]*/g, '')
    const of = async (status: string) =>
      (
        await ask<PaymentTotals>(
          'operator',
          `GET /api/crm/transactions/totals?${query}&status=${status}`,
        )
      ).count ?? 0
    const [approved, declined] = [await of('captured,refunded'), await of('declined')]
    return approved / (approved + declined)
  }
  const first = rows.find(({ links }) => links.count && links.before)
  const [after, before] = [
    await rate(first?.links.count ?? ''),
    await rate(first?.links.before ?? ''),
  ]
  expect(sum).toBeCloseTo(after - before, 10)
})
