import type { Db } from '@counterfoil/kit/database/database.ts'
import { firstIdAt } from '@counterfoil/kit/database/ids.ts'
import { within, withinPayments } from '@counterfoil/kit/database/within.ts'
import { type RawBuilder, sql } from 'kysely'
import { givenBack } from './details.contract.ts'

/** The owner of a payment, and the names for its page. */
export interface PaymentHeader {
  readonly id: string
  readonly tenant_id: string
  readonly merchant_id: string
  readonly mode: number
  readonly currency: string
  readonly external_id: string | null
  readonly tenant_name: string
  readonly merchant_name: string
  readonly mid_code: string | null
  readonly website_name: string | null
  readonly link_id: string | null
  readonly card_token: string | null
  readonly hold_reason: string | null
}

/** Undefined if the caller does not see it. */
export function findHeader(db: Db, id: string): Promise<PaymentHeader | undefined> {
  return db
    .selectFrom('payment as p')
    .innerJoin('tenant as t', 't.id', 'p.tenant_id')
    .innerJoin('merchant as m', (join) =>
      join.onRef('m.tenant_id', '=', 'p.tenant_id').onRef('m.id', '=', 'p.merchant_id'),
    )
    .leftJoin('mid', (join) =>
      join.onRef('mid.tenant_id', '=', 'p.tenant_id').onRef('mid.id', '=', 'p.mid_id'),
    )
    .leftJoin('website', (join) =>
      join.onRef('website.tenant_id', '=', 'p.tenant_id').onRef('website.id', '=', 'p.website_id'),
    )
    .select([
      'p.id',
      'p.tenant_id',
      'p.merchant_id',
      'p.mode',
      'p.currency',
      'p.external_id',
      't.name as tenant_name',
      'm.legal_business_name as merchant_name',
      'mid.mid_code',
      'website.name as website_name',
      sql<string | null>`case p.channel when 'payment_link' then p.page_id end`.as('link_id'),
      'p.card_token',
      'p.hold_reason',
    ])
    .where(withinPayments(db, 'p'))
    .where('p.id', '=', id)
    .executeTakeFirst()
}

/** The rows of `table` of a payment. The tenant is named too, so that reads across tenants use the index. */
function ofPayment(db: Db, table: string, payment: PaymentHeader): RawBuilder<unknown> {
  const column = (name: string) => sql.ref(`${table}.${name}`)
  return sql`${within(db, table)} and ${column('tenant_id')} = ${payment.tenant_id}::uuid
    and ${column('payment_id')} = ${payment.id}::uuid`
}

/** Payments that took money, also where it was given back since: then the other one is not to be given back as well. */
const taken = [
  ...['partially_reserved', 'reserved', 'partially_captured', 'captured', 'partially_refunded'],
  ...['pending', 'waiting_for_approval', ...givenBack],
]

/** How far apart two payments of one intent usually are. */
const duplicateWithinMs = 15 * 60_000
const maxDuplicates = 5

export const mayBeDouble = (status: string): boolean => taken.includes(status)

/**
 * Payments of the same card, amount and merchant within minutes, the nearest in time first: that one is most likely the
 * same charge. A payment's id begins with its time.
 */
export async function listDuplicates(
  db: Db,
  payment: PaymentHeader,
  { amountMinor, createdAt }: { amountMinor: number; createdAt: Date },
) {
  if (payment.card_token === null) return []
  const idAt = (afterMs: number) => firstIdAt(new Date(createdAt.getTime() + afterMs))
  return db
    .selectFrom('payment as p')
    .select(['p.id', 'p.external_id', 'p.status', 'p.created_at'])
    .where(withinPayments(db, 'p'))
    .where('p.tenant_id', '=', payment.tenant_id)
    .where('p.merchant_id', '=', payment.merchant_id)
    .where('p.mode', '=', payment.mode)
    .where('p.id', '>=', idAt(-duplicateWithinMs))
    .where('p.id', '<', idAt(duplicateWithinMs))
    .where('p.id', '<>', payment.id)
    .where('p.card_token', '=', payment.card_token)
    .where('p.amount_minor', '=', BigInt(amountMinor))
    .where('p.currency', '=', payment.currency)
    .where('p.status', 'in', taken)
    .orderBy(sql`abs(extract(epoch from p.created_at - ${createdAt}))`)
    .orderBy('p.id')
    .limit(maxDuplicates)
    .execute()
}

export interface EventRow {
  readonly id: string
  readonly payment_id: string
  readonly type: string
  readonly from_status: string | null
  readonly to_status: string
  readonly amount_minor: bigint | null
  readonly currency: string
  readonly actor_type: string
  readonly actor_name: string | null
  readonly cause: string | null
  readonly cause_code: string | null
  readonly cause_values: unknown
  readonly operation_id: string | null
  readonly created_at: Date
}

// Row-level security hides the tenant's staff from merchants, so their names are null there.
const eventColumns = sql`
  e.id, e.payment_id, e.type, e.from_status, e.to_status, e.amount_minor, p.currency, e.actor_type, e.cause, e.cause_code, e.cause_values,
  e.operation_id, e.created_at, coalesce(trim(u.first_name || ' ' || u.last_name), k.name) as actor_name
  from payment_event as e
  join payment as p on p.tenant_id = e.tenant_id and p.id = e.payment_id
  left join app_user as u on u.tenant_id = e.tenant_id and u.id::text = e.actor_id
  left join api_key as k on k.tenant_id = e.tenant_id and k.id::text = e.actor_id`

export async function listEvents(
  db: Db,
  payment: PaymentHeader,
  page: { limit: number; offset: number },
): Promise<EventRow[]> {
  const { rows } = await sql<EventRow>`
    select ${eventColumns} where ${ofPayment(db, 'e', payment)}
    order by e.id desc limit ${page.limit} offset ${page.offset}`.execute(db)
  return rows
}

