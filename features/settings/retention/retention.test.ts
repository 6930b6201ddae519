import { openDispute } from '@counterfoil/features/payments/disputes/disputes.public.ts'
import {
  authorisePayment,
  type ResponseOptions,
} from '@counterfoil/features/payments/processing/payments.public.ts'
import { tenantScope } from '@counterfoil/kit/database/scope.ts'
import { order, paymentFixture } from '@counterfoil/tools/testing/payments.ts'
import { setSettlement } from '@counterfoil/tools/testing/settlement.ts'
import { v7 } from 'uuid'
import { expect, test } from 'vitest'
import { type RetainedRecords, retentionVariables } from './retention.contract.ts'
import { deleteOld } from './retention.jobs.ts'
import { deleteOldRecords } from './retention.queries.ts'

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000)
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
