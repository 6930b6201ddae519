import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { callerFinder } from '@counterfoil/features/access/sign-in-context/callers.public.ts'
import { insertRollupDeltas } from '@counterfoil/features/reporting/rollups/rollups.public.ts'
import { newId } from '@counterfoil/kit/database/ids.ts'
import { tenantScope } from '@counterfoil/kit/database/scope.ts'
import { makePayment, makeUser } from '@counterfoil/kit/testing/makers.ts'
import { testServer } from '@counterfoil/kit/testing/test-server.ts'
import { paymentFixture } from '@counterfoil/tools/testing/payments.ts'
import pg from 'pg'
import { expect, test } from 'vitest'
import { readReportFacts } from './summary-reports.public.ts'
import { routes } from './summary-reports.routes.ts'

const now = new Date('2026-11-20T12:00:00Z')
const fixture = await paymentFixture({ now: () => now })
const { tenantId, merchantId, database } = fixture
const find = callerFinder(database)
const { call } = await testServer(fixture, routes, find)
const permissions = ['CRM.Reports.NewTransactionsDaily']
const inTenant = { tenant_id: tenantId, user_type: 'tenant', permissions } as const
const operator = await makeUser(fixture, inTenant)
const other = await makeUser(fixture, inTenant)

for (let day = 1; day <= 20; day += 1) {
  const at = new Date(`2026-11-${String(day).padStart(2, '0')}T10:00:00Z`)
  const business_day = at.toISOString().slice(0, 10)
  await makePayment(fixture, {
    ...{ tenant_id: tenantId, merchant_id: merchantId, mode: 2, status: 'captured' },
    ...{ id: newId(at), created_at: at, updated_at: at, business_day, card_brand: 'visa' },
  })
  await database.transaction(tenantScope(tenantId), (db) =>
    insertRollupDeltas(db, [
      {
        ...{
          day: business_day,
          createdAt: at,
          merchantId,
          mode: 2,
          method: 'card',
          provider: null,
        },
        ...{ currency: 'GBP', status: 'captured', payments: 1, amountMinor: 100n },
        ...{ channel: 'api', declineReason: null, declineCode: null },
        ...{ capturedMinor: 100n, refundedMinor: 0n },
      },
    ]),
  )
}

const report = 'crm-reports-transactions-daily'
const days = { dateFrom: '2026-11-01', dateTo: '2026-11-20' }
const ask = (who: typeof operator, path: string, query: Record<string, string>) =>
  call(who, `GET ${path}?${new URLSearchParams({ ...days, ...query })}`)
const cost = async (who: typeof operator, query: Record<string, string>) =>
  (await ask(who, `/api/reporting/report-v2/reports/${report}/cost`, query)).json()
const v2 = '/api/reporting/crm/reports/transaction-summary/transaction-summary-v2-report'