export async function findEvent(db: Db, id: string): Promise<EventRow | undefined> {
  const { rows } = await sql<EventRow>`
    select ${eventColumns} where ${within(db, 'e')} and ${withinPayments(db, 'p')} and e.id = ${id}::uuid`.execute(
    db,
  )
  return rows[0]
}

export async function countOf(
  db: Db,
  table: 'payment_event' | 'payment_fee',
  payment: PaymentHeader,
): Promise<number> {
  const { rows } = await sql<{ count: bigint }>`
    select count(*) as count from ${sql.table(table)} where ${ofPayment(db, table, payment)}`.execute(
    db,
  )
  return Number(rows[0]?.count ?? 0n)
}

export interface RelatedRow {
  readonly id: string
  readonly payment_id: string
  readonly relation: string
  readonly state: string
  readonly amount_minor: bigint
  readonly currency: string
  readonly reason: string | null
  readonly acquirer_reference: string | null
  readonly method: string | null
  readonly created_at: Date
  readonly finished_at: Date | null
}

const operationColumns = sql`o.id, o.payment_id, o.kind as relation, o.state, o.amount_minor, o.currency,
  coalesce(o.reason, o.decline_reason) as reason, o.acquirer_reference, null as method, o.created_at, o.finished_at
  from payment_operation as o`
const disputeColumns = sql`d.id, d.payment_id, 'dispute', d.state, d.amount_minor, d.currency, d.reason, null, null,
  d.opened_at, d.closed_at from dispute as d`
const paymentColumns = sql`p.id, p.id, 'same_order', p.status, p.amount_minor, p.currency, p.decline_reason,
  p.acquirer_reference, p.method, p.created_at, null::timestamptz from payment as p`

/** The payout of a payment that waits for approval; there is at most one. */
export async function findWaitingPayout(db: Db, payment: PaymentHeader) {
  const { rows } = await sql<{
    id: string
    amount_minor: bigint
    reason: string | null
    actor_id: string | null
    actor_name: string | null
    created_at: Date
  }>`
    select o.id, o.amount_minor, o.reason, o.actor_id, trim(u.first_name || ' ' || u.last_name) as actor_name, o.created_at
    from payment_operation as o
    left join app_user as u on u.tenant_id = o.tenant_id and u.id::text = o.actor_id
    where ${ofPayment(db, 'o', payment)} and o.state = 'held'`.execute(db)
  return rows[0]
}

/** The most other payments of one order that are shown. */
const maxOrderPayments = 50

export async function listRelated(db: Db, payment: PaymentHeader): Promise<RelatedRow[]> {
  const { rows } = await sql<RelatedRow>`
    select ${operationColumns} where ${ofPayment(db, 'o', payment)}
    union all select ${disputeColumns} where ${ofPayment(db, 'd', payment)}
    union all (select ${paymentColumns}
      where ${withinPayments(db, 'p')} and p.tenant_id = ${payment.tenant_id}::uuid
        and p.external_id = ${payment.external_id} and p.merchant_id = ${payment.merchant_id}::uuid
        and p.mode = ${payment.mode} and p.id <> ${payment.id}::uuid
      order by p.id desc limit ${maxOrderPayments})
    order by created_at desc, id desc`.execute(db)
  return rows
}

export async function findRelated(db: Db, id: string): Promise<RelatedRow | undefined> {
  const { rows } = await sql<RelatedRow>`
    select ${operationColumns} where ${within(db, 'o')} and o.id = ${id}::uuid
    union all select ${disputeColumns} where ${within(db, 'd')} and d.id = ${id}::uuid
    union all select ${paymentColumns} where ${withinPayments(db, 'p')} and p.id = ${id}::uuid
    limit 1`.execute(db)
  return rows[0]
}

export interface AttemptRow {
  readonly id: string
  readonly operation_id: string
  readonly operation: string
  readonly sequence: number
  readonly provider: string
  readonly mid_code: string | null
  readonly state: string
  readonly decline_code: string | null
  readonly decline_reason: string | null
  readonly is_soft_decline: boolean | null
  readonly acquirer_reference: string | null
  readonly started_at: Date
  readonly finished_at: Date | null
}

export async function listAttempts(db: Db, payment: PaymentHeader): Promise<AttemptRow[]> {
  const { rows } = await sql<AttemptRow>`
    select a.id, a.operation_id, o.kind as operation, a.sequence, a.provider, mid.mid_code, a.state, a.decline_code,
      a.decline_reason, a.is_soft_decline, a.acquirer_reference, a.started_at, a.finished_at
    from payment_attempt as a
    join payment_operation as o on o.tenant_id = a.tenant_id and o.id = a.operation_id
    left join mid on mid.tenant_id = a.tenant_id and mid.id = a.mid_id
    where ${ofPayment(db, 'a', payment)} order by a.operation_id, a.sequence, a.id`.execute(db)
  return rows
}

/** Of one operation: by its id, or by that of one of its events. */
export async function listRoutings(db: Db, payment: PaymentHeader, partId?: string) {
  const ofOperation =
    partId === undefined
      ? sql`true`
      : sql`(o.id = ${partId}::uuid or o.id = (
          select e.operation_id from payment_event as e
          where ${ofPayment(db, 'e', payment)} and e.id = ${partId}::uuid))`
  const { rows } = await sql<{
    id: string
    kind: string
    created_at: Date
    routing: unknown
    routed_by: unknown
  }>`
    select o.id, o.kind, o.created_at, o.routing, o.routed_by from payment_operation as o
    where ${ofPayment(db, 'o', payment)} and o.routing is not null and ${ofOperation}
    order by o.id`.execute(db)
  return rows
}
