import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findApiKey } from '@counterfoil/features/access/api-keys/api-keys.public.ts'
import { rebuildRollupStatements } from '@counterfoil/features/reporting/rollups/rollups.public.ts'
import type { Database } from '@counterfoil/kit/database/database.ts'
import { readSettings } from '@counterfoil/kit/server/settings.ts'
import { testDatabase } from '@counterfoil/kit/testing/test-database.ts'
import { pino } from 'pino'
import { afterAll, expect, test } from 'vitest'
import { makeHistory } from './history.ts'
import { planHistory } from './history-plan.ts'
import { demoAccounts, demoKeyOf } from './organisations.ts'
import { makePayouts } from './payouts.ts'
import { makeScreeningRules } from './screened-orders.ts'
import { seedDemo } from './seed-demo.ts'
import { storeOrganisations } from './store-organisations.ts'

const { database, owner, urls } = await testDatabase()

const dataDir = mkdtempSync(join(tmpdir(), 'counterfoil-demo-'))
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

const log = pino({ level: 'silent' })

const seed = (now = new Date(), env: Readonly<Record<string, string>> = {}) =>
  seedDemo({
    database,
    identity: owner,
    settings: readSettings({
      SECRETS_KEY: 'what the test seals its secrets with',
      DATA_DIR: dataDir,
      ...env,
    }),
    appUrl: urls.app,
    log,
    now,
    say: () => undefined,
  })

async function rows<Row extends object>(sql: string): Promise<Row[]> {
  return (await owner.query<Row & object>(sql)).rows as Row[]
}

const tables = [
  'app.payment',
  'app.payment_operation',
  'app.payment_attempt',
  'app.payment_event',
  'app.ledger_entry',
  'app.payment_fee',
  'app.dispute',
  'app.webhook_delivery',
  'app.merchant_document',
  'app.file',
  'app.app_user',
  'app.api_key',
  'identity.account',
  'sandbox.received_webhook',
]

async function counts(): Promise<Record<string, number>> {
  const found = await Promise.all(
    tables.map((table) => rows<{ n: number }>(`select count(*)::int as n from ${table}`)),
  )
  return Object.fromEntries(tables.map((table, at) => [table, found[at]?.[0]?.n ?? 0]))
}

test('the demo is whole, its figures agree, and seeding it again adds nothing', async () => {
  const now = new Date()
  // as if the process had been killed while it made the first payments
  await storeOrganisations(database)
  await owner.query('insert into sandbox.demo_progress (step, started_at) values ($1, $2)', [
    'history',
    now,
  ])
  const services = { database, appUrl: urls.app, publicUrl: 'http://localhost', log }
  await makeScreeningRules(database, now)
  const begun = planHistory(now)
  await makeHistory(services, now, begun.slice(0, 40))
  // killed again, after it had stored what it asks the acquirers and before it reached them
  const killed = { ...services, database: lostAfter(24), appUrl: nowhere }
  await expect(makeHistory(killed, now, begun.slice(40, 60))).rejects.toThrow()
  const unheard = `select id from app.payment_operation where state = 'requested'`
  expect((await rows(unheard)).length).toBeGreaterThan(0)

  await seed(new Date(now.getTime() + 3_600_000))
  const first = await counts()
  expect(first['identity.account']).toBe(demoAccounts.length)
  expect(first['app.payment']).toBe(planHistory(now).length)
  expect(first['app.dispute']).toBeGreaterThan(0)
  await seed()
  expect(await counts()).toEqual(first)

  const sums = await rows(
    'select currency from app.ledger_entry group by currency having sum(amount_minor) <> 0',
  )
  expect(sums).toEqual([])
  const open = await rows(
    `select state from app.payment_operation where state in ('requested', 'unknown', 'waiting')`,
  )
  expect(open).toEqual([])
  const undelivered = await rows(
    `select state from app.webhook_delivery where state <> 'delivered'`,
  )
  expect(undelivered).toEqual([])
  const retried = await rows('select id from app.webhook_delivery where attempts > 2')
  expect(retried.length).toBeGreaterThan(0)
  const statuses = await rows<{ status: string }>('select distinct status from app.payment')
  expect(statuses.map(({ status }) => status)).toEqual(
    expect.arrayContaining([
      'captured',
      'declined',
      'failed',
      'partially_refunded',
      'refunded',
      'reversed',
      'blocked',
      'voided',
      'waiting_for_approval',
    ]),
  )
  expect(await rollupDifferences()).toEqual([])
  // two rules in force did something, and one finds things in shadow
  const found = await rows<{ effect: string; outcome: string; n: number }>(
    `select effect, outcome, count(*)::int as n from app.antifraud_match
     where owner = 'tenant' and rule_version = 1 group by 1, 2 order by 1, 2`,
  )
  expect(found).toEqual([
    { effect: 'live', outcome: 'block', n: 2 },
    { effect: 'live', outcome: 'review', n: 2 },
    { effect: 'shadow', outcome: 'flag', n: expect.any(Number) },
  ])
}, 120_000)

