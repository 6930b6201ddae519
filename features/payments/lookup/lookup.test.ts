import { callerFinder } from '@counterfoil/features/access/sign-in-context/callers.public.ts'
import {
  type DisputeState,
  disputeStates,
  type PaymentMethod,
  type PaymentStatus,
  paymentMethods,
  paymentStatuses,
} from '@counterfoil/features/payments/processing/payments.schema.ts'
import { foldTenant } from '@counterfoil/features/reporting/rollups/rollups.jobs.ts'
import { insertRollupDeltas } from '@counterfoil/features/reporting/rollups/rollups.public.ts'
import { dayMs } from '@counterfoil/kit/contract/durations.ts'
import { newId } from '@counterfoil/kit/database/ids.ts'
import { tenantScope } from '@counterfoil/kit/database/scope.ts'
import { filters } from '@counterfoil/kit/database/within.ts'
import { makeMerchant, makePayment, makeTenant, makeUser } from '@counterfoil/kit/testing/makers.ts'
import { testDatabase } from '@counterfoil/kit/testing/test-database.ts'
import { testServer } from '@counterfoil/kit/testing/test-server.ts'
import fc from 'fast-check'
import { afterEach, describe, expect, test } from 'vitest'
import type { PaymentList, PaymentRow, PaymentTotals } from './lookup.contract.ts'
import { routes } from './lookup.routes.ts'

const db = await testDatabase()
const { call } = await testServer(db, routes, callerFinder(db.database))

const counterfoil = await makeTenant(db, { is_platform: true })
const tenant = await makeTenant(db)
const foreign = await makeTenant(db, { time_zone: 'Europe/Istanbul' })
const merchants = [
  await makeMerchant(db, { tenant_id: tenant.id }),
  await makeMerchant(db, { tenant_id: tenant.id }),
  await makeMerchant(db, { tenant_id: tenant.id }),
  await makeMerchant(db, { tenant_id: foreign.id }),
] as const
const [books, crafts, toys, coffee] = merchants

const view = { permissions: ['CRM.Transaction.View'] }
const users = {
  operator: await makeUser(db, { tenant_id: tenant.id, user_type: 'tenant', ...view }),
  agent: await makeUser(db, {
    tenant_id: tenant.id,
    user_type: 'tenant',
    limited_to: [books.id, crafts.id],
    ...view,
  }),
  clerk: await makeUser(db, {
    tenant_id: tenant.id,
    user_type: 'tenant',
    limited_to: [toys.id],
    ...view,
  }),
  stranger: await makeUser(db, { tenant_id: foreign.id, user_type: 'tenant', ...view }),
  merchant: await makeUser(db, {
    tenant_id: tenant.id,
    user_type: 'merchant',
    merchant_id: books.id,
    permissions: ['Merchant.Transaction.View'],
  }),
  platform: await makeUser(db, {
    tenant_id: counterfoil.id,
    user_type: 'platform',
    permissions: ['Platform.Transaction.Lookup'],
  }),
}
type Who = keyof typeof users

const visible: Record<Who, (row: PaymentRow) => boolean> = {
  operator: (row) => row.tenantId === tenant.id,
  agent: (row) => row.merchantId === books.id || row.merchantId === crafts.id,
  clerk: (row) => row.merchantId === toys.id,
  stranger: (row) => row.tenantId === foreign.id,
  merchant: (row) => row.merchantId === books.id,
  platform: () => true,
}

// Few different values, so that filters meet and amounts are equal; and a clock that strikes rarely, so that ids of one
// instant have to be told apart.
const start = Date.UTC(2026, 2, 1)
const currencies = ['GBP', 'EUR', 'JPY']
const providers = ['sandbox_alpha', 'sandbox_beta']
const emails = ['Ann@Example.com', 'bo@example.com']

