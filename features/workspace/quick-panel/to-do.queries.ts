import type { Mode } from '@counterfoil/kit/contract/fields.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import { within, withinPayments } from '@counterfoil/kit/database/within.ts'
import { sql } from 'kysely'

/** How many there are, when the first is due, and which one that is. */
export interface Waiting {
  readonly count: number
  readonly due_at: Date | null
  readonly record_id: string | null
  readonly record_name?: string
}

const counted = sql<number>`count(*)::integer`
const none = sql<null>`null`

/** The user's own open tasks that are due by the day, as `2026-11-23`. */
export function countTasks(db: Db, userId: string, day: string): Promise<Waiting> {
  return db
    .selectFrom('sales_task as t')
    .select([counted.as('count'), none.as('due_at'), none.as('record_id')])
    .where(within(db, 't'))
    .where('t.assignee_id', '=', userId)
    .where('t.done_at', 'is', null)
    .where('t.is_active', '=', true)
    .where(sql<boolean>`t.due_on <= ${day}::date`)
    .executeTakeFirstOrThrow()
}

/** The most merchants whose documents are listed one by one. */
const maxMerchants = 200

/** Documents to review of each merchant, the one that has waited longest first. */
export function countDocumentsToReview(db: Db): Promise<Waiting[]> {
  return (
    db
      .selectFrom('merchant_document as d')
      .innerJoin('merchant as m', (join) =>
        join.onRef('m.tenant_id', '=', 'd.tenant_id').onRef('m.id', '=', 'd.merchant_id'),
      )
      .select([
        counted.as('count'),
        none.as('due_at'),
        'm.id as record_id',
        'm.legal_business_name as record_name',
      ])
      .where(within(db, 'd'))
      .where('d.state', '=', sql.lit('waiting'))
      // one that is in boarding is not active yet
      .where('m.merchant_status', '!=', 'Closed')
      .groupBy(['m.tenant_id', 'm.id', 'm.legal_business_name'])
      .orderBy(sql`min(d.updated_at)`)
      .orderBy('m.id')
      .limit(maxMerchants)
      .execute()
  )
}

/** Sent proposals or agreements that can still be answered. */
export function countOffers(db: Db, kind: 'proposal' | 'agreement', now: Date): Promise<Waiting> {
  return db
    .selectFrom('offer as o')
    .select([
      counted.as('count'),
      sql<Date | null>`min(o.expires_at)`.as('due_at'),
      sql<string | null>`(array_agg(o.id order by o.expires_at, o.id))[1]`.as('record_id'),
    ])
    .where(within(db, 'o'))
    .where('o.kind', '=', kind)
    .where('o.status', '=', 'pending')
    .where(sql<boolean>`(o.expires_at is null or o.expires_at > ${now})`)
    .executeTakeFirstOrThrow()
}

/** Payments that wait for a decision. */
export function countPayments(db: Db, mode: Mode): Promise<Waiting> {
  return db
    .selectFrom('payment as p')
    .select([counted.as('count'), none.as('due_at'), none.as('record_id')])
    .where(withinPayments(db, 'p'))
    .where('p.mode', '=', mode)
    .where('p.status', '=', sql.lit('waiting_for_approval'))
    .executeTakeFirstOrThrow()
}

/** Actions of this side that wait for confirmation by others, and when the first expires. */
export function countConfirmations(
  db: Db,
  mode: Mode,
  side: 'operator' | 'merchant',
  userId: string,
): Promise<Waiting> {
  return (
    db
      .selectFrom('waiting_action as w')
      // a return of a transfer is of no payment, and for those who see all of them
      .leftJoin('payment as p', (join) =>
        join.onRef('p.tenant_id', '=', 'w.tenant_id').onRef('p.id', '=', 'w.payment_id'),
      )
      .select([
        counted.as('count'),
        sql<Date | null>`min(w.expires_at)`.as('due_at'),
        none.as('record_id'),
      ])
      .where(within(db, 'w'))
      .where((eb) =>
        db.scope.kind === 'tenant' && db.scope.payments !== undefined
          ? withinPayments(db, 'p')
          : eb.or([eb('w.payment_id', 'is', null), withinPayments(db, 'p')]),
      )
      .where('w.mode', '=', mode)
      .where('w.side', '=', side)
      .where('w.state', '=', sql.lit('waiting'))
      .where('w.maker_id', '!=', userId)
      .executeTakeFirstOrThrow()
  )
}