/** Nothing listens here. */
const nowhere = 'postgres://counterfoil_app@127.0.0.1:1/counterfoil'

/** A database that the process reaches for so many transactions. */
function lostAfter(transactions: number): Database {
  let left = transactions
  const limited =
    (run: Database['transaction']): Database['transaction'] =>
    (scope, work) => {
      left -= 1
      return left < 0 ? Promise.reject(new Error('killed')) : run(scope, work)
    }
  const { transaction, repeatable } = database
  return { ...database, transaction: limited(transaction), repeatable: limited(repeatable) }
}

/** What a recount of all payments finds different from the sums that were kept as they happened. */
async function rollupDifferences(): Promise<object[]> {
  const columns =
    'tenant_id, merchant_id, day, mode, method, provider, currency, status, sum(payments), sum(amount_minor), sum(captured_minor), sum(refunded_minor), coalesce(sum(first_approved), 0), coalesce(sum(first_declined), 0), coalesce(sum(first_declined_minor), 0), coalesce(sum(answered), 0), coalesce(sum(answer_ms), 0)'
  await owner.query(`create temporary table kept as select ${columns.replaceAll(/(coalesce\()?sum\((\w+)\)(, 0\))?/g, '$& as $2')}
    from app.payment_rollup_delta group by 1, 2, 3, 4, 5, 6, 7, 8 having sum(payments) <> 0`)
  expect((await rows('table kept')).length).toBeGreaterThan(100)
  const tenants = (await rows<{ id: string }>('select id from app.tenant')).map(({ id }) => id)
  for (const statement of rebuildRollupStatements) await owner.query(statement, [tenants])
  const recounted = `select ${columns} from app.payment_rollup
    where grain = 'day' and merchant_id in (select id from app.merchant) group by 1, 2, 3, 4, 5, 6, 7, 8`
  return rows(`(table kept except ${recounted}) union all (${recounted} except table kept)`)
}

test('keys open what their merchant may do, in the demo alone', async () => {
  const now = new Date()
  expect(await findApiKey(database, demoKeyOf('harbour', 2), now, true)).toMatchObject({ mode: 2 })
  expect(await findApiKey(database, demoKeyOf('harbour', 2), now, false)).toBeUndefined()
  await expect(findApiKey(database, 'cf_live_demo_quayside', now, true)).rejects.toMatchObject({
    status: 403,
  })
  expect(await findApiKey(database, 'cf_test_demo_piernine', now, true)).toBeUndefined()
})

test('merchants of the demo handed documents in, and were answered', async () => {
  const stands = await rows(
    `select m.slug, string_agg(d.state, ' ' order by d.id) as states
     from app.merchant_document d join app.merchant m on (m.tenant_id, m.id) = (d.tenant_id, d.merchant_id) group by 1 order by 1`,
  )
  expect(stands).toEqual([
    { slug: 'galata', states: 'accepted accepted accepted' },
    { slug: 'harbour', states: 'accepted accepted accepted' },
    { slug: 'piernine', states: 'rejected asked' },
    { slug: 'quayside', states: 'accepted accepted waiting' },
  ])
  const found = await rows(
    `select distinct u.email from app.notification n join app.app_user u on (u.tenant_id, u.id) = (n.tenant_id, n.user_id)
     where notification_type = 'BoardingDocuments' order by 1`,
  )
  expect(found).toContainEqual({ email: 'operator@northwind.example' })
  expect(found).toContainEqual({ email: 'merchant@piernine.example' })
})

