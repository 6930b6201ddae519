// A replayed ledger, with refunds and refusals on top: count and sums by currency agree wherever they are told.
import { join } from 'node:path'
import { unzip } from '@counterfoil/kit/testing/unzip.ts'
import { demoKeyOf } from '@counterfoil/workloads/demo/organisations.ts'
import { readLedgerFile } from '@counterfoil/workloads/replay/ledger-file.ts'
import { openMerchantApi } from '@counterfoil/workloads/replay/merchant-api.ts'
import { planReplay, type ReplayPlan } from '@counterfoil/workloads/replay/replay-plan.ts'
import { sendPlan } from '@counterfoil/workloads/replay/send-plan.ts'
import { parse } from 'csv-parse/sync'
import { beforeAll, expect, test } from 'vitest'
import { openTestApi } from './testing/test-api.ts'

const testApi = await openTestApi()
const { app, test: database } = testApi
const url = await app.listen({ port: 0, host: '127.0.0.1' })
const key = demoKeyOf('harbour', 2)
const api = openMerchantApi({ url, key })
const file = join(import.meta.dirname, '../../workloads/replay/testing-ledger.csv')
const currencies = ['EUR', 'GBP', 'USD']

/** Count and sums of one currency, in minor units. */
interface Sums {
  readonly count: number
  readonly amount: number
  readonly captured: number
  readonly refunded: number
}
type Agreed = Record<string, Sums>

interface PaymentRow extends Omit<Sums, 'count'> {
  readonly currency: string
}

function addUp(payments: readonly PaymentRow[]): Agreed {
  const sums: Agreed = {}
  for (const { currency, amount, captured, refunded } of payments) {
    const before = sums[currency] ?? { count: 0, amount: 0, captured: 0, refunded: 0 }
    sums[currency] = {
      count: before.count + 1,
      amount: before.amount + amount,
      captured: before.captured + captured,
      refunded: before.refunded + refunded,
    }
  }
  return sums
}

/** The same ledger as if it had been in another currency. */
const inCurrency = (plan: ReplayPlan, currency: string): ReplayPlan => ({
  ...plan,
  payments: plan.payments.map((one) => ({
    ...one,
    invoice: `${one.invoice}-${currency}`,
    idempotencyKey: `${one.idempotencyKey}-${currency}`,
  })),
  refunds: plan.refunds.map((one) => ({
    ...one,
    original: `${one.original}-${currency}`,
    idempotencyKey: `${one.idempotencyKey}-${currency}`,
  })),
})

const replay = async () => {
  const plan = planReplay(await readLedgerFile(file), 2)
  for (const currency of currencies) {
    const sent = await sendPlan(inCurrency(plan, currency), {
      ...{ api, currency, concurrency: 4 },
      progress: () => undefined,
    })
    expect(sent.failures).toEqual([])
  }
}

const order = (externalId: string, number: string, capture: boolean) => ({
  ...{ amount: 999, currency: 'GBP', externalId, capture },
  method: { type: 'card', number, expiryMonth: 12, expiryYear: 2090, securityCode: '123' },
})

beforeAll(async () => {
  await replay()
  await api.post('/v1/payments', 'declined', order('declined', '4000000000000002', true))
  await api.post('/v1/payments', 'cascaded', order('cascaded', '4000000000000028', true))
  const { id } = await api.post('/v1/payments', 'part', order('part', '4242424242424242', false))
  await api.post(`/v1/payments/${id}/captures`, 'part-capture', { amount: 500 })
  await api.post(`/v1/payments/${id}/refunds`, 'part-refund', { amount: 120 })
  await api.post(`/v1/payments/${id}/voids`, 'part-void', {})
})

/** As the ledger has it: what acquirers owe for payments, debits for captures and credits for refunds. */
async function inLedger() {
  const { rows } = await database.owner.query(
    `select currency, count(distinct payment_id) filter (where amount_minor > 0)::int as captures,
       coalesce(sum(amount_minor) filter (where amount_minor > 0), 0)::int as captured,
       coalesce(-sum(amount_minor) filter (where amount_minor < 0), 0)::int as refunded
     from ledger_entry where account = 'acquirer_receivable' group by currency`,
  )
  return Object.fromEntries(rows.map(({ currency, ...sums }) => [currency, sums]))
}

async function inTotals(token: string, path: string): Promise<Agreed> {
  const { totals } = (await ask(path, token)).json()
  return Object.fromEntries(
    totals.map((one: Record<string, number> & { currency: string }) => [
      one.currency,
      {
        count: one.count,
        amount: one.amount,
        captured: one.capturedAmount,
        refunded: one.refundedAmount,
      },
    ]),
  )
}

async function inExport(token: string, path: string): Promise<Agreed> {
  const { text } = unzip((await ask(path, token)).rawPayload)
  const cells: Record<string, string>[] = parse(text, { columns: true })
  const minor = (cell = '') => Math.round(Number(cell) * 100)
  return addUp(
    cells.map((row) => ({
      currency: row.Currency ?? '',
      amount: minor(row.Amount),
      captured: minor(row.Captured),
      refunded: minor(row.Refunded),
    })),
  )
}

async function inMerchantApi(): Promise<Agreed> {
  const found: PaymentRow[] = []
  for (let cursor = ''; ; ) {
    const { data, nextCursor } = (await ask(`/v1/payments?limit=3${cursor}`, key)).json()
    for (const one of data) {
      const { currency, amount, capturedAmount: captured, refundedAmount: refunded } = one
      found.push({ currency, amount, captured, refunded })
    }
    if (nextCursor === null) return addUp(found)
    cursor = `&cursor=${nextCursor}`
  }
}

async function ask(path: string, token: string) {
  const answer = await app.inject({ url: path, headers: { authorization: `Bearer ${token}` } })
  expect(answer.statusCode, answer.body).toBe(200)
  return answer
}

async function everywhere() {
  const merchant = (await testApi.actor('merchant')).token
  const operator = (await testApi.actor('operator')).token
  return {
    'the merchant’s lookup': await inTotals(merchant, '/api/transactions/totals'),
    'the operator’s lookup': await inTotals(operator, '/api/crm/transactions/totals'),
    'the merchant’s export': await inExport(merchant, '/api/transactions/csv'),
    'the operator’s export': await inExport(operator, '/api/crm/transactions/csv'),
    'the merchant API': await inMerchantApi(),
  }
}

// three invoices of 128.86 together and a cancellation of 6.78, as the ledger file says, in each currency
const replayed = { count: 3, amount: 12_886, captured: 12_886, refunded: 678 }
const expected = {
  EUR: replayed,
  GBP: { count: 6, amount: 15_883, captured: 14_385, refunded: 798 },
  USD: replayed,
}

test('count and sums by currency are the same in ledger, lookup, export and API', async () => {
  for (const [where, sums] of Object.entries(await everywhere())) {
    expect({ where, sums }).toEqual({ where, sums: expected })
  }
  const captures = { EUR: 3, GBP: 5, USD: 3 }
  expect(await inLedger()).toEqual(
    Object.fromEntries(
      currencies.map((currency) => {
        const { captured, refunded } = expected[currency as keyof typeof expected]
        const counted = captures[currency as keyof typeof captures]
        return [currency, { captures: counted, captured, refunded }]
      }),
    ),
  )
})

test('replayed once more, they are the same still', async () => {
  await replay()
  for (const [where, sums] of Object.entries(await everywhere())) {
    expect({ where, sums }).toEqual({ where, sums: expected })
  }
})