const made = fc.sample(
  fc.record({
    merchant: fc.constantFrom(...merchants),
    mode: fc.constantFrom(1, 2, 2, 2),
    status: fc.constantFrom<PaymentStatus>(...paymentStatuses),
    method: fc.constantFrom<PaymentMethod>(...paymentMethods),
    currency: fc.constantFrom(...currencies),
    provider: fc.option(fc.constantFrom(...providers)),
    disputeState: fc.option(fc.constantFrom<DisputeState>(...disputeStates)),
    amount: fc.integer({ min: 1, max: 12 }).map((n) => n * 100),
    hour: fc.integer({ min: 0, max: 24 * 6 }),
    externalId: fc.integer({ min: 1000, max: 1060 }).map(String),
    email: fc.option(fc.constantFrom(...emails)),
    last4: fc.integer({ min: 1000, max: 1010 }).map(String),
    reference: fc.integer({ min: 1, max: 60 }).map((n) => `ref-${n}`),
  }),
  { numRuns: 260, seed: 7 },
)

const shop = { id: newId(new Date(start)), name: 'books.example' }
await db.loader
  .insertInto('website')
  .values({
    ...shop,
    tenant_id: tenant.id,
    merchant_id: books.id,
    url: 'https://books.example',
    created_at: new Date(start),
  })
  .execute()

const rows: PaymentRow[] = []
for (const one of made) {
  const isFromShop = one.merchant === books && one.amount > 500
  const created_at = new Date(start + one.hour * 3_600_000)
  const zone = one.merchant.tenant_id === foreign.id ? 'Europe/Istanbul' : 'Europe/London'
  const business_day = new Intl.DateTimeFormat('en-CA', { timeZone: zone }).format(created_at)
  const row = await makePayment(db, {
    tenant_id: one.merchant.tenant_id,
    merchant_id: one.merchant.id,
    id: newId(created_at),
    mode: one.mode,
    status: one.status,
    method: one.method,
    currency: one.currency,
    provider: one.provider,
    dispute_state: one.disputeState,
    website_id: isFromShop ? shop.id : null,
    amount_minor: BigInt(one.amount),
    external_id: one.externalId,
    customer_email: one.email,
    card_last4: one.last4,
    acquirer_reference: one.reference,
    business_day,
    created_at,
  })
  rows.push({
    ...one,
    id: row.id,
    tenantId: row.tenant_id,
    merchantId: row.merchant_id,
    mode: one.mode === 1 ? 'Test' : 'Live',
    customerEmail: one.email,
    cardLast4: one.last4,
    websiteName: isFromShop ? shop.name : null,
    acquirerReference: one.reference,
    businessDay: business_day,
    createdAt: created_at.toISOString(),
  } as unknown as PaymentRow)
  await db.database.transaction(tenantScope(row.tenant_id), (transaction) =>
    insertRollupDeltas(transaction, [
      {
        ...{ day: business_day, createdAt: created_at },
        merchantId: row.merchant_id,
        mode: one.mode as 1 | 2,
        method: one.method,
        provider: one.provider,
        currency: one.currency,
        status: one.status,
        ...{ channel: 'api', declineReason: null, declineCode: null },
        payments: 1,
        ...{ amountMinor: BigInt(one.amount), capturedMinor: 0n, refundedMinor: 0n },
      },
    ]),
  )
}
// one tenant's sums are folded, the other's wait
await foldTenant(db.database, tenant.id)

interface Filter {
  status?: string[]
  method?: string[]
  provider?: string[]
  disputeState?: string[]
  websiteId?: string[]
  merchantId?: string[]
  tenantId?: string
  currency?: string[]
  amountFrom?: number
  amountTo?: number
  dateFrom?: string
  dateTo?: string
  externalId?: string
  email?: string
  last4?: string
  mode?: 'Test' | 'Live'
  searchKey?: string
}

