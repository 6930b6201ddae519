import { callerFinder } from '@counterfoil/features/access/sign-in-context/callers.public.ts'
import { routes as tasks } from '@counterfoil/features/crm/tasks/tasks.routes.ts'
import type {
  WidgetData,
  WidgetRow,
} from '@counterfoil/features/dashboards/widgets/widget.schema.ts'
import { endpointPath } from '@counterfoil/features/dashboards/widgets/widget-data.contract.ts'
import { routes as dataRoutes } from '@counterfoil/features/dashboards/widgets/widget-data.routes.ts'
import { routes as confirmations } from '@counterfoil/features/payments/confirmations/confirmations.routes.ts'
import { routes as held } from '@counterfoil/features/payments/held-payments/held-payments.routes.ts'
import type { PaymentTotals } from '@counterfoil/features/payments/lookup/lookup.contract.ts'
import { routes as lookup } from '@counterfoil/features/payments/lookup/lookup.routes.ts'
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
import { insertRollupDeltas } from '@counterfoil/features/reporting/rollups/rollups.public.ts'
import { routes as tickets } from '@counterfoil/features/support/ticket-list/ticket-list.routes.ts'
import type { Text } from '@counterfoil/kit/contract/texts.ts'
import { newId } from '@counterfoil/kit/database/ids.ts'
import { tenantScope } from '@counterfoil/kit/database/scope.ts'
import { makeMerchant, makePayment, makeTenant, makeUser } from '@counterfoil/kit/testing/makers.ts'
import { testServer } from '@counterfoil/kit/testing/test-server.ts'
import { paymentFixture } from '@counterfoil/tools/testing/payments.ts'
import { describe, expect, test } from 'vitest'
import type { Board, BoardData } from './boards.contract.ts'
import { routes as boards } from './boards.routes.ts'
import { routes as gallery } from './gallery.routes.ts'

const now = new Date()
const fixture = await paymentFixture()
const { tenantId, merchantId, database } = fixture
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
      ...tickets,
      ...messages,
    ],
    ...[...payouts(fixture.providers), ...confirmations(fixture.providers)],
  ],
  callerFinder(fixture.database),
)