test('a report that rollups do not hold says what it reads and how far it is, to whoever asked', async () => {
  const read = randomUUID()
  expect(await cost(operator, { groupBy: 'day' })).toMatchObject({ source: 'rollups', payments: 0 })
  for (const groupBy of ['channel', 'provider,declineReason,declineCode']) {
    expect(await cost(operator, { groupBy })).toMatchObject({ source: 'rollups', payments: 0 })
    expect((await ask(operator, v2, { groupBy, report })).json()).toMatchObject({
      ...{ source: 'rollups', all: { count: 20 } },
    })
  }
  const hours = { groupBy: 'hour,provider', dateFrom: '2026-11-14', dateTo: '2026-11-20' }
  expect(await cost(operator, hours)).toMatchObject({ source: 'rollups' })
  expect((await ask(operator, v2, { ...hours, report })).json()).toMatchObject({
    ...{ source: 'rollups', all: { count: 7 }, rows: Array(7).fill({ count: 1 }) },
  })
  const byPayment = { timeZone: 'Asia/Kolkata', merchantId, cardBrand: 'visa' }
  for (const [name, value] of Object.entries(byPayment)) {
    const asked = { ...hours, [name]: value }
    expect(await cost(operator, asked), name).toMatchObject({ source: 'payments', payments: 7 })
  }
  // half past one at night in Istanbul is of the day before in London
  const night = { dateFrom: '2026-11-15', dateTo: '2026-11-14T22:30:00.000Z', groupBy: 'status' }
  expect(await cost(operator, night)).toMatchObject({ source: 'payments', days: 1 })
  expect((await ask(operator, v2, { ...night, report })).json()).toMatchObject({ rows: [] })
  const mixed = { groupBy: 'channel', declineCode: '05' }
  expect(await cost(operator, mixed)).toMatchObject({ source: 'payments', payments: 20 })
  const before = await cost(operator, { groupBy: 'brand', read })
  expect(before).toEqual({ source: 'payments', days: 20, payments: 20, seconds: 1, daysRead: null })
  // what only the payments know makes it no more
  expect(await cost(operator, { groupBy: 'day', cardBrand: 'visa' })).toMatchObject({
    payments: 20,
  })
  const answer = (await ask(operator, v2, { groupBy: 'brand', report, read })).json()
  expect(answer).toMatchObject({ source: 'payments', all: { count: 20 } })
  expect(answer.rows).toHaveLength(1)
  expect(await cost(operator, { groupBy: 'brand', read })).toMatchObject({ daysRead: 20 })
  expect(await cost(other, { groupBy: 'brand', read })).toMatchObject({ daysRead: null })
})

test('it is read slice by slice, and stops in between', async () => {
  const subject = { issuer: 'http://localhost:4001', subject: operator.id, email: undefined }
  const caller = await find(subject)
  const reader = { caller, db: database.reader(tenantScope(tenantId)), mode: 2, now } as const
  const notified: number[] = []
  const watch = (stopAfter: number) => ({
    begun: async (all: number) => void notified.push(all),
    read: async (some: number) => void notified.push(some),
    isStopped: () => notified.length > stopAfter,
  })
  const { facts } = await readReportFacts(days, { by: ['brand'], watch: watch(99) }, reader)
  expect(facts).toHaveLength(1)
  expect(notified.splice(0)).toEqual([20, 7, 14, 20])
  const stopped = readReportFacts(days, { by: ['brand'], watch: watch(1) }, reader)
  await expect(stopped).rejects.toThrow('stopped before all of it was read')
  expect(notified).toEqual([20, 7])
})

test('how many payments a report reads is shown after the code that the report asks for', async () => {
  const careful = await makeUser(fixture, inTenant)
  await fixture.owner.query('update role set sca_required_permissions = $2 where id = $1', [
    ...[careful.role_id, permissions],
  ])
  const at = `/api/reporting/report-v2/reports/${report}/cost`
  for (const path of [at, v2]) {
    const refused = (await ask(careful, path, { groupBy: 'brand', report })).json()
    expect([path, refused.code]).toEqual([path, 'sca.required'])
  }
})

test('those who ask for the same at the same time are answered together, and others by themselves', async () => {
  const waits = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  const waiting = async () => (await fixture.owner.query(waits)).rowCount
  const lock = new pg.Client({ connectionString: fixture.ownerUrl })
  await lock.connect()
  await lock.query('begin; lock table app.payment_rollup_delta in access exclusive mode')
  const asked = [operator, other, operator].map((who) =>
    ask(who, v2, { groupBy: 'provider', report }),
  )
  const alone = ask(operator, v2, { groupBy: 'method', report })
  await expect.poll(waiting).toBe(2)
  // time for a third
  await sleep(300)
  expect(await waiting()).toBe(2)
  await lock.query('rollback')
  await lock.end()
  for (const answer of await Promise.all([...asked, alone])) {
    expect(answer.json()).toMatchObject({ source: 'rollups', all: { count: 20 } })
  }
  // who asks afterwards is answered anew
  const one = await ask(operator, v2, { groupBy: 'provider', report })
  expect(one.json()).toMatchObject({ all: { count: 20 } })
})
