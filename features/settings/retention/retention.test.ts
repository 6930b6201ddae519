import { openDispute } from '@counterfoil/features/payments/disputes/disputes.public.ts'
import {
  authorisePayment,
  type ResponseOptions,
} from '@counterfoil/features/payments/processing/payments.public.ts'
import { dayMs } from '@counterfoil/kit/contract/durations.ts'
import { tenantScope } from '@counterfoil/kit/database/scope.ts'
import { makeMerchant, makeTenant } from '@counterfoil/kit/testing/makers.ts'
import { order, paymentFixture } from '@counterfoil/tools/testing/payments.ts'
import { setSettlement } from '@counterfoil/tools/testing/settlement.ts'
import { v7 } from 'uuid'
import { expect, test } from 'vitest'
import { type RetainedRecords, retentionVariables } from './retention.contract.ts'
import { deleteOld } from './retention.jobs.ts'
import { deleteOldRecords } from './retention.queries.ts'

const daysAgo = (days: number) => new Date(Date.now() - days * dayMs)
/** Older than each of the shortest times, and than none of the longest. */
const taken = daysAgo(2_000)
const fixture = await paymentFixture({ now: () => taken })
const { engine, owner, tenantId, merchantId } = fixture
await owner.query(
  `insert into webhook_endpoint (tenant_id, id, merchant_id, url, mode, secret, event_types, created_at)
   values ($1, $2, $3, 'https://shop.example', 1, 'whsec_x', '{payment.*}', now())`,
  [tenantId, v7(), merchantId],
)
const plainResult: ResponseOptions<unknown> = { toResponse: (result) => result }

const pay = async (some: Parameters<typeof order>[1] = {}) =>
  (await authorisePayment(engine, order(fixture, some))).payment.id

const finished = await pay()
const reserved = await pay({ capture: false })
const disputed = await pay()
const claim = { reasonCode: 'fraud', reason: 'Not me', respondBy: taken }
const command = { paymentId: disputed, mode: 1 } as const
await openDispute(engine, { ...command, ...claim }, plainResult)
await setSettlement(fixture)
const unsettled = await pay()
await owner.query(`insert into webhook_attempt (tenant_id, id, merchant_id, delivery_id, sequence, duration_ms, created_at)
  select tenant_id, id, merchant_id, id, 1, 5, created_at from webhook_delivery`)
await owner.query(`update webhook_delivery set state = 'delivered', next_attempt_at = null`)
await owner.query(`insert into antifraud_match (tenant_id, id, rule_id, merchant_id, payment_id, rule, effect, outcome, message, created_at)
  select tenant_id, id, id, merchant_id, id, 'amount_ceiling', 'shadow', 'flag', 'Above the ceiling', created_at from payment`)

const tables: Readonly<Record<RetainedRecords, readonly string[]>> = {
  api_logs: ['api_log'],
  webhooks: ['webhook_delivery', 'merchant_event'],
  attempts: ['payment_attempt'],
  events: ['payment_event'],
  matches: ['antifraud_match'],
}
const kinds = Object.keys(tables) as RetainedRecords[]

async function countOf(what: RetainedRecords, paymentId: string): Promise<number[]> {
  const counts = tables[what].map(async (table) => {
    const { rows } = await owner.query<{ count: number }>(
      `select count(*)::int as count from ${table} where payment_id = $1`,
      [paymentId],
    )
    return rows[0]?.count ?? 0
  })
  return Promise.all(counts)
}

const setDays = (what: RetainedRecords, days: number) =>
  owner.query('update system_variable set value = $2 where code = $1', [
    retentionVariables[what],
    days,
  ])

const run = () => deleteOld({ ...fixture.jobContext, now: () => new Date() })

test('old records are deleted once their time is over, and what something open needs is kept [variable api_log_retention] [variable webhook_retention] [variable attempt_retention] [variable event_retention] [variable match_retention]', async () => {
  for (const what of kinds) await setDays(what, 3_000)
  await run()
  for (const what of kinds) {
    expect(Math.min(...(await countOf(what, finished)))).toBeGreaterThan(0)
    await setDays(what, 1_826)
    await run()
    expect(await countOf(what, finished)).toEqual(tables[what].map(() => 0))
    for (const kept of [reserved, disputed, unsettled]) {
      expect(Math.min(...(await countOf(what, kept)))).toBeGreaterThan(0)
    }
  }
})