/** Payouts of others that wait for approval, each on its payment. */
export function countPayouts(db: Db, mode: Mode, userId: string): Promise<Waiting> {
  return db
    .selectFrom('payment_operation as o')
    .innerJoin('payment as p', (join) =>
      join.onRef('p.tenant_id', '=', 'o.tenant_id').onRef('p.id', '=', 'o.payment_id'),
    )
    .select([counted.as('count'), none.as('due_at'), none.as('record_id')])
    .where(within(db, 'o'))
    .where(withinPayments(db, 'p'))
    .where('o.state', '=', sql.lit('held'))
    .where((eb) => eb.or([eb('o.actor_id', 'is', null), eb('o.actor_id', '!=', userId)]))
    .where('p.mode', '=', mode)
    .executeTakeFirstOrThrow()
}

/** Payouts to beneficiaries that others requested, one by one, as a file or as recurring ones, and that wait for approval. */
export async function countBeneficiaryPayouts(
  db: Db,
  mode: Mode,
  userId: string,
): Promise<Waiting> {
  const waiting = sql.lit('waiting_for_approval')
  const parts = await Promise.all([
    db
      .selectFrom('payout_order as o')
      .select([counted.as('count'), sql<Date | null>`min(o.expires_at)`.as('due_at')])
      .where(within(db, 'o'))
      .where('o.mode', '=', mode)
      .where('o.state', '=', waiting)
      // a file is decided on as a whole
      .where('o.batch_id', 'is', null)
      .where('o.maker_id', '!=', userId)
      .executeTakeFirstOrThrow(),
    db
      .selectFrom('payout_batch as b')
      .select([counted.as('count'), sql<Date | null>`min(b.expires_at)`.as('due_at')])
      .where(within(db, 'b'))
      .where('b.mode', '=', mode)
      .where('b.state', '=', waiting)
      .where('b.maker_id', '!=', userId)
      .executeTakeFirstOrThrow(),
    db
      .selectFrom('recurring_payout as r')
      .select([counted.as('count'), sql<Date | null>`min(r.expires_at)`.as('due_at')])
      .where(within(db, 'r'))
      .where('r.mode', '=', mode)
      .where('r.state', '=', waiting)
      .where('r.maker_id', '!=', userId)
      .executeTakeFirstOrThrow(),
  ])
  const [first] = parts.flatMap(({ due_at }) => due_at ?? []).toSorted((a, b) => +a - +b)
  return {
    count: parts.reduce((sum, { count }) => sum + count, 0),
    due_at: first ?? null,
    record_id: null,
  }
}

/** Disputes to answer, late ones too: the acquirer decides when they end. The record is the payment of the one that is due first. */
export function countDisputes(db: Db, mode: Mode): Promise<Waiting> {
  return db
    .selectFrom('dispute as d')
    .innerJoin('payment as p', (join) =>
      join.onRef('p.tenant_id', '=', 'd.tenant_id').onRef('p.id', '=', 'd.payment_id'),
    )
    .select([
      counted.as('count'),
      sql<Date | null>`min(d.respond_by)`.as('due_at'),
      sql<string | null>`(array_agg(d.payment_id order by d.respond_by))[1]`.as('record_id'),
    ])
    .where(within(db, 'd'))
    .where(withinPayments(db, 'p'))
    .where('d.state', '=', sql.lit('opened'))
    .where('p.mode', '=', mode)
    .executeTakeFirstOrThrow()
}

/** Tickets whose answer or end is due by a time, of an agent or of nobody yet. */
export function countDueTickets(
  db: Db,
  of: { readonly channel: string; readonly userId: string; readonly before: Date },
): Promise<Waiting> {
  return db
    .selectFrom('support_ticket as t')
    .select([
      counted.as('count'),
      sql<Date | null>`min(t.due_at)`.as('due_at'),
      none.as('record_id'),
    ])
    .where(within(db, 't'))
    .where('t.channel', '=', of.channel)
    .where('t.state', '=', sql.lit('Opened'))
    .where('t.waiting_on', '=', sql.lit('agent'))
    .where('t.due_at', '<=', of.before)
    .where((eb) => eb.or([eb('t.assignee_id', 'is', null), eb('t.assignee_id', '=', of.userId)]))
    .executeTakeFirstOrThrow()
}

/** Tickets of the reader's own organisation that wait for its answer. */
export function countAskedTickets(db: Db, channel: string): Promise<Waiting> {
  return (
    db
      .selectFrom('support_ticket as t')
      .select([counted.as('count'), none.as('due_at'), none.as('record_id')])
      .where(within(db, 't'))
      .where('t.channel', '=', channel)
      // only open tickets wait; the condition lets the index of open tickets serve
      .where('t.state', '=', sql.lit('Opened'))
      .where('t.waiting_on', '=', sql.lit('requester'))
      .executeTakeFirstOrThrow()
  )
}
