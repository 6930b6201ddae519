import { dayMs } from '@counterfoil/kit/contract/durations.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import { firstIdAt } from '@counterfoil/kit/database/ids.ts'
import { countRows, type Part } from '@counterfoil/kit/database/paging.ts'
import { tenantOf } from '@counterfoil/kit/database/tenant-of.ts'
import { within, withinPayments } from '@counterfoil/kit/database/within.ts'
import { sql } from 'kysely'
import type { CheckResult, Difference } from './proofs.contract.ts'

export interface NewProof {
  readonly id: string
  readonly fromAt: Date
  readonly toAt: Date
  /** Until when entries were added to the balances that were proved; null: they were not counted yet. */
  readonly balancesUntil: Date | null
  /** The event after which the same window goes on; null: it is proved to its end. */
  readonly continuesAfter: string | null
  readonly payments: number
  readonly checks: readonly CheckResult[]
  readonly differences: readonly Difference[]
}

export async function insertProof(db: Db, proof: NewProof, at: Date): Promise<void> {
  await db
    .insertInto('ledger_proof')
    .values({
      tenant_id: tenantOf(db),
      id: proof.id,
      from_at: proof.fromAt,
      to_at: proof.toAt,
      balances_until: proof.balancesUntil,
      continues_after: proof.continuesAfter,
      payments: proof.payments,
      checks: JSON.stringify(proof.checks),
      differences: JSON.stringify(proof.differences),
      created_at: at,
    })
    .execute()
}

/** Until when the books, and the balances of merchants, were proved; of a window that is proved in part also what was found. */
export async function findLastProved(db: Db) {
  const row = await db
    .selectFrom('ledger_proof')
    .selectAll()
    .where(within(db, 'ledger_proof', null))
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (row === undefined) return undefined
  const { from_at: fromAt, to_at: toAt, balances_until: balancesUntil } = row
  if (row.continues_after === null) return { fromAt, toAt, balancesUntil, soFar: undefined }
  const soFar = {
    continuesAfter: row.continues_after,
    payments: row.payments,
    checks: row.checks as CheckResult[],
    differences: row.differences as Difference[],
  }
  return { fromAt, toAt, balancesUntil, soFar }
}

/** Proofs with their tenants; of one that goes on, only how far it came last. */
const proofsOf = (db: Db) =>
  db
    .selectFrom('ledger_proof as p')
    .innerJoin('tenant as t', 't.id', 'p.tenant_id')
    .where(within(db, 'p', null))
    .where((eb) =>
      eb.or([
        eb('p.continues_after', 'is', null),
        eb.not(
          eb.exists(
            eb
              .selectFrom('ledger_proof as later')
              .whereRef('later.tenant_id', '=', 'p.tenant_id')
              .whereRef('later.id', '>', 'p.id'),
          ),
        ),
      ]),
    )

export function listProofRows(db: Db, page: Part) {
  return proofsOf(db)
    .selectAll('p')
    .select('t.name as tenantName')
    .orderBy('p.id', 'desc')
    .limit(page.limit)
    .offset(page.offset)
    .execute()
}

export function countProofs(db: Db): Promise<number> {
  return countRows(proofsOf(db))
}

/** Events in the order of their ids, from `after` until `before`, with their payments. */
export function listProvedEvents(db: Db, after: string, before: string, limit: number) {
  return db
    .selectFrom('payment_event')
    .select(['id', 'payment_id as paymentId'])
    .where(within(db, 'payment_event'))
    .where('id', '>', after)
    .where('id', '<', before)
    .orderBy('id')
    .limit(limit)
    .execute()
}