const operatorRights = [
  ...['CRM.Dashboard.View', 'CRM.Transaction.View', 'CRM.Support.Lookup'],
  ...['CRM.Transaction.Actions.Approve', 'Crm.Payments.PendingTransactions'],
  ...['CRM.Transaction.Actions.Dispute', 'CRM.Task.View'],
  'Settings.DeveloperSettings.WebhookV2.View',
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

await makePayments()
await makeRecords()

/** Payments of today, of a week and two weeks ago, of all kinds. */
async function makePayments(): Promise<void> {
  const statuses = ['captured', 'captured', 'refunded', 'declined', 'waiting_for_approval']
  const some: Awaited<ReturnType<typeof makePayment>>[] = []
  for (let n = 0; n < 60; n += 1) {
    const created_at = new Date(now.getTime() - ((n % 15) * 24 + (n % 11)) * 3_600_000)
    const status = statuses[n % 5] as string
    const amount_minor = BigInt(1000 + n)
    const isTaken = status === 'captured' || status === 'refunded'
    some.push(
      await makePayment(fixture, {
        id: newId(created_at),
        tenant_id: tenantId,
        merchant_id: n % 3 === 0 ? other.id : merchantId,
        mode: 2,
        status,
        method: n % 4 === 0 ? 'bank_transfer' : 'card',
        currency: n % 7 === 0 ? 'TRY' : 'GBP',
        amount_minor,
        authorised_minor: status === 'declined' ? 0n : amount_minor,
        captured_minor: isTaken ? amount_minor : 0n,
        refunded_minor: status === 'refunded' ? amount_minor : 0n,
        provider: n % 2 === 0 ? 'sandbox_alpha' : 'sandbox_beta',
        card_brand: n % 2 === 0 ? 'visa' : 'mastercard',
        customer_country: n % 3 === 0 ? 'GB' : 'TR',
        decline_reason: status === 'declined' ? 'Insufficient funds' : null,
        business_day: created_at.toLocaleDateString('en-CA', { timeZone: 'Europe/London' }),
        created_at,
        updated_at: created_at,
      }),
    )
  }
  await database.transaction(tenantScope(tenantId), (db) =>
    insertRollupDeltas(
      db,
      some.map((one) => ({
        payments: 1,
        day: one.business_day,
        merchantId: one.merchant_id,
        mode: 2,
        method: one.method,
        provider: one.provider,
        currency: one.currency,
        status: one.status,
        amountMinor: one.amount_minor,
        capturedMinor: one.captured_minor,
        refundedMinor: one.refunded_minor,
      })),
    ),
  )
}

/** Disputes, tickets, tasks and requests: late ones, such as are due soon, and such as wait for nobody here. */
async function makeRecords(): Promise<void> {
  const { loader } = fixture
  const at = { tenant_id: tenantId, created_at: now, updated_at: now }
  const hours = (count: number) => new Date(now.getTime() + count * 3_600_000)
  const captured = await loader
    .selectFrom('payment')
    .select(['id', 'merchant_id', 'currency'])
    .where('status', '=', 'captured')
    .orderBy('id')
    .limit(3)
    .execute()
  for (const [n, { id, merchant_id, currency }] of captured.entries()) {
    const state = n === 2 ? 'won' : 'opened'
    const dispute = { id: newId(now), payment_id: id, merchant_id, currency, state }
    await loader
      .insertInto('dispute')
      .values({
        ...{
          tenant_id: tenantId,
          amount_minor: 100n,
          reason_code: '10.4',
          reason: 'Charged more than once',
        },
        ...{ ...dispute, opened_at: now, respond_by: hours(n === 0 ? -2 : 48) },
      })
      .execute()
    await loader.updateTable('payment').set({ dispute_state: state }).where('id', '=', id).execute()
  }
  for (const [n, due] of [-1, 1, 40].entries()) {
    for (const assignee_id of [null, users.operator.id, users.limited.id]) {
      await loader
        .insertInto('support_ticket')
        .values({
          ...{ ...at, id: newId(now), merchant_id: merchantId, channel: 'CustomerToTenant' },
          ...{ state: 'Opened', category: 'Other', priority: 'High', subject: 's' },
          ...{ code: `T-${n}-${assignee_id}`, due_at: hours(due), assignee_id },
          ...{ description: 'd', requester_name: 'r', contact_email: '', waiting_on: 'agent' },
        })
        .execute()
    }
  }
  // one request of the operator's own and one of a colleague's, which alone waits for the operator
  for (const [n, { id }] of [users.operator, users.approver].entries()) {
    const { id: payment_id, merchant_id, currency } = captured[n] as (typeof captured)[number]
    const about = { tenant_id: tenantId, payment_id, merchant_id, currency, amount_minor: 100n }
    await loader
      .insertInto('payment_operation')
      .values({
        ...{ ...about, id: newId(now), kind: 'payout', state: 'held', created_at: now },
        ...{ actor_type: 'user', actor_id: id },
      })
      .execute()
    await loader
      .insertInto('waiting_action')
      .values({
        ...{ ...about, id: newId(now), mode: 2, payment_version: 1, action: 'refund' },
        ...{ maker_id: id, maker_name: 'Somebody', maker_keys: [id], maker_type: 'user' },
        ...{ side: 'operator', state: 'waiting', requirements: '[]' },
        ...{ expires_at: hours(24), created_at: now },
      })
      .execute()
  }
  await makeMessages()
  for (const due_on of ['2020-01-01', '2999-01-01']) {
    for (const assignee_id of [users.operator.id, users.limited.id]) {
      await loader
        .insertInto('sales_task')
        .values({
          ...{ ...at, id: newId(now), kind: 'call', name: 'Call', notes: '' },
          ...{ assignee_id, due_on },
        })
        .execute()
    }
  }
}

/** Messages to an endpoint of each merchant, so many of each state, and one of a week ago. */
async function makeMessages(): Promise<void> {
  const { loader } = fixture
  const weekAgo = new Date(now.getTime() - 7 * 86_400_000)
  const messages = [
    ...['delivered', 'delivered', 'delivered', 'failing', 'waiting', 'given_up'].map((state) => ({
      ...{ state, at: now },
    })),
    { state: 'failing', at: weekAgo },
  ]
  for (const merchant_id of [merchantId, other.id]) {
    const endpoint_id = newId(now)
    const of = { tenant_id: tenantId, merchant_id }
    await loader
      .insertInto('webhook_endpoint')
      .values({
        ...{ ...of, id: endpoint_id, mode: 2, url: `https://${merchant_id}.example/` },
        ...{ event_types: [], secret: 'sealed', created_at: now },
      })
      .execute()
    for (const { state, at } of messages) {
      const body = { event_type: 'payment.captured', payload: '{}' }
      await loader
        .insertInto('webhook_delivery')
        .values({ ...of, ...body, id: newId(at), endpoint_id, state, created_at: at })
        .execute()
    }
  }
}

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
}