/** What the filter means, said once more in the plainest way. */
function matches(row: PaymentRow, filter: Filter): boolean {
  const isIn = (list: string[] | undefined, value: string | null) =>
    list === undefined || list.includes(value ?? '')
  const isFrom = (from: string) =>
    from.includes('T') ? row.createdAt >= from : row.businessDay >= from
  const isTo = (to: string) => (to.includes('T') ? row.createdAt <= to : row.businessDay <= to)
  const key = filter.searchKey
  const email = row.customerEmail?.toLowerCase()
  return (
    isIn(filter.status, row.status) &&
    isIn(filter.method, row.method) &&
    isIn(filter.provider, row.provider) &&
    isIn(filter.disputeState, row.disputeState) &&
    (filter.websiteId === undefined || row.websiteName !== null) &&
    isIn(filter.merchantId, row.merchantId) &&
    isIn(filter.currency, row.currency) &&
    row.mode === (filter.mode ?? 'Live') &&
    (filter.tenantId === undefined || row.tenantId === filter.tenantId) &&
    (filter.amountFrom === undefined || row.amount >= filter.amountFrom) &&
    (filter.amountTo === undefined || row.amount <= filter.amountTo) &&
    (filter.dateFrom === undefined || isFrom(filter.dateFrom)) &&
    (filter.dateTo === undefined || isTo(filter.dateTo)) &&
    (filter.externalId === undefined || row.externalId === filter.externalId) &&
    (filter.email === undefined || email === filter.email.toLowerCase()) &&
    (filter.last4 === undefined || row.cardLast4 === filter.last4) &&
    (key === undefined ||
      [row.id, row.externalId, row.cardLast4, row.acquirerReference].includes(key) ||
      email === key.toLowerCase())
  )
}

// ranges lie the right way round: reversed ones are refused
const dayBetween = (min: number, max: number) => {
  const day = fc.integer({ min, max }).map((n) => new Date(start + n * dayMs).toISOString())
  return fc.oneof(
    day.map((iso) => iso.slice(0, 10)),
    day,
  )
}
const some = <T>(values: readonly T[]) =>
  fc.uniqueArray(fc.constantFrom(...values), { minLength: 1 })
const filter: fc.Arbitrary<Filter> = fc.record(
  {
    status: some<string>(paymentStatuses),
    method: some<string>(paymentMethods),
    provider: some([...providers, 'nobody']),
    disputeState: some<string>(disputeStates),
    websiteId: fc.constant([shop.id]),
    merchantId: some(merchants.map((one) => one.id)),
    tenantId: fc.constantFrom(tenant.id, foreign.id),
    currency: some([...currencies, 'CHF']),
    amountFrom: fc.integer({ min: 0, max: 700 }),
    amountTo: fc.integer({ min: 700, max: 1300 }),
    dateFrom: dayBetween(0, 4),
    dateTo: dayBetween(4, 7),
    externalId: fc.constantFrom('1001', '1002', '1003'),
    email: fc.constantFrom('ann@example.com', 'BO@EXAMPLE.COM'),
    last4: fc.constantFrom('1000', '1005'),
    mode: fc.constantFrom('Test' as const, 'Live' as const),
    searchKey: fc.oneof(
      fc.constantFrom('1001', '1005', 'ref-3', 'ann@EXAMPLE.com', 'nothing'),
      fc.constantFrom(...rows.map((row) => row.id)),
    ),
  },
  { requiredKeys: [] },
)
// most filters at once would match nothing, and prove nothing
const fewFilters = filter.chain((all) =>
  fc
    .subarray(Object.keys(all), { maxLength: 3 })
    .map((keys) => Object.fromEntries(Object.entries(all).filter(([key]) => keys.includes(key)))),
) as fc.Arbitrary<Filter>
const orders = fc.record({
  sort: fc.constantFrom('created' as const, 'amount' as const),
  order: fc.constantFrom('asc' as const, 'desc' as const),
})

function inOrder(found: PaymentRow[], { sort, order }: { sort: string; order: string }) {
  const sign = order === 'desc' ? -1 : 1
  return found.toSorted((a, b) => {
    if (sort === 'amount' && a.amount !== b.amount) return sign * (a.amount - b.amount)
    return sign * (a.id < b.id ? -1 : 1)
  })
}

const baseOf = (who: Who) => (who === 'merchant' ? '/api/transactions' : '/api/crm/transactions')

async function ask<T>(who: Who, path: string, query: object): Promise<T> {
  const pairs = Object.entries(query).map(([name, value]) => [name, String(value)])
  const response = await call(
    users[who],
    `GET ${baseOf(who)}${path}?${new URLSearchParams(Object.fromEntries(pairs))}`,
  )
  expect(response.body).toSatisfy(() => response.statusCode === 200)
  return response.json()
}