/** Where a payment and its records say something else than the ledger; one statement, so one moment. */
export async function listLedgerDifferences(
  db: Db,
  ids: readonly string[],
): Promise<{ check: string; paymentId: string; expected: bigint; found: bigint }[]> {
  const { rows } = await sql<{ check: string; paymentId: string; expected: bigint; found: bigint }>`
    select c.name as "check", p.id as "paymentId", c.expected, c.found
    from payment p
    left join lateral (
      select coalesce(sum(amount_minor) filter (where account in ('acquirer_receivable', 'bank', 'cash', 'suspense')), 0) as money,
        coalesce(sum(amount_minor) filter (where account = 'authorised'), 0) as authorised,
        coalesce(-sum(amount_minor) filter (where account = 'disputed_funds'), 0) as disputed,
        coalesce(-sum(amount_minor) filter (where account in ('payouts_in_transit', 'payouts_pending')), 0) as transit,
        coalesce(-sum(amount_minor) filter (where account = 'merchant_pending'), 0) as pending,
        coalesce(-sum(amount_minor) filter (where account = 'merchant_reserve'), 0) as reserve,
        coalesce(-sum(amount_minor) filter (where account = 'fee_income'), 0) as fees
      from ledger_entry e where e.tenant_id = p.tenant_id and e.payment_id = p.id
    ) l on true
    left join lateral (
      select coalesce(sum(amount_minor) filter (where kind = 'refund' and money_place = 'merchant' and state = 'succeeded'), 0) as by_merchant,
        coalesce(sum(amount_minor) filter (where kind = 'payout' and state = 'succeeded'), 0) as paid,
        coalesce(sum(amount_minor + coalesce(fee_minor, 0))
          filter (where kind = 'payout' and state in ('held', 'requested', 'unknown', 'waiting')), 0) as transit
      from payment_operation o where o.tenant_id = p.tenant_id and o.payment_id = p.id
    ) o on true
    left join lateral (
      select coalesce(sum(amount_minor) filter (where state in ('opened', 'answered', 'under_review')), 0) as held,
        coalesce(sum(lost_minor) filter (where state in ('won', 'lost', 'accepted')), 0) as lost
      from dispute d where d.tenant_id = p.tenant_id and d.payment_id = p.id
    ) d on true
    left join lateral (
      select coalesce(sum(amount_minor), 0) as sum from payment_fee f where f.tenant_id = p.tenant_id and f.payment_id = p.id
    ) f on true
    left join lateral (
      select coalesce(sum(amount_minor) filter (where account = 'merchant_pending'), 0) as pending,
        coalesce(sum(amount_minor) filter (where account = 'merchant_reserve'), 0) as reserve
      from maturity m where m.tenant_id = p.tenant_id and m.payment_id = p.id
    ) m on true
    cross join lateral (values
      ('money', p.captured_minor - p.refunded_minor + o.by_merchant - d.lost - o.paid, l.money),
      ('authorised', p.authorised_minor - p.captured_minor - p.voided_minor, l.authorised),
      ('disputes', d.held, l.disputed),
      ('payouts', o.transit, l.transit),
      ('fees', f.sum, l.fees),
      ('pending', m.pending, l.pending),
      ('reserve', m.reserve, l.reserve)
    ) as c (name, expected, found)
    where ${withinPayments(db, 'p')} and p.id = any (${ids}::uuid[]) and c.expected <> c.found
    order by p.id, c.name`.execute(db)
  return rows.map((row) => ({
    ...row,
    expected: BigInt(row.expected),
    found: BigInt(row.found),
  }))
}

/**
 * Where what is left of transfers, and their returns, say something else than the ledger: by currency, over everything, as
 * few entries are on these accounts.
 */
export async function listSuspenseDifferences(db: Db) {
  const { rows } = await sql<{ what: string; expected: bigint; found: bigint }>`
    with expected as (
      select 'suspense' as account, currency,
        -sum(amount_minor - sign(amount_minor) * case when amount_minor > 0 then cleared.counted else cleared.booked end) as amount
      from bank_order_item i
      left join lateral (
        select coalesce(sum(amount_minor) filter (where c.state in ('posted', 'in_transit', 'paid')), 0) as counted,
          coalesce(sum(amount_minor) filter (where c.kind in ('booked', 'explained')), 0) as booked
        from suspense_clearing c where c.tenant_id = i.tenant_id and c.bank_order_item_id = i.id
      ) cleared on true
      where ${within(db, 'i')} and i.state = 'unmatched' group by currency
      union all
      select 'returns_in_transit', currency, -sum(amount_minor) from suspense_clearing r
      where ${within(db, 'r')} and state = 'in_transit' group by currency
    ), posted as (
      select account, currency, sum(amount_minor) as amount from ledger_entry e
      where ${within(db, 'e')} and account in ('suspense', 'returns_in_transit') group by account, currency
    )
    select account || ' ' || currency as what, coalesce(x.amount, 0)::bigint as expected,
      coalesce(p.amount, 0)::bigint as found
    from expected x full join posted p using (account, currency)
    where coalesce(x.amount, 0) <> coalesce(p.amount, 0)
    union all
    select i.id::text, sum(c.amount_minor)::bigint, i.cleared_minor
    from bank_order_item i
    join suspense_clearing c on c.tenant_id = i.tenant_id and c.bank_order_item_id = i.id and c.state <> 'taken_back'
    where ${within(db, 'i')} group by i.tenant_id, i.id having sum(c.amount_minor) <> i.cleared_minor`.execute(
    db,
  )
  return rows
}