test('each run is counted, and what was deleted is in the audit trail', async () => {
  const { rows } = await owner.query(
    `select what, deleted::int, deleted_in_all::int as "inAll", older_than < run_at as "isOlder",
       (select sum((after->>'deleted')::int)::int from audit_entry e where e.tenant_id = r.tenant_id
         and action = 'retention.delete-old' and record_id = what) as audited
     from retention_run r order by what`,
  )
  expect(rows.map(({ what }) => what)).toEqual(kinds.toSorted())
  for (const row of rows) {
    expect(row).toMatchObject({ isOlder: true, audited: row.inAll })
    expect(row.inAll).toBeGreaterThan(0)
  }
})

test('the database keeps what the law asks for, whatever is asked of it', async () => {
  await expect(
    fixture.database.transaction(tenantScope(tenantId), (db) =>
      deleteOldRecords(db, 'events', daysAgo(1_800), 10),
    ),
  ).rejects.toThrow(/kept by law/)
})

/** Another tenant with one merchant and so many calls in its API log, of so many days ago. */
async function tenantWithLogs(days: readonly number[]): Promise<string> {
  const { id } = await makeTenant(fixture)
  const merchant = await makeMerchant(fixture, { tenant_id: id })
  for (const age of days) {
    const at = daysAgo(age)
    await owner.query(
      `insert into api_log (tenant_id, id, merchant_id, direction, peer, method, url, duration_ms, created_at)
       values ($1, $2, $3, 'inbound', 'shop', 'POST', '/v1/payments', 5, $4)`,
      [id, v7({ msecs: at.getTime() }), merchant.id, at],
    )
  }
  return id
}

const setOwnDays = (tenant: string, days: number, isActive = true) =>
  owner.query(
    `insert into tenant_retention (tenant_id, id, what, days, is_active, created_at, updated_at)
     values ($1, $2, 'api_logs', $3, $4, now(), now())`,
    [tenant, v7(), days, isActive],
  )

async function agesOf(tenant: string): Promise<number[]> {
  const { rows } = await owner.query<{ age: number }>(
    `select round(extract(epoch from now() - created_at) / 86400)::int as age from api_log where tenant_id = $1 order by 1`,
    [tenant],
  )
  return rows.map(({ age }) => age)
}

test('each tenant keeps its records for its own time, and for the platform’s without one in force [setting tenant-retention]', async () => {
  await setDays('api_logs', 395)
  const ages = [380, 400, 1_800, 1_900]
  const [longer, shorter, off, none] = [
    await tenantWithLogs(ages),
    await tenantWithLogs(ages),
    await tenantWithLogs(ages),
    await tenantWithLogs(ages),
  ] as const
  await setOwnDays(longer, 1_826)
  await setOwnDays(shorter, 365)
  await setOwnDays(off, 1_826, false)
  await run()
  expect(await agesOf(longer)).toEqual([380, 400, 1_800])
  expect(await agesOf(shorter)).toEqual([])
  expect(await agesOf(off)).toEqual([380])
  expect(await agesOf(none)).toEqual([380])
})

test('a tenant with much to delete holds up no other', async () => {
  const much = await tenantWithLogs(Array.from({ length: 10 }, (_, n) => 2_000 + n))
  const little = await tenantWithLogs([2_000])
  const { rows } = await owner.query('select count(*)::int as tenants from tenant')
  // it is asked once before each tenant's days are read and once before each batch: the run is ended when each kind of each
  // tenant could have had one
  let asked = 0
  const signal = {
    get aborted() {
      asked += 1
      return asked > rows[0].tenants * (1 + kinds.length)
    },
  } as AbortSignal
  await deleteOld({ ...fixture.jobContext, signal, now: () => new Date() }, 1)
  expect(await agesOf(little)).toEqual([])
  expect(await agesOf(much)).toHaveLength(9)
})

// on a cluster a new table is spread first
test.skipIf(process.env.CITUS_TEST_SERVER !== undefined)(
  'one more table is kept for a time by one more row, whatever its key and its column of time',
  async () => {
    await owner.query(`create table app.trial (tenant_id uuid not null, part smallint not null, name text not null,
    at timestamptz not null, is_open boolean not null, primary key (tenant_id, part, name))`)
    await owner.query(
      `insert into app.trial values ($1, 1, 'old', $2, false), ($1, 2, 'old', $2, true), ($1, 1, 'new', $3, false)`,
      [tenantId, daysAgo(200), daysAgo(100)],
    )
    await owner.query(
      `insert into app.retained_table values ('webhooks', 9, 'trial', 'at', 180, 'not o.is_open')`,
    )
    await setDays('webhooks', 190)
    await run()
    const { rows } = await owner.query('select part, name from app.trial order by 1, 2')
    expect(rows).toEqual([
      { part: 1, name: 'new' },
      { part: 2, name: 'old' },
    ])
    await owner.query("delete from app.retained_table where table_name = 'trial'")
    await owner.query('drop table app.trial')
  },
)
