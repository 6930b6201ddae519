import { callerFinder } from '@counterfoil/features/access/sign-in-context/callers.public.ts'
import {
  authorisePayment,
  refundPayment,
} from '@counterfoil/features/payments/processing/payments.public.ts'
import { tenantScope } from '@counterfoil/kit/database/scope.ts'
import { makeMerchant, makeTenant, makeUser } from '@counterfoil/kit/testing/makers.ts'
import { testServer } from '@counterfoil/kit/testing/test-server.ts'
import { order, paymentFixture, testCard } from '@counterfoil/tools/testing/payments.ts'
import { describe, expect, test } from 'vitest'
import type { PaymentDetails } from './details.contract.ts'
import { routes } from './details.routes.ts'

const fixture = await paymentFixture()
const { tenantId, merchantId, engine } = fixture
const { call } = await testServer(fixture, routes, callerFinder(fixture.database))

const counterfoil = await makeTenant(fixture, { is_platform: true })
const elsewhere = await makeTenant(fixture)
const rival = await makeMerchant(fixture, { tenant_id: tenantId })

const own = { tenant_id: tenantId, user_type: 'tenant' as const }
const view = ['CRM.Transaction.View', 'CRM.Transaction.Event.Details']
const users = {
  operator: await makeUser(fixture, {
    ...own,
    permissions: [...view, 'CRM.Transaction.Actions.Refund', 'CRM.Transaction.Actions.Void'],
  }),
  platform: await makeUser(fixture, {
    tenant_id: counterfoil.id,
    user_type: 'platform',
    permissions: ['Platform.Transaction.Lookup'],
  }),
  merchant: await makeUser(fixture, {
    tenant_id: tenantId,
    user_type: 'merchant',
    merchant_id: merchantId,
    permissions: ['Merchant.Transaction.View'],
  }),
  agent: await makeUser(fixture, { ...own, limited_to: [rival.id], permissions: view }),
  stranger: await makeUser(fixture, { ...own, tenant_id: elsewhere.id, permissions: view }),
  rival: await makeUser(fixture, {
    tenant_id: tenantId,
    user_type: 'merchant',
    merchant_id: rival.id,
    permissions: ['Merchant.Transaction.View'],
  }),
}
type Who = keyof typeof users
const baseOf = (who: Who) =>
  who === 'merchant' || who === 'rival' ? '/api/transactions' : '/api/crm/transactions'

// A captured payment of which a part was paid back, and another try for the same order that was declined.
const { payment } = await authorisePayment(engine, order(fixture, { externalId: 'INV-7' }))
const refund = await refundPayment(engine, {
  paymentId: payment.id,
  mode: 1,
  amountMinor: 500n,
  reason: 'One book came damaged',
})
const other = await authorisePayment(
  engine,
  order(fixture, { externalId: 'INV-7', method: testCard('4000000000000002') }),
)

async function get<T>(who: Who, path: string): Promise<T> {
  const response = await call(users[who], `GET ${baseOf(who)}/${path}`)
  expect([response.statusCode, response.body]).toEqual([200, response.body])
  return response.json()
}
const statusOf = async (who: Who, url: string) => (await call(users[who], `GET ${url}`)).statusCode

describe('details', () => {
  test('say what is left to pay back, and for each action whether and why not', async () => {
    for (const who of ['operator', 'platform', 'merchant'] as const) {
      const details = await get<PaymentDetails>(who, `${payment.id}/details`)
      expect(details).toMatchObject({
        id: payment.id,
        status: 'partially_refunded',
        amount: 1250,
        capturedAmount: 1250,
        refundedAmount: 500,
        refundableAmount: 750,
      })
    }
    const { actions } = await get<PaymentDetails>('operator', `${payment.id}/details`)
    const byName = new Map(actions.map((one) => [one.action, one]))
    expect(byName.get('refund')).toMatchObject({ isAllowed: true, maxAmount: 750, reason: null })
    // its state forbids it, its permission does not
    expect(byName.get('void')).toMatchObject({ isAllowed: false })
    expect(byName.get('void')?.code).not.toBe('action.not_permitted')
    expect(byName.get('dispute')).toMatchObject({
      isAllowed: false,
      code: 'action.not_permitted',
      maxAmount: null,
    })
    expect(byName.has('changeStatus')).toBe(false)
    const platform = await get<PaymentDetails>('platform', `${payment.id}/details`)
    expect(platform.actions.map((one) => one.action)).toContain('changeStatus')
    const merchant = await get<PaymentDetails>('merchant', `${payment.id}/details`)
    expect(merchant.actions.every((one) => !one.isAllowed)).toBe(true)
  })

  test('show operators the MID, and merchants none', async () => {
    const seen = await get<PaymentDetails>('operator', `${payment.id}/details`)
    expect(seen.midCode).toBe('sandbox_alpha-1')
    const hidden = await get<PaymentDetails>('merchant', `${payment.id}/details`)
    expect(hidden.midCode).toBeNull()
  })

  test.each([
    ['payment_link', true],
    ['api', false],
  ])('name the link of a payment by a link, and of one by %s: %s', async (channel, isNamed) => {
    const page = '01920000-0000-7000-8000-00000000000a'
    await fixture.owner.query('update payment set channel = $2, page_id = $3 where id = $1', [
      ...[payment.id, channel, page],
    ])
    const { linkId } = await get<PaymentDetails>('merchant', `${payment.id}/details`)
    expect(linkId).toBe(isNamed ? page : null)
  })

  test('the row is the list’s', async () => {
    const row = await get<{ id: string; externalId: string }>('operator', payment.id)
    expect(row).toMatchObject({ id: payment.id, externalId: 'INV-7', merchantId })
  })
})