const recordPaths: Record<string, string> = {
  '/tenant/support-tickets': '/api/support/ticket/my',
  '/crm/tasks': '/api/crm/tasks/to-do',
  [operatorWebhookPages.v2.path]: operatorWebhooks.list.path,
  [merchantWebhookPages.v1.path]: merchantWebhooks.list.path,
}

interface Behind {
  readonly count: number
  /** Of payments, by currency. */
  readonly totals?: NonNullable<PaymentTotals['totals']>
}

/** What the list has that an address leads to; undefined: it is no list that is counted here. */
async function readBehind(who: Who, link: string): Promise<Behind | undefined> {
  const [path = '', query = ''] = link.split('?')
  const records = recordPaths[path]
  if (records !== undefined) {
    const { count } = await ask<{ count: number }>(
      who,
      `GET ${records}?${query}&pageIndex=0&pageSize=10`,
    )
    return { count }
  }
  const decisions = path.startsWith('/transaction') ? decisionPaths[query] : undefined
  if (decisions !== undefined) {
    const { count } = await ask<{ count: number }>(who, `GET ${decisions}&pageIndex=0&pageSize=10`)
    return { count }
  }
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

/** The amounts of a group that its list adds up as well. */
function amountsOf({ cells, baseCurrency }: WidgetRow, { totals = [] }: Behind) {
  const listed = totals.find(({ currency }) => currency === baseCurrency)
  const names = { volume: 'amount', captured: 'capturedAmount' } as const
  return (Object.keys(names) as (keyof typeof names)[])
    .filter((one) => typeof cells[one] === 'number' && measures[one].unit === 'money')
    .map((one) => ({ shown: [one, cells[one]], listed: [one, listed?.[names[one]] ?? 0] }))
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
    let [opened, compared] = [0, 0]
    for (const { data, widgetId } of answers) {
      for (const row of data?.data ?? []) {
        for (const [column, link] of Object.entries(row.links)) {
          const behind = await readBehind(who, link)
          if (behind === undefined) continue
          expect([widgetId, column, row.cells[column]]).toEqual([widgetId, column, behind.count])
          opened += 1
          if (column !== 'count') continue
          for (const { shown, listed } of amountsOf(row, behind)) {
            expect([widgetId, ...shown]).toEqual([widgetId, ...listed])
            compared += 1
          }
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
    expect(opened).toBeGreaterThan(10)
    expect(compared).toBeGreaterThan(0)
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
  // tasks of one's own; payments; actions and payouts that others requested; tickets of one's own or of no one; disputes
  expect(behind).toEqual([
    [1, 1],
    [12, 12],
    [1, 1],
    [1, 1],
    [4, 4],
    [2, 2],
  ])
  expect(toDo?.totalPayments).toBe(21)
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
  expect(await namesOf('operator')).toContainEqual(['Tickets near breach', 4])
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