/** The business days of payments. */
export async function listBusinessDays(db: Db, ids: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('payment')
    .select(sql<string>`business_day::text`.as('day'))
    .distinct()
    .where(withinPayments(db, 'payment'))
    .where('id', 'in', [...ids])
    .execute()
  return rows.map(({ day }) => day)
}

export interface RollupDifference {
  readonly what: string
  readonly expected: string
  readonly found: string
}

/** A day of all merchants, or a month of one. */
export interface RollupCell {
  readonly grain: 'day' | 'month'
  readonly first: string
  readonly last: string
  readonly merchantId?: string
}

/** Some days and some months of merchants that one of the tables has sums of, at random. */
export async function sampleRollupCells(
  db: Db,
  table: 'payment_rollup' | 'value_rollup' | 'dimension_rollup',
  count: number,
): Promise<RollupCell[]> {
  const { rows } = await sql<{
    grain: 'day' | 'month'
    first: string
    last: string
    merchantId: string | null
  }>`
    (select 'day' as grain, day::text as first, day::text as last, null as "merchantId"
      from (select distinct r.day from ${sql.table(table)} as r where ${withinPayments(db, 'r')} and r.grain = 'day') as days
      order by random() limit ${count})
    union all
    (select 'month', day::text, (day + interval '1 month' - interval '1 day')::date::text, merchant_id::text
      from (select distinct r.day, r.merchant_id from ${sql.table(table)} as r where ${withinPayments(db, 'r')}
        and r.grain = 'month' and r.merchant_id <> '00000000-0000-0000-0000-000000000000') as months
      order by random() limit ${count})`.execute(db)
  return rows.map(({ merchantId, ...cell }) =>
    merchantId === null ? cell : { ...cell, merchantId },
  )
}

const comparedFigures = [
  ...['payments', 'amount', 'captured', 'refunded', 'first_approved', 'first_declined'],
  ...['first_declined_minor', 'answered', 'answer_ms'],
]

const figuresOf = (table: string) =>
  sql.join(comparedFigures.map((one) => sql.ref(`${table}.${one}`)))

/** Where the sums of all merchants on a day are not those of each added up. */
export async function listTotalDifferences(
  db: Db,
  { grain, first }: RollupCell,
): Promise<RollupDifference[]> {
  const { rows } = await sql<RollupDifference>`
    with sums as (
      select r.merchant_id = '00000000-0000-0000-0000-000000000000' as is_all, r.mode, r.method, r.provider, r.currency,
        r.status, sum(r.payments) as payments, sum(r.amount_minor) as amount, sum(r.captured_minor) as captured,
        sum(r.refunded_minor) as refunded, sum(r.first_approved) as first_approved, sum(r.first_declined) as first_declined,
        sum(r.first_declined_minor) as first_declined_minor, sum(r.answered) as answered, sum(r.answer_ms) as answer_ms
      from payment_rollup as r where ${withinPayments(db, 'r')} and r.grain = ${grain} and r.day = ${first}::date
      group by 1, 2, 3, 4, 5, 6 having sum(r.payments) <> 0 or sum(r.amount_minor) <> 0
    )
    select concat_ws(' ', ${first}::text, currency, method, provider, status) as what,
      concat_ws(' / ', ${figuresOf('e')}) as expected,
      concat_ws(' / ', ${figuresOf('a')}) as found
    from (select * from sums where not is_all) as e
    full join (select * from sums where is_all) as a using (mode, method, provider, currency, status)
    where (${figuresOf('a')}) is distinct from (${figuresOf('e')})
    limit 100`.execute(db)
  return rows
}

