import { proveBooks } from '@counterfoil/features/accounting/proofs/proofs.jobs.ts'
import { testDatabase } from '@counterfoil/kit/testing/test-database.ts'
import { openProviders } from '@counterfoil/providers/providers.ts'
import { pino } from 'pino'
import { afterAll, expect, test } from 'vitest'
import { paymentsByDay } from '../generate/calendar.ts'
import { makeMoreHistory } from './more-history.ts'
import { demoMerchants } from './organisations.ts'
import { makeSettlementTerms } from './settlement.ts'
import { merchantIdOf, storeOrganisations, tenantIdOf } from './store-organisations.ts'

const { database, jobs, owner, ownerUrl, urls } = await testDatabase()
const now = new Date()
const providers = openProviders({
  sandboxDatabaseUrl: urls.app,
  publicUrl: 'http://localhost:4000',
  mayReachPrivate: true,
})
afterAll(() => providers.close())

const count = async (sql: string) =>
  (await owner.query<{ n: number }>(`select count(*)::int as n from ${sql}`)).rows[0]?.n

await storeOrganisations(database)
await makeSettlementTerms(database, now)

test('what was interrupted is made whole, once, for the demo’s own merchants', async () => {
  const payments = 600
  const stopped = new AbortController()
  stopped.abort(new Error('stopped'))
  const more = { database, ownerUrl, payments, now }
  await expect(makeMoreHistory({ ...more, signal: stopped.signal })).rejects.toThrow('stopped')
  // who looks at it meanwhile sees the last days whole
  const half = new AbortController()
  const making = makeMoreHistory({ ...more, signal: half.signal }).catch(() => undefined)
  await expect.poll(() => count('app.payment'), { timeout: 60_000, interval: 5 }).not.toBe(0)
  const { rows: newest } = await owner.query<{ hours: number }>(
    `select extract(epoch from $1::timestamptz - max(created_at)) / 3600 as hours from app.payment`,
    [now],
  )
  half.abort(new Error('stopped'))
  await making
  expect(Number(newest[0]?.hours)).toBeLessThan(48)
  await makeMoreHistory(more)
  expect(await makeMoreHistory(more)).toBe(false)
  expect(await count('app.payment')).toBe(payments)
  const { rows } = await owner.query<{ id: string }>(
    'select distinct merchant_id as id from app.payment',
  )
  const ready = demoMerchants.filter(({ modes }) => modes.length > 0)
  expect(rows.map(({ id }) => id).sort()).toEqual(
    ready.map(({ slug }) => merchantIdOf(slug)).sort(),
  )
  expect(await count('app.merchant where created_at > now()')).toBe(0)
}, 120_000)

test('today has what it has by this time on other days, and nothing that is still to come', async () => {
  const { rows } = await owner.query<{ first: Date; last: Date; days: number }>(
    'select min(created_at) as first, max(created_at) as last, count(distinct (created_at at time zone $1)::date)::int as days from app.payment',
    ['UTC'],
  )
  expect(rows[0]?.last.getTime()).toBeLessThanOrEqual(now.getTime())
  // shortly after midnight today has none
  expect(rows[0]?.days).toBeGreaterThanOrEqual(89)
  const days = paymentsByDay({ count: 9000, days: 90, until: new Date('2026-11-27T12:00:00Z') }, [
    { share: 1 },
  ]).map(([payments = 0]) => payments)
  const [today = 0, weekBefore = 0] = [days.at(-1), days.at(-8)]
  expect(today / weekBefore).toBeGreaterThan(0.25)
  expect(today / weekBefore).toBeLessThan(0.6)
  expect(days.reduce((sum, payments) => sum + payments)).toBe(9000)
})

test('the daily proof agrees with it', async () => {
  const at = new Date(now.getTime() + 15 * 60_000)
  const signal = new AbortController().signal
  const log = pino({ level: 'silent' })
  await proveBooks(providers, { database, jobs, log, signal, now: () => at })
  for (const tenant of ['northwind', 'bosphorus']) {
    const { rows } = await owner.query<{ payments: string; differences: object[] }>(
      'select payments, differences from app.ledger_proof where tenant_id = $1',
      [tenantIdOf(tenant)],
    )
    expect(
      rows.map(({ differences }) => differences),
      tenant,
    ).toEqual([[]])
    expect(Number(rows[0]?.payments), tenant).toBeGreaterThan(0)
  }
}, 120_000)
