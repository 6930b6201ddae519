import { refundPayment } from '@counterfoil/features/payments/processing/payments.public.ts'
import { tenantScope } from '@counterfoil/kit/database/scope.ts'
import { testDatabase } from '@counterfoil/kit/testing/test-database.ts'
import { openProviders } from '@counterfoil/providers/providers.ts'
import { pino } from 'pino'
import { beforeAll, describe, expect, test } from 'vitest'
import { randomOf } from '../random.ts'
import { paymentsByDay } from './calendar.ts'
import { dayInZone, Ids, instantText } from './fast-text.ts'
import { fill } from './fill.ts'
import { organisationsOf } from './organisations.ts'

const { database, jobs, owner, ownerUrl, urls } = await testDatabase()
const options = {
  transactions: 4_000,
  tenants: 4,
  months: 4,
  seed: 1,
  workers: 2,
  largeFrom: 100,
}
const said: string[] = []

const rows = async <Row extends object>(sql: string, values: unknown[] = []): Promise<Row[]> =>
  (await owner.query<Row & object>(sql, values)).rows as Row[]
/** What breaks a rule; a rule holds when nothing does. */
const offenders = (sql: string) => rows(`select * from (${sql}) as offenders limit 3`)
const indexes = () =>
  rows(`select indexdef from pg_indexes where schemaname = 'app'
    union all select relname || reloptions::text from pg_class where reloptions is not null order by 1`)

let before: object[]
beforeAll(async () => {
  before = await indexes()
  await fill(database, ownerUrl, options, (what) => said.push(what))
}, 120_000)

describe('a generated history', () => {
  test('has exactly the payments that were asked for, and all indexes again', async () => {
    expect(await rows('select count(*)::int as n from app.payment')).toEqual([
      { n: options.transactions },
    ])
    expect(await indexes()).toEqual(before)
    expect(said).toContain('putting the indexes aside')
  })

  test('balances: every posting, and each payment with its entries', async () => {
    expect(
      await offenders(`select posting_id from app.ledger_entry group by tenant_id, posting_id, currency
        having sum(amount_minor) <> 0 or count(*) <> 2`),
    ).toEqual([])
    expect(
      await offenders(`select p.id from app.payment p
        left join app.ledger_entry l on l.tenant_id = p.tenant_id and l.payment_id = p.id
        group by p.tenant_id, p.id
        having coalesce(sum(l.amount_minor) filter (where account = 'acquirer_receivable'), 0)
            <> p.captured_minor - p.refunded_minor
              - case when p.dispute_state in ('lost', 'accepted') then p.disputed_minor else 0 end
          or coalesce(sum(l.amount_minor) filter (where account = 'authorised'), 0)
            <> case when p.auto_capture or p.authorised_minor = 0 then 0
                    else p.authorised_minor - p.captured_minor - p.voided_minor end
          or coalesce(sum(l.amount_minor) filter (where account = 'disputed_funds'), 0)
            <> case when p.dispute_state = 'opened' then -p.disputed_minor else 0 end`),
    ).toEqual([])
    expect(
      await offenders(`select p.id from app.payment p
        left join (select tenant_id, payment_id, sum(amount_minor) as fees from app.payment_fee group by 1, 2) f
          on f.tenant_id = p.tenant_id and f.payment_id = p.id
        left join (select tenant_id, payment_id, sum(amount_minor) as posted from app.ledger_entry
          where account = 'fee_income' group by 1, 2) l on l.tenant_id = p.tenant_id and l.payment_id = p.id
        where coalesce(fees, 0) <> -coalesce(posted, 0) or (p.status = 'reversed' and coalesce(fees, 0) <> 0)`),
    ).toEqual([])
  })

  test('has events that follow on one another and end where the payment stands', async () => {
    expect(
      await offenders(`select payment_id from (
          select tenant_id, payment_id, id, from_status, to_status,
            lag(to_status) over (partition by tenant_id, payment_id order by id) as came_from
          from app.payment_event) e
        where from_status is distinct from came_from`),
    ).toEqual([])
    expect(
      await offenders(`select p.id from app.payment p join lateral (
          select to_status from app.payment_event e
          where e.tenant_id = p.tenant_id and e.payment_id = p.id order by id desc limit 1) last on true
        where last.to_status <> p.status`),
    ).toEqual([])
  })

  test('leaves nothing open and nothing that refers to nothing', async () => {
    expect(
      await offenders(`select id::text from app.payment_operation
        where state not in ('succeeded', 'declined', 'failed') or finished_at is null
        union all select id::text from app.payment where status in ('created', 'validated', 'pending')`),
    ).toEqual([])
    for (const [child, column, parent] of [
      ['payment', 'merchant_id', 'merchant'],
      ['payment', 'mid_id', 'mid'],
      ['payment_operation', 'payment_id', 'payment'],
      ['payment_attempt', 'operation_id', 'payment_operation'],
      ['payment_event', 'payment_id', 'payment'],
      ['payment_fee', 'operation_id', 'payment_operation'],
      ['ledger_entry', 'event_id', 'payment_event'],
      ['dispute', 'payment_id', 'payment'],
      ['antifraud_alert', 'payment_id', 'payment'],
    ]) {
      const missing = await offenders(`select c.id from app.${child} c
        left join app.${parent} p on p.tenant_id = c.tenant_id and p.id = c.${column}
        where c.${column} is not null and p.id is null`)
      expect(missing, `${child}.${column}`).toEqual([])
    }
  })

  test('has sums that are the sums of its payments', async () => {
    const counted = `select tenant_id, merchant_id, business_day as day, mode, method, coalesce(provider, '') as provider,
      currency, status, count(*) as payments, sum(amount_minor) as amount_minor, sum(captured_minor) as captured_minor,
      sum(refunded_minor) as refunded_minor, count(*) filter (where first_try = 'approved') as first_approved,
      count(*) filter (where first_try = 'declined') as first_declined,
      coalesce(sum(amount_minor) filter (where first_try = 'declined'), 0) as first_declined_minor,
      count(answer_ms) as answered, coalesce(sum(answer_ms), 0) as answer_ms from app.payment group by 1, 2, 3, 4, 5, 6, 7, 8`
    const kept = `select tenant_id, merchant_id, day, mode, method, provider, currency, status, payments::bigint,
      amount_minor::numeric, captured_minor::numeric, refunded_minor::numeric, first_approved, first_declined,
      first_declined_minor::numeric, answered, answer_ms from app.payment_rollup
      where grain = 'day' and merchant_id in (select id from app.merchant)`
    expect(
      await offenders(`(${counted} except ${kept}) union all (${kept} except ${counted})`),
    ).toEqual([])
    expect(await rows('select id from app.payment_rollup_delta')).toEqual([])
  })

  test('is of its tenant’s business day, and has every status and tenants of different size', async () => {
    expect(
      await offenders(`select p.id from app.payment p join app.tenant t on t.id = p.tenant_id
        where (p.created_at at time zone t.time_zone)::date <> p.business_day`),
    ).toEqual([])
    const statuses = await rows<{ status: string }>('select distinct status from app.payment')
    expect(statuses.map((one) => one.status).sort()).toEqual([
      'blocked',
      'captured',
      'declined',
      'failed',
      'partially_captured',
      'partially_refunded',
      'refunded',
      'reserved',
      'reversed',
      'voided',
    ])
    const sizes = await rows<{ n: number }>(
      'select count(*)::int as n from app.payment group by tenant_id order by 1',
    )
    expect(sizes).toHaveLength(4)
    expect(sizes.at(-1)?.n).toBeGreaterThan((sizes[0]?.n ?? 0) * 3)
  })

  test('can be worked on: the engine refunds a generated payment', async () => {
    const [payment] = await rows<{
      id: string
      tenant_id: string
      mode: 1 | 2
      captured_minor: string
    }>(
      `select id, tenant_id, mode, captured_minor from app.payment
       where status = 'captured' and disputed_minor = 0 order by id desc limit 1`,
    )
    if (payment === undefined) throw new Error('There is no captured payment')
    const providers = openProviders({
      sandboxDatabaseUrl: urls.app,
      publicUrl: 'http://localhost',
      mayReachPrivate: false,
    })
    const scope = tenantScope(payment.tenant_id)
    const refunded = await refundPayment(
      {
        database,
        jobs,
        providers,
        tenantId: payment.tenant_id,
        transaction: (work) => database.transaction(scope, work),
        actor: { type: 'system', id: null },
        log: pino({ level: 'silent' }),
        now: () => new Date(),
      },
      { paymentId: payment.id, mode: payment.mode, reason: null },
    ).finally(() => providers.close())
    expect(refunded.operation?.state).toBe('succeeded')
    expect(refunded.payment).toMatchObject({
      status: 'refunded',
      refundedMinor: BigInt(payment.captured_minor),
    })
  })

  test('is made once; an interrupted one is made whole', async () => {
    const count = () =>
      rows('select count(*)::int as n, sum(amount_minor)::text as sum from app.payment')
    const first = await count()
    await fill(database, ownerUrl, options, (what) => said.push(what))
    expect(said.at(-1)).toMatch(/there already/)
    await owner.query(`update sandbox.demo_progress set finished_at = null`)
    await fill(database, ownerUrl, options, () => undefined)
    expect(await count()).toEqual(first)
    expect(await indexes()).toEqual(before)
  }, 60_000)
})