test('the demo is made nowhere else', async () => {
  const settings = readSettings({ DEMO: 'off' })
  await expect(
    seedDemo({
      database,
      identity: undefined,
      settings,
      appUrl: urls.app,
      log,
      now: new Date(),
      say: () => undefined,
    }),
  ).rejects.toThrow('in the demo alone')
})

test('people of the demo sell: leads, opportunities on their way, and what is to be done', async () => {
  const [found] = await rows<Record<string, number>>(`
    select (select count(*)::int from app.lead) as leads,
      (select count(*)::int from app.lead where converted_at is not null) as converted,
      (select count(*)::int from app.pipeline_item where kind = 'opportunity') as opportunities,
      (select count(*)::int from app.pipeline_item where kind = 'project') as projects,
      (select count(*)::int from app.sales_task where assignee_id is not null) as tasks,
      (select count(distinct tenant_id)::int from app.pipeline_item) as tenants`)
  expect(found).toEqual({
    ...{ leads: 8, converted: 3, opportunities: 5, projects: 2, tasks: 15, tenants: 2 },
  })
})

test('people of the demo have asked for help, and were answered', async () => {
  const [found] = await rows<Record<string, number>>(`
    select * from
      (select count(*)::int as tickets, count(*) filter (where state = 'Opened')::int as open,
        count(escalated_ticket_id)::int as escalated, count(distinct tenant_id)::int as tenants,
        count(*) filter (where created_at > now())::int as future from app.support_ticket) as ticket
      cross join (select count(*)::int as payments from app.support_reference where kind = 'transaction') as reference
      cross join (select count(*)::int as internal from app.support_internal_item) as item
      cross join (select count(*)::int as notices from app.notification where notification_type = 'SupportTicket') as notice
      cross join (select count(*)::int as mails from app.mail where thread_id is not null) as mailed`)
  expect(found).toMatchObject({ tickets: 11, escalated: 1, tenants: 2, payments: 4, future: 0 })
  for (const some of ['open', 'internal', 'notices', 'mails']) {
    expect([some, found?.[some]]).toEqual([some, expect.any(Number)])
    expect(found?.[some]).toBeGreaterThan(3)
  }
})

test('merchants of the demo pay beneficiaries, and making their payouts again adds none', async () => {
  const now = new Date()
  const make = () =>
    makePayouts({ database, appUrl: urls.app, publicUrl: 'http://localhost', log }, now)
  const statesOf = async (table: string, of = '') => {
    const found = await rows<{ state: string; n: number }>(
      `select state, count(*)::int as n from app.${table} ${of} group by 1`,
    )
    return Object.fromEntries(found.map(({ state, n }) => [state, n]))
  }
  const found = async () => ({
    singles: await statesOf('payout_order', 'where batch_id is null'),
    rows: await statesOf('payout_order', 'where batch_id is not null'),
    recurring: await statesOf('recurring_payout'),
    files: await statesOf('payout_batch'),
    payees: (await rows('select id from app.beneficiary')).length,
  })
  await make()
  const first = await found()
  // a month after its first date a recurring payout has made one or two
  const { paid = 0 } = first.singles
  expect(paid).toBeGreaterThanOrEqual(8)
  expect(first).toEqual({
    singles: {
      ...{ paid, sent: 1, approved: 1, returned: 1, failed: 1, declined: 1 },
      waiting_for_approval: 4,
    },
    rows: { paid: 4, returned: 1 },
    recurring: { active: 1, waiting_for_approval: 1 },
    files: { running: 1, draft: 1 },
    payees: 13,
  })
  await make()
  expect(await found()).toEqual(first)
  const open = await rows(
    'select posting_id from app.ledger_entry group by 1 having sum(amount_minor) <> 0',
  )
  expect(open).toEqual([])
}, 120_000)

test('webhooks of the demo go to the process that answers calls, not to a worker that starts beside it', async () => {
  const addresses = async () => {
    const found = await rows<{ url: string }>('select url from app.webhook_endpoint')
    return new Set(found.map(({ url }) => new URL(url).host))
  }
  await seed(new Date(), { PORT: '4801' })
  expect(await addresses()).toEqual(new Set(['localhost:4801']))
  await seed(new Date(), { PORT: '4802', ROLES: 'worker' })
  expect(await addresses()).toEqual(new Set(['localhost:4801']))
})
