import type { Db } from '@counterfoil/kit/database/database.ts'
import { within, withinPayments } from '@counterfoil/kit/database/within.ts'
import { type RawBuilder, sql } from 'kysely'
import type { BalancePart, BalanceRow } from './balances.contract.ts'

/** The most rows that are listed. */
const maxRows = 200

interface Owner {
  readonly tenantId: string
  readonly merchantId: string
  readonly mode: number
  readonly currency: string
}

export interface BalanceRows {
  readonly rows: readonly (Omit<BalanceRow, 'amount'> & { readonly amountMinor: bigint })[]
  readonly count: number
  readonly amountMinor: bigint
  /** When all of it becomes available. */
  readonly on: string | null
}

/**
 * What is set aside for payouts that wait or are on their way: to beneficiaries, and to those who paid. Each kind of state has
 * an index of what is open; together they would be looked for among all that there ever was.
 */
const payoutRows = (db: Db, of: Owner) => sql`
  ${payoutOrderRows(db, of, sql`o.state = 'waiting_for_approval'`)}
  union all
  ${payoutOrderRows(db, of, sql`o.state in ('approved', 'sent')`)}
  union all
  select p.id::text, 'payout', p.id, coalesce(p.external_id, p.id::text), -sum(e.amount_minor)::bigint, null
  from payment as p
  join ledger_entry as e on e.tenant_id = p.tenant_id and e.payment_id = p.id and e.account = 'payouts_in_transit'
  where ${withinPayments(db, 'p')} and ${within(db, 'e')} and ${isOf(of, 'p')} and p.mode = ${of.mode}::smallint
    and (p.tenant_id, p.id) in (
      ${paidOut(db, of, sql`o.state = 'held'`)}
      union ${paidOut(db, of, sql`o.state in ('requested', 'unknown', 'waiting')`)})
  group by p.tenant_id, p.id, p.external_id
  having sum(e.amount_minor) <> 0`

const payoutOrderRows = (db: Db, of: Owner, isOpen: RawBuilder<unknown>) => sql`
  select o.id::text as id, 'payoutOrder' as kind, null::uuid as "paymentId", o.payee_name as name,
    o.amount_minor + o.fee_minor as "amountMinor", null::text as "dueOn"
  from payout_order as o
  where ${within(db, 'o')} and ${isOf(of, 'o')} and o.mode = ${of.mode}::smallint and ${isOpen}`

const paidOut = (db: Db, of: Owner, isOpen: RawBuilder<unknown>) => sql`
  select o.tenant_id, o.payment_id from payment_operation as o
  where ${within(db, 'o')} and ${isOf(of, 'o')} and o.kind = 'payout' and ${isOpen}`

/** What becomes available next: of each payment what was captured, or what was kept in case of disputes. */
const maturityRows = (db: Db, of: Owner) => sql`
  select m.id::text as id, case m.account when 'merchant_reserve' then 'reserve' else 'settlement' end as kind,
    m.payment_id as "paymentId", coalesce(p.external_id, p.id::text) as name,
    m.amount_minor as "amountMinor", m.due_on::text as "dueOn"
  from maturity as m
  join payment as p on p.tenant_id = m.tenant_id and p.id = m.payment_id and ${withinPayments(db, 'p')}
  where ${within(db, 'm')} and ${isOf(of, 'm')} and m.mode = ${of.mode}::smallint
    and m.matured_at is null and m.amount_minor > 0 and m.due_on = (
      select min(n.due_on) from maturity as n
      where ${within(db, 'n')} and ${isOf(of, 'n')} and n.mode = ${of.mode}::smallint
        and n.matured_at is null and n.amount_minor > 0)`

const isOf = ({ tenantId, merchantId, currency }: Owner, table: string) =>
  sql`${sql.ref(`${table}.tenant_id`)} = ${tenantId} and ${sql.ref(`${table}.merchant_id`)} = ${merchantId}
    and ${sql.ref(`${table}.currency`)} = ${currency}`

const rowsOf: Readonly<Record<BalancePart, (db: Db, of: Owner) => RawBuilder<unknown>>> = {
  payoutsPending: payoutRows,
  next: maturityRows,
}

/** What a part of a balance is the sum of, the biggest first. */
export async function listBalanceRows(db: Db, part: BalancePart, of: Owner): Promise<BalanceRows> {
  type Row = BalanceRows['rows'][number] & {
    readonly dueOn: string | null
    readonly count: number
    readonly sum: bigint
  }
  const { rows } = await sql<Row>`
    select r.*, (count(*) over ())::integer as count, (sum(r."amountMinor") over ())::bigint as sum
    from (${rowsOf[part](db, of)}) as r
    order by r."amountMinor" desc, r.id limit ${maxRows}`.execute(db)
  const [first] = rows
  return {
    rows: rows.map(({ id, kind, paymentId, name, amountMinor }) => ({
      ...{ id, kind, paymentId, name, amountMinor },
    })),
    count: first?.count ?? 0,
    amountMinor: first?.sum ?? 0n,
    on: first?.dueOn ?? null,
  }
}