describe('its parts', () => {
  test('days add up to what was asked, for any number of tenants', () => {
    for (const count of [1, 999, 123_457]) {
      const calendar = { count, days: 61, until: new Date('2026-03-01T00:00:00Z') }
      const days = paymentsByDay(calendar, organisationsOf(7))
      expect(days.flat().reduce((sum, one) => sum + one, 0)).toBe(count)
      expect(Math.min(...days.flat())).toBeGreaterThanOrEqual(0)
    }
  })

  test('ids are UUIDs of version 7 that hold their time, sort as they were made, and repeat with their seed', () => {
    const at = Date.parse('2026-03-14T09:26:53.589Z')
    const make = () => {
      const ids = new Ids(randomOf(5))
      ids.begin()
      return Array.from({ length: 50 }, () => ids.at(at))
    }
    const made = make()
    expect(made).toEqual(make())
    expect(made.toSorted()).toEqual(made)
    expect(new Set(made).size).toBe(50)
    for (const id of made) {
      expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
      expect(Number.parseInt(id.replace('-', '').slice(0, 12), 16)).toBe(at)
    }
  })

  test('instants and days are written as PostgreSQL reads them', () => {
    const at = Date.parse('2026-03-29T22:59:59.007Z')
    expect(instantText(at)).toBe('2026-03-29 22:59:59.007+00')
    expect(dayInZone('Europe/London')(at)).toBe('2026-03-29')
    expect(dayInZone('Europe/London')(at + 1_000)).toBe('2026-03-30')
    expect(dayInZone('Asia/Tokyo')(at)).toBe('2026-03-30')
  })
})