describe('history', () => {
  test('events come newest first, in pages, with their count', async () => {
    interface Page {
      data: { id: string; type: string; toStatus: string; createdAt: string }[]
      count: number
    }
    const all = await get<Page>('operator', `${payment.id}/events?pageSize=100`)
    expect(all.count).toBe(all.data.length)
    expect(all.data[0]).toMatchObject({ toStatus: 'partially_refunded', amount: 500 })
    expect(all.data.map((one) => one.createdAt)).toEqual(
      all.data
        .map((one) => one.createdAt)
        .toSorted()
        .reverse(),
    )
    const second = await get<Page>('operator', `${payment.id}/events?pageSize=1&pageIndex=1`)
    expect(second.data).toEqual([all.data[1]])
    const [last] = all.data
    const one = await get('operator', `events/${last?.id}`)
    expect(one).toMatchObject({ ...last, paymentId: payment.id })
  })

  test('what belongs to a payment: its operations, and other payments of the order', async () => {
    interface Item {
      id: string
      relation: string
    }
    const items = await get<Item[]>('merchant', `${payment.id}/related`)
    expect(items).toContainEqual(
      expect.objectContaining({
        id: refund.operation?.id,
        relation: 'refund',
        state: 'succeeded',
        amount: 500,
        reason: 'One book came damaged',
      }),
    )
    expect(items).toContainEqual(
      expect.objectContaining({ id: other.payment.id, relation: 'same_order', state: 'declined' }),
    )
    for (const item of items) expect(await get('merchant', `related/${item.id}`)).toEqual(item)
  })

  test('a soft decline shows each call to an acquirer, its MIDs to operators alone', async () => {
    interface Call {
      sequence: number
      midCode: string | null
      state: string
    }
    const seen = await get<Call[]>('operator', `${payment.id}/cascading?offset=-180`)
    expect(seen.map((one) => one.midCode)).toEqual(['sandbox_alpha-1', 'sandbox_alpha-1'])
    const hidden = await get<Call[]>('merchant', `${payment.id}/cascading`)
    expect(hidden).toEqual(seen.map((one) => ({ ...one, midCode: null })))
    const routing = await get<{ operationId: string; considered: { midCode: string }[] }[]>(
      'operator',
      `${payment.id}/smart-routing-logs/all`,
    )
    expect(routing[0]?.considered.map((one) => one.midCode)).toContain('sandbox_beta-1')
    const only = await get(
      'operator',
      `${payment.id}/smart-routing-logs/${routing[0]?.operationId}`,
    )
    expect(only).toEqual(routing)
    const { rows: events } = await fixture.owner.query(
      'select id from payment_event where payment_id = $1 and operation_id = $2',
      [payment.id, routing[0]?.operationId],
    )
    for (const x of [events[0]?.id, payment.id, '-180', '0']) {
      expect(await get('operator', `${payment.id}/smart-routing-logs/${x}`)).toEqual(routing)
    }
  })
})

describe('records', () => {
  test('calls to acquirers are shown to operators, without what must not be kept', async () => {
    const logs = await get<{ id: string; direction: string }[]>(
      'operator',
      `${payment.id}/api-logs`,
    )
    expect(logs.some((one) => one.direction === 'outbound')).toBe(true)
    const full = await get<{ request: string }>('operator', `api-logs/${logs[0]?.id}`)
    expect(JSON.stringify(full)).not.toMatch(/4242424242424242|"123"/)
    // who read what a customer sent is kept in the trail of the organisation that it belongs to
    await get('platform', `api-logs/${logs[0]?.id}`)
    const { rows: reads } = await fixture.owner.query(
      `select tenant_id, merchant_id, action from audit_entry where record_type = 'api_log' and record_id = $1`,
      [logs[0]?.id],
    )
    const read = { tenant_id: tenantId, merchant_id: merchantId, action: 'payments.apiLog' }
    expect(reads).toEqual([read, read])
    expect(await get('merchant', `${payment.id}/api-logs`)).toEqual([])
    expect(await statusOf('merchant', `/api/transactions/api-logs/${logs[0]?.id}`)).toBe(404)
  })

  test('fees and ledger entries are those of the payment, and entries sum to zero', async () => {
    const fees = await get<{ data: { feeType: string; amount: number }[]; count: number }>(
      'merchant',
      `${payment.id}/fees`,
    )
    // 1.5 % of 12.50 and 0.20 for the capture, 0.10 for the refund
    expect(fees.data.map((one) => [one.feeType, one.amount])).toEqual([
      ['capture', 39],
      ['refund', 10],
    ])
    const path = `/api/acc/customers/${merchantId}/transactions/${payment.id}/accounting-entries`
    for (const who of ['operator', 'platform', 'merchant'] as const) {
      const response = await call(users[who], `GET ${path}`)
      const entries: { amount: number; postingId: string; account: string }[] = response.json()
      expect(entries.length).toBeGreaterThanOrEqual(8)
      for (const posting of Object.values(Object.groupBy(entries, (one) => one.postingId))) {
        expect(posting?.reduce((sum, one) => sum + one.amount, 0)).toBe(0)
      }
    }
    expect(await statusOf('operator', path.replace(merchantId, rival.id))).toBe(404)
  })

  test('merchants have no call for screening and routing', async () => {
    for (const path of ['alerts', 'smart-routing-logs/all']) {
      expect(await statusOf('merchant', `/api/transactions/${payment.id}/${path}`)).toBe(404)
      expect(await statusOf('merchant', `/api/crm/transactions/${payment.id}/${path}`)).toBe(403)
    }
  })
})