/** Where a day's sums are not those of its payments; `from` and `to` are ids around its payments. */
export async function listRollupDifferences(
  db: Db,
  { grain, first, last, merchantId }: RollupCell,
): Promise<RollupDifference[]> {
  const of = (table: string) =>
    merchantId === undefined
      ? sql`true`
      : sql`${sql.ref(`${table}.merchant_id`)} = ${merchantId}::uuid`
  // a payment is of its day in its tenant's time zone, which is at most a day away from that in London
  const from = firstIdAt(new Date(Date.parse(first) - dayMs))
  const to = firstIdAt(new Date(Date.parse(last) + 2 * dayMs))
  const { rows } = await sql<RollupDifference>`
    with kept as (
      select merchant_id, mode, method, provider, currency, status, sum(payments) as payments, sum(amount_minor) as amount,
        sum(captured_minor) as captured, sum(refunded_minor) as refunded, coalesce(sum(first_approved), 0) as first_approved,
        coalesce(sum(first_declined), 0) as first_declined, coalesce(sum(first_declined_minor), 0) as first_declined_minor,
        coalesce(sum(answered), 0) as answered, coalesce(sum(answer_ms), 0) as answer_ms
      from (
        select merchant_id, mode, method, provider, currency, status, payments, amount_minor, captured_minor, refunded_minor,
          first_approved, first_declined, first_declined_minor, answered, answer_ms
        from payment_rollup r where ${withinPayments(db, 'r')} and grain = ${grain} and day = ${first}::date
          and ${of('r')} and merchant_id <> '00000000-0000-0000-0000-000000000000'
        union all
        select merchant_id, mode, method, provider, currency, status, payments, amount_minor, captured_minor, refunded_minor,
          first_approved, first_declined, first_declined_minor, answered, answer_ms
        from payment_rollup_delta w where ${withinPayments(db, 'w')} and ${of('w')}
          and day between ${first}::date and ${last}::date
      ) as both_parts group by 1, 2, 3, 4, 5, 6 having sum(payments) <> 0 or sum(amount_minor) <> 0
    ), counted as (
      select merchant_id, mode, method, coalesce(provider, '') as provider, currency, status, count(*) as payments,
        sum(amount_minor) as amount, sum(captured_minor) as captured, sum(refunded_minor) as refunded,
        count(*) filter (where first_try = 'approved') as first_approved,
        count(*) filter (where first_try = 'declined') as first_declined,
        coalesce(sum(amount_minor) filter (where first_try = 'declined'), 0) as first_declined_minor,
        count(answer_ms) as answered, coalesce(sum(answer_ms), 0) as answer_ms
      from payment p where ${withinPayments(db, 'p')} and p.id >= ${from} and p.id < ${to}
        and ${of('p')} and p.business_day between ${first}::date and ${last}::date
      group by 1, 2, 3, 4, 5, 6
    )
    select concat_ws(' ', ${grain === 'day' ? first : first.slice(0, 7)}::text, currency, method, provider, status) as what,
      concat_ws(' / ', ${figuresOf('c')}) as expected,
      concat_ws(' / ', ${figuresOf('k')}) as found
    from kept k full join counted c using (merchant_id, mode, method, provider, currency, status)
    where (${figuresOf('k')}) is distinct from (${figuresOf('c')})
    limit 100`.execute(db)
  return rows
}

/** What an acquirer's books can be compared with: nothing of it is open, and it was last changed before an instant. */
export async function listComparable(db: Db, ids: readonly string[], before: Date) {
  const { rows } = await sql<{
    paymentId: string
    provider: string
    captured: bigint
    refunded: bigint
    references: string[]
  }>`
    select p.id as "paymentId", p.provider, p.captured_minor as captured,
      (p.refunded_minor - (select coalesce(sum(o.amount_minor), 0) from payment_operation o
        where o.tenant_id = p.tenant_id and o.payment_id = p.id and o.kind = 'refund' and o.state = 'succeeded'
          and o.money_place is not null))::bigint as refunded,
      array_agg(a.id) as "references"
    from payment p
    join payment_operation auth on auth.tenant_id = p.tenant_id and auth.payment_id = p.id and auth.kind = 'authorise'
      and auth.money_place is null
    join payment_attempt a on a.tenant_id = auth.tenant_id and a.operation_id = auth.id and a.provider = p.provider
      and a.state = 'approved' and a.acquirer_reference is not null
      -- implied by its operation; without it every attempt of the tenant is read
      and a.payment_id = p.id
    where ${withinPayments(db, 'p')} and p.id = any (${ids}::uuid[]) and p.updated_at < ${before}
      and p.acquirer_reference is not null
      and not exists (select from payment_operation o where o.tenant_id = p.tenant_id and o.payment_id = p.id
        and o.state in ('requested', 'unknown', 'waiting'))
      and not exists (select from payment_attempt c where c.tenant_id = p.tenant_id and c.payment_id = p.id
        and c.cancel_state = 'requested')
    group by p.tenant_id, p.id`.execute(db)
  return rows
}
