import { openSettingsFixture } from '@counterfoil/api/testing/settings-fixture.ts'
import { exchangeRates } from '@counterfoil/features/reporting/exchange-rates/exchange-rates.resource.ts'
import { rebuildRollupStatements } from '@counterfoil/features/reporting/rollups/rollups.public.ts'
import { newId } from '@counterfoil/kit/database/ids.ts'
import { makePayment } from '@counterfoil/kit/testing/makers.ts'
import { merchantIdOf, tenantIdOf } from '@counterfoil/workloads/demo/store-organisations.ts'
import { beforeAll, expect, test } from 'vitest'
import type { BaseCurrencyReport, ConversionReport } from './base-currency.contract.ts'

const { testApi, make, turn } = await openSettingsFixture()
const merchant = await testApi.actor('merchant')
const operator = await testApi.actor('operator')
const path = '/api/reports/transaction-summary/charts'
const day = '2020-05-08'

beforeAll(async () => {
  const tenant_id = tenantIdOf('northwind')
  const of = (currency: string, amount_minor: bigint, business_day = day) =>
    makePayment(testApi.test, {
      ...{ tenant_id, merchant_id: merchantIdOf('harbour'), mode: 2, currency, amount_minor },
      ...{ business_day, status: 'captured', captured_minor: amount_minor },
      authorised_minor: amount_minor,
      id: newId(new Date(`${business_day}T12:00:00Z`)),
      created_at: new Date(`${business_day}T12:00:00Z`),
    } as never)
  await of('GBP', 10_000n)
  await of('USD', 1_001n)
  await of('JPY', 5_000n)
  // a week and a day later no rate holds any more
  await of('USD', 2_000n, '2020-05-16')
  await of('EUR', 700n)
  for (const statement of rebuildRollupStatements) {
    await testApi.test.owner.query(statement, statement.includes('$1') ? [[tenant_id]] : [])
  }
})

async function read<T>(name: string, query = '', actor = merchant, at = path): Promise<T> {
  const answer = await testApi.app.inject({
    url: `${at}/${name}?dateFrom=2020-05-01&dateTo=2020-05-31${query}`,
    headers: { authorization: `Bearer ${actor.token}`, mode: 'Live' },
  })
  if (answer.statusCode !== 200) throw new Error(answer.body)
  return answer.json()
}

test('amounts are converted by the rate of their day, and what has no rate is in no sum but said [setting exchange-rates]', async () => {
  const rate = (currency: string, value: string, on = day) =>
    make(exchangeRates, {
      ...{ currency, baseCurrency: 'GBP', day: on, rate: value, source: 'Bank of England' },
    })
  const before = await read<BaseCurrencyReport>('grouped-by-base-currency')
  expect(before).toMatchObject({ baseCurrency: 'GBP', total: { count: 5, volume: 10_000 } })
  expect(before.missing.map(({ currency, volume }) => [currency, volume]).toSorted()).toEqual([
    ['EUR', 700],
    ['JPY', 5_000],
    ['USD', 3_001],
  ])
  const dollars = await rate('USD', '0.815')
  await rate('JPY', '0.0075')
  const report = await read<BaseCurrencyReport>('grouped-by-base-currency')
  // 10.01 USD are 8.15815 GBP, 5000 JPY are 37.50 GBP
  expect(Object.fromEntries(report.rows.map(({ key, volume }) => [key, volume]))).toEqual({
    ...{ GBP: 10_000, USD: 816, JPY: 3_750, EUR: 0 },
  })
  expect(report.total).toMatchObject({ count: 5, volume: 14_566, captured: 14_566, successRate: 1 })
  expect(report.missing).toEqual([
    { currency: 'EUR', count: 1, volume: 700, firstDay: day, lastDay: day },
    { currency: 'USD', count: 1, volume: 2_000, firstDay: '2020-05-16', lastDay: '2020-05-16' },
  ])
  expect(report.rates).toMatchObject([
    { currency: 'JPY', day, rate: '0.0075', source: 'Bank of England' },
    { currency: 'USD', day, rate: '0.815', source: 'Bank of England' },
  ])
  const days = await read<BaseCurrencyReport>(
    'grouped-by-base-currency-amount',
    '',
    operator,
    '/api/reports/customer/transaction-summary/charts',
  )
  expect(days.rows.map(({ key, volume }) => [key, volume])).toEqual([
    [day, 14_566],
    ['2020-05-16', 0],
  ])
  await turn(exchangeRates, dollars.id, false)
  expect((await read<BaseCurrencyReport>('grouped-by-base-currency')).total.volume).toBe(13_750)
})

test('a conversion says that it counts payments, by website and channel', async () => {
  const report = await read<ConversionReport>('grouped-by-hpp-conversion')
  expect(report.counts).toBe('payments')
  expect(report.rows.reduce((sum, { created }) => sum + created, 0)).toBe(5)
  expect(report.rows.every(({ conversion }) => conversion === 1)).toBe(true)
})