test('who may not see the payment finds nothing under any address', async () => {
  const [event] = await fixture.database
    .reader(tenantScope(tenantId))
    .selectFrom('payment_event')
    .select('id')
    .where('payment_id', '=', payment.id)
    .execute()
  for (const who of ['agent', 'stranger', 'rival'] as const) {
    const paths = ['', '/details', '/events', '/related', '/cascading', '/api-logs', '/fees']
    for (const path of paths) {
      expect(await statusOf(who, `${baseOf(who)}/${payment.id}${path}`)).toBe(404)
    }
    expect(await statusOf(who, `${baseOf(who)}/events/${event?.id}`)).toBe(404)
    expect(await statusOf(who, `${baseOf(who)}/related/${refund.operation?.id}`)).toBe(404)
    const entries = `/api/acc/customers/${merchantId}/transactions/${payment.id}/accounting-entries`
    expect(await statusOf(who, entries)).toBe(404)
  }
})

test('a payment of the same card, amount and merchant within minutes looks like a duplicate', async () => {
  const method = testCard('5555555555554444')
  const some = { externalId: 'INV-8', amountMinor: 777n, method }
  const one = await authorisePayment(engine, order(fixture, some))
  const two = await authorisePayment(engine, order(fixture, { ...some, externalId: 'INV-9' }))
  await authorisePayment(engine, order(fixture, { ...some, amountMinor: 778n }))
  await authorisePayment(engine, order(fixture, { ...some, method: testCard('4242424242424242') }))
  const duplicatesOf = async (id: string) =>
    (await get<PaymentDetails>('merchant', `${id}/details`)).duplicates
  expect(await duplicatesOf(one.payment.id)).toMatchObject([
    { id: two.payment.id, externalId: 'INV-9', status: 'captured' },
  ])
  await refundPayment(engine, { paymentId: two.payment.id, mode: 1, reason: null })
  // whoever opens the other one afterwards is told, or gives it back as well
  expect(await duplicatesOf(one.payment.id)).toMatchObject([{ status: 'refunded' }])
  expect(await duplicatesOf(two.payment.id)).toMatchObject([{ status: 'captured' }])
  // of many the nearest are listed, not the oldest
  let last = two
  for (const place of [1, 2, 3, 4, 5, 6, 7]) {
    last = await authorisePayment(engine, order(fixture, { ...some, externalId: `INV-9-${place}` }))
  }
  const nearest = (await duplicatesOf(last.payment.id)).map(({ externalId }) => externalId)
  expect(nearest).toEqual([6, 5, 4, 3, 2].map((place) => `INV-9-${place}`))
})

test('a card that the operator’s blacklist has is blocked by its entry, for whoever sees the list', async () => {
  const seeing = await makeUser(fixture, {
    ...own,
    permissions: [...view, 'Settings.AntifraudSettings.Blacklist.View'],
  })
  const blockedBy = async (user: { id: string }) =>
    (await call(user, `GET /api/crm/transactions/${payment.id}/details`)).json().blockedBy
  expect(await blockedBy(seeing)).toBeNull()
  const entry = await fixture.owner.query<{ id: string }>(
    `insert into app.blacklist_entry (tenant_id, id, kind, value, reason, created_at, updated_at)
     select tenant_id, gen_random_uuid(), 'card', card_token, 'Stolen', now(), now()
     from app.payment where tenant_id = $1 and id = $2 returning id`,
    [tenantId, payment.id],
  )
  expect(await blockedBy(seeing)).toBe(entry.rows[0]?.id)
  expect(await blockedBy(users.operator)).toBeNull()
  await fixture.owner.query(
    `update app.blacklist_entry set expires_at = now() - interval '1 day' where tenant_id = $1`,
    [tenantId],
  )
  expect(await blockedBy(seeing)).toBeNull()
})