const list = (who: Who, query: object) => ask<PaymentList>(who, '', query)
const idsOf = (page: PaymentList) => page.data.map((row) => row.id)
const anybody = fc.constantFrom(...(Object.keys(users) as Who[]))

describe('a list', () => {
  test('walked by cursors is the sorted, filtered set: no row left out, none twice, both ways', async () => {
    const walks = fc.record({
      who: anybody,
      filter: fewFilters,
      order: orders,
      size: fc.integer({ min: 3, max: 40 }),
    })
    await fc.assert(
      fc.asyncProperty(walks, async ({ who, filter, order, size }) => {
        const expected = inOrder(
          rows.filter((row) => visible[who](row) && matches(row, filter)),
          order,
        ).map((row) => row.id)
        const query = { ...filter, ...order, pageSize: size }
        const pages = [await list(who, query)]
        while (pages.at(-1)?.nextCursor) {
          pages.push(await list(who, { ...query, cursor: pages.at(-1)?.nextCursor }))
        }
        expect(pages.flatMap(idsOf)).toEqual(expected)
        expect(pages[0]?.previousCursor).toBeNull()

        const back = [...pages].reverse()
        for (const [at, page] of back.entries()) {
          const before = back[at + 1]
          if (before === undefined) break
          const again = await list(who, { ...query, cursor: page.previousCursor })
          expect(idsOf(again)).toEqual(idsOf(before))
          expect(again.nextCursor).not.toBeNull()
          expect(again.previousCursor === null).toBe(at + 2 === back.length)
        }
      }),
      { numRuns: 60 },
    )
  })

  test('by page number is the same list, and its count is exact where nothing follows', async () => {
    const walks = fc.record({
      who: anybody,
      filter: fewFilters,
      order: orders,
      size: fc.integer({ min: 2, max: 60 }),
      at: fc.nat(3),
    })
    await fc.assert(
      fc.asyncProperty(walks, async ({ who, filter, order, size, at }) => {
        const expected = inOrder(
          rows.filter((row) => visible[who](row) && matches(row, filter)),
          order,
        ).map((row) => row.id)
        const page = await list(who, { ...filter, ...order, PageSize: size, PageIndex: at })
        expect(idsOf(page)).toEqual(expected.slice(at * size, (at + 1) * size))
        expect(page.countAtLeast).toBeLessThanOrEqual(Math.max(expected.length, at * size))
        if (page.count !== null) expect(page.count).toBe(expected.length)
        if (at === 0 && expected.length <= size) expect(page.count).toBe(expected.length)
      }),
      { numRuns: 60 },
    )
  })

  test('does not lose or repeat rows while others arrive', async () => {
    const query = { merchantId: coffee.id, pageSize: 7 }
    const before = rows.filter((row) => visible.stranger(row) && matches(row, {}))
    const seen: string[] = []
    let page = await list('stranger', query)
    for (;;) {
      seen.push(...idsOf(page))
      if (page.nextCursor === null) break
      await makePayment(db, { tenant_id: foreign.id, merchant_id: coffee.id, mode: 2 })
      page = await list('stranger', { ...query, cursor: page.nextCursor })
    }
    expect(seen).toEqual(inOrder(before, { sort: 'created', order: 'desc' }).map((row) => row.id))
    await db.owner.query('delete from payment where created_at > $1', [
      new Date(start + 30 * dayMs),
    ])
  })

  test('answers what it was asked to show of a payment', async () => {
    const known = rows.find((row) => row.mode === 'Live' && row.merchantId === books.id)
    const { data } = await list('operator', { searchKey: known?.id })
    expect(data).toEqual([
      expect.objectContaining({
        id: known?.id,
        tenantName: tenant.name,
        merchantName: books.legal_business_name,
        amount: known?.amount,
        currency: known?.currency,
        status: known?.status,
        createdAt: known?.createdAt,
        businessDay: known?.businessDay,
      }),
    ])
  })

  test('lies at every address that is named for it', async () => {
    const reporting = '/api/reporting/crm/reports'
    const expected = idsOf(await list('platform', { pageSize: 100 }))
    for (const path of [
      '/api/crm/transactions/',
      `${reporting}/transactions-lookup-v2`,
      `${reporting}/transactions-lookup-v2/searchKey`,
      `${reporting}/transactions-lookup-v2/platform`,
      `${reporting}/transactions-lookup-v2/platform/searchKey`,
      `${reporting}/transactions-lookup-v2/tenant`,
    ]) {
      const response = await call(users.platform, `GET ${path}?pagesize=100`)
      expect(idsOf(response.json())).toEqual(expected)
    }
    const own = await call(
      users.merchant,
      `GET ${reporting}/transactions-lookup/searchKey?searchKey=1005`,
    )
    expect(own.statusCode).toBe(200)
    expect(
      (await call(users.operator, `GET ${reporting}/transactions-lookup-v2/platform`)).statusCode,
    ).toBe(403)
  })
})

