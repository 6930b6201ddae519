import { callerFinder } from '@counterfoil/features/access/sign-in-context/callers.public.ts'
import { dayMs } from '@counterfoil/kit/contract/durations.ts'
import { newId } from '@counterfoil/kit/database/ids.ts'
import { makePayment, makeUser } from '@counterfoil/kit/testing/makers.ts'
import { testServer } from '@counterfoil/kit/testing/test-server.ts'
import { paymentFixture } from '@counterfoil/tools/testing/payments.ts'
import { expect, test } from 'vitest'
import type { WidgetData } from './widget.schema.ts'
import { endpointPath } from './widget-data.contract.ts'
import { routes } from './widget-data.routes.ts'

/** Noon of a day that is over. */
const noon = new Date(Math.floor(Date.now() / dayMs - 3) * dayMs + dayMs / 2)
const day = noon.toISOString().slice(0, 10)
const fixture = await paymentFixture()
const { tenantId, merchantId, loader } = fixture
const { call } = await testServer(fixture, routes, callerFinder(fixture.database))
const operator = await makeUser(fixture, {
  ...{ tenant_id: tenantId, user_type: 'tenant' },
  permissions: ['CRM.Dashboard.View', 'CRM.Transaction.View', 'CRM.Support.Lookup'],
})

async function ask(what: string, headers: Record<string, string> = {}): Promise<WidgetData> {
  const response = await call(operator, `GET ${endpointPath}/${what}`, { headers })
  expect([response.statusCode, response.body]).toEqual([200, response.body])
  return response.json()
}

/** So many payments of a day and of a week before, of a brand and a currency, the first ones of them approved. */
async function makePayments(
  of: { readonly card_brand: string; readonly currency: string },
  counts: Readonly<Record<'before' | 'now', readonly [all: number, approved: number]>>,
): Promise<void> {
  for (const [when, [all, approved]] of Object.entries(counts)) {
    const created_at = new Date(noon.getTime() - (when === 'now' ? 0 : 7 * dayMs))
    for (let n = 0; n < all; n += 1) {
      await makePayment(fixture, {
        ...{ ...of, id: newId(created_at), tenant_id: tenantId, merchant_id: merchantId, mode: 2 },
        ...{ status: n < approved ? 'captured' : 'declined', amount_minor: 100n },
        ...{ created_at, updated_at: created_at, provider: 'sandbox_alpha' },
        business_day: created_at.toISOString().slice(0, 10),
      })
    }
  }
}

test('what moved the approval rate most is named over all of its currencies, and stands first', async () => {
  await makePayments({ card_brand: 'visa', currency: 'GBP' }, { before: [10, 9], now: [10, 4] })
  await makePayments({ card_brand: 'visa', currency: 'EUR' }, { before: [10, 4], now: [10, 9] })
  await makePayments(
    { card_brand: 'mastercard', currency: 'GBP' },
    { before: [20, 20], now: [20, 16] },
  )
  // sorted by how many payments more it would be first
  await makePayments({ card_brand: 'amex', currency: 'GBP' }, { before: [10, 8], now: [15, 12] })
  const { summary, data } = await ask(
    `movement-by-brand?dateFrom=${day}&dateTo=${day}&pageSize=100`,
  )
  expect(summary.en).toMatch(/^Approved: 74.5%, before 82%. Most of the difference: Mastercard, -/)
  const moved = data.map(({ cells }) => Math.abs(Number(cells.contribution)))
  expect(moved).toEqual(moved.toSorted((a, b) => b - a))
  // as much less in one currency as more in the other is no movement of the brand
  const parts = data.filter(({ keys }) => keys.brand === 'visa').map(({ cells }) => cells)
  expect(Math.abs(Number(parts[0]?.contribution))).toBeGreaterThan(0.05)
})

test('an acquirer whose last attempts failed says how many and when, beside what it approved today', async () => {
  const breakerOf = async (provider: string, failures: number) => {
    const { id } = await loader
      .selectFrom('mid')
      .select('id')
      .where('provider', '=', provider)
      .where('mode', '=', 2)
      .executeTakeFirstOrThrow()
    return { tenant_id: tenantId, provider, mid_id: id, failures, failed_at: noon }
  }
  // one was answered since
  const breakers = [await breakerOf('sandbox_alpha', 2), await breakerOf('sandbox_beta', 0)]
  await loader.insertInto('acquirer_breaker').values(breakers).execute()
  const { data, columns } = await ask('acquirer-health?pageSize=100')
  const alpha = data.find(({ keys }) => keys.provider === 'sandbox_alpha')
  expect(alpha?.cells).toMatchObject({
    state: { en: 'The last 2 attempts at a MID failed' },
    ...{ failures: 2, failedAt: noon.toISOString() },
  })
  const beta = data.find(({ keys }) => keys.provider === 'sandbox_beta')
  expect(beta?.cells).toMatchObject({ failures: 0, failedAt: noon.toISOString() })
  expect(columns.map(({ label }) => label.en)).toEqual(
    expect.arrayContaining(['State now', 'Last failure', 'Payments today', 'Approval rate today']),
  )
})

test('a ticket that is due says its priority in each language', async () => {
  const of = { tenant_id: tenantId, merchant_id: merchantId, created_at: noon, updated_at: noon }
  await loader
    .insertInto('support_ticket')
    .values({
      ...{ ...of, id: newId(noon), channel: 'CustomerToTenant', state: 'Opened' },
      ...{ category: 'Other', priority: 'High', subject: 's', code: 'T-DUE', due_at: noon },
      ...{ description: 'd', requester_name: 'r', contact_email: '', waiting_on: 'agent' },
    })
    .execute()
  const { data } = await ask('tickets-due?pageSize=100')
  expect(data.map(({ cells }) => cells.priority)).toEqual([{ en: 'High', tr: 'Yüksek' }])
})

test('figures are of the mode that is asked for by name or number; what records are not filtered by is refused', async () => {
  const counts = ['1', '2', 'Live'].map((mode) =>
    ask(`movement-by-brand?dateFrom=${day}&dateTo=${day}&mode=${mode}`).then(
      (data) => data.totalPayments,
    ),
  )
  expect(await Promise.all(counts)).toEqual([0, 55, 55])
  const ofTest = await ask('acquirer-health?mode=1&pageSize=100', { mode: 'Live' })
  expect(ofTest.data.map(({ cells }) => cells.failures)).not.toContain(2)
  const refused = await call(operator, `GET ${endpointPath}/acquirer-health?currency=GBP`)
  expect([refused.statusCode, refused.json().detail]).toEqual([
    400,
    'These figures cannot be filtered by “currency”.',
  ])
})