describe('search', () => {
  test('finds a payment by the ids of what belongs to it', async () => {
    const payment = rows.find((row) => row.mode === 'Live' && row.merchantId === crafts.id)
    if (!payment) throw new Error('no such payment')
    const now = new Date()
    const own = { tenant_id: tenant.id, merchant_id: crafts.id, payment_id: payment.id }
    const refund = newId(now)
    await db.loader
      .insertInto('payment_operation')
      .values({
        ...own,
        id: refund,
        kind: 'refund',
        state: 'succeeded',
        amount_minor: 5n,
        currency: 'GBP',
        acquirer_reference: 'refund-at-bank',
        actor_type: 'user',
        created_at: now,
      })
      .execute()
    const attempt = newId(now)
    await db.loader
      .insertInto('payment_attempt')
      .values({
        ...own,
        id: attempt,
        operation_id: refund,
        sequence: 1,
        mid_id: newId(now),
        provider: 'sandbox_alpha',
        state: 'approved',
        acquirer_reference: 'attempt-at-bank',
        started_at: now,
      })
      .execute()
    for (const searchKey of [refund, 'refund-at-bank', attempt, ' attempt-at-bank ']) {
      for (const who of ['operator', 'agent', 'platform'] as const) {
        expect(idsOf(await list(who, { searchKey }))).toEqual([payment.id])
        expect(await ask<PaymentTotals>(who, '/totals', { searchKey })).toMatchObject({ count: 1 })
      }
      for (const who of ['clerk', 'stranger', 'merchant'] as const) {
        expect(idsOf(await list(who, { searchKey }))).toEqual([])
      }
    }
  })
})

describe('totals', () => {
  test('are the count and the sums of each currency, folded or not', async () => {
    await fc.assert(
      fc.asyncProperty(anybody, fewFilters, async (who, filter) => {
        const found = rows.filter((row) => visible[who](row) && matches(row, filter))
        const expected = currencies.toSorted().flatMap((currency) => {
          const own = found.filter((row) => row.currency === currency)
          const amount = own.reduce((sum, row) => sum + row.amount, 0)
          return own.length === 0 ? [] : [{ currency, count: own.length, amount }]
        })
        const totals = await ask<PaymentTotals>(who, '/totals', filter)
        expect(totals.count).toBe(found.length)
        expect(totals.totals).toMatchObject(expected)
        expect(totals.totals).toHaveLength(expected.length)
      }),
      { numRuns: 100 },
    )
  })
})

describe('row-level security', () => {
  afterEach(() => {
    filters.on = true
  })

  test('keeps lists, totals and search within the scope when queries do not', async () => {
    filters.on = false
    for (const who of ['operator', 'agent', 'clerk', 'stranger', 'merchant'] as const) {
      const expected = rows.filter((row) => visible[who](row) && matches(row, {}))
      const page = await list(who, { pageSize: 1000 })
      expect(idsOf(page).toSorted()).toEqual(expected.map((row) => row.id).toSorted())
      expect((await ask<PaymentTotals>(who, '/totals', {})).count).toBe(expected.length)
      const counted = await ask<PaymentTotals>(who, '/totals', { amountFrom: 0 })
      expect(counted.count).toBe(expected.length)
      const found = rows.filter((row) => visible[who](row) && matches(row, { searchKey: '1005' }))
      expect((await list(who, { searchKey: '1005', pageSize: 100 })).count).toBe(found.length)
    }
  })
})
