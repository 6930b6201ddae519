import { dayMs } from '@counterfoil/kit/contract/durations.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import { contains } from '@counterfoil/kit/database/folded-text.ts'
import { firstIdAt } from '@counterfoil/kit/database/ids.ts'
import { tenantOf } from '@counterfoil/kit/database/tenant-of.ts'
import { within, withinPayments } from '@counterfoil/kit/database/within.ts'
import { type SqlBool, sql } from 'kysely'
import { z } from 'zod'
import { bookedAmountOf, lateReturnOf } from './known-bookings.rules.ts'
import type { KnownBooking } from './suspense.schema.ts'

/** Live payouts with what statements have shown of them. */
const payouts = (db: Db) =>
  db
    .selectFrom('payout_order as o')
    .select([
      'o.id',
      'o.merchant_id as merchantId',
      'o.payee_name as payeeName',
      'o.end_to_end_id as endToEndId',
      'o.amount_minor as amountMinor',
      'o.currency',
      'o.state',
      sql<boolean>`o.submitted_at is not null`.as('wasSubmitted'),
      sql<
        bigint | null
      >`(select r.returned_minor from payout_recall r where r.tenant_id = o.tenant_id
        and r.payout_order_id = o.id and r.state = 'accepted' order by r.id desc limit 1)`.as(
        'returnedMinor',
      ),
      isBooked(false).as('isBooked'),
      isBooked(true).as('isReturnBooked'),
      sql<boolean>`o.next_check_at is not null`.as('isFollowed'),
    ])
    .where(within(db, 'o'))
    .where('o.mode', '=', sql.lit(2))

const isBooked = (isReturn: boolean) =>
  sql<boolean>`exists (select from bank_booking b where b.tenant_id = o.tenant_id and b.subject_id = o.id
    and b.is_return = ${sql.lit(isReturn)})`

/** Payouts that one of these names is of: their own id at the rail, or the rail's. */
export function listPayoutsNamed(db: Db, names: readonly string[]) {
  const all = sql`any (${[...names]}::text[])`
  return payouts(db)
    .where(sql<SqlBool>`(o.end_to_end_id = ${all} or o.rail_reference = ${all})`)
    .limit(10)
    .execute()
}

/** Bank refunds of Live payments, by hand: no acquirer has paid them. */
const refunds = (db: Db) =>
  db
    .selectFrom('payment_operation as o')
    .innerJoin('payment as p', (join) =>
      join.onRef('p.tenant_id', '=', 'o.tenant_id').onRef('p.id', '=', 'o.payment_id'),
    )
    .select([
      'o.id',
      'o.merchant_id as merchantId',
      'o.amount_minor as amountMinor',
      'o.currency',
      'o.created_at as createdAt',
      'o.payment_id as paymentId',
      'p.external_id as externalId',
    ])
    .where(within(db, 'o'))
    .where('o.kind', '=', 'refund')
    .where('o.state', '=', 'succeeded')
    .where('o.money_place', '=', 'bank')
    .where('p.mode', '=', sql.lit(2))
    .where(sql<SqlBool>`not ${isBooked(false)}`)

export interface FoundBooking {
  readonly merchantId: string
  readonly currency: string
  /** Undefined: no line of this direction is of it, or one was found before. */
  readonly amountMinor: bigint | undefined
  /** Of a payout that came back although its rail never reported a return. */
  readonly isLateReturn?: boolean
}

/** A payout or refund as the bank books it. */
export async function findBooking(
  db: Db,
  { subject, subjectId }: Pick<KnownBooking, 'subject' | 'subjectId'>,
  { direction, remainingMinor }: Pick<Line, 'direction' | 'remainingMinor'>,
): Promise<FoundBooking | undefined> {
  if (subject === 'payout') {
    const found = await payouts(db).where('o.id', '=', subjectId).executeTakeFirst()
    if (found === undefined) return undefined
    const amountMinor = bookedAmountOf(found, direction)
    const late = direction === 'in' ? lateReturnOf(found, remainingMinor) : undefined
    return { ...found, amountMinor: amountMinor ?? late, isLateReturn: late !== undefined }
  }
  const found = await refunds(db).where('o.id', '=', subjectId).executeTakeFirst()
  return found && { ...found, amountMinor: direction === 'out' ? found.amountMinor : undefined }
}

/** How long before the bank's booking a payout may have been asked for. */
const askedWithinMs = 120 * dayMs
const likeliest = 50

interface Line {
  readonly tenantId: string
  readonly currency: string
  readonly bookedOn: string
  readonly paymentId: string | null
  readonly direction: 'in' | 'out'
  readonly remainingMinor: bigint
}

/**
 * Payouts that a line can be, those of the same amount before the others. Of late returns all that are searched for, else
 * those of the same amount.
 */
export async function listPayoutChoices(db: Db, line: Line, searchKey: string | undefined) {
  const { remainingMinor, direction } = line
  const states =
    direction === 'out' ? ['approved', 'sent', 'paid', 'returned'] : ['returned', 'failed']
  const rows = await payouts(db)
    .where('o.tenant_id', '=', line.tenantId)
    .where('o.id', '>=', firstIdAt(new Date(Date.parse(line.bookedOn) - askedWithinMs)))
    .where('o.currency', '=', line.currency)
    .where((or) =>
      or.or([
        or('o.state', 'in', states),
        or.and([
          sql<SqlBool>`${sql.val(direction)} = 'in'`,
          sql<SqlBool>`o.state = 'paid' and o.next_check_at is null`,
          searchKey === undefined
            ? or('o.amount_minor', '=', remainingMinor)
            : or('o.amount_minor', '>=', remainingMinor),
        ]),
      ]),
    )
    .where(sql<SqlBool>`not ${isBooked(direction === 'in')}`)
    .$if(direction === 'out', (query) => query.where('o.amount_minor', '<=', remainingMinor))
    .$if(searchKey !== undefined, (query) =>
      query.where(
        sql<SqlBool>`(${contains(sql`o.payee_name`, searchKey)} or o.end_to_end_id = ${searchKey} or o.rail_reference = ${searchKey})`,
      ),
    )
    .orderBy(sql`o.amount_minor = ${remainingMinor}`, 'desc')
    .orderBy('o.id', 'desc')
    .limit(likeliest)
    .execute()
  return rows.flatMap((row) => {
    const late = direction === 'in' ? lateReturnOf(row, remainingMinor) : undefined
    const amountMinor = bookedAmountOf(row, direction) ?? late
    return amountMinor === undefined || amountMinor > remainingMinor
      ? []
      : [{ ...row, amountMinor }]
  })
}

/** Refunds that a line can be, of the payment that it quotes or that is searched for. */
export async function listRefundChoices(db: Db, line: Line, searchKey: string | undefined) {
  const key = searchKey ?? ''
  const named = [line.paymentId, z.uuid().safeParse(key).data].filter((id) => id != null)
  const ids = await db
    .selectFrom('payment as p')
    .select('p.id')
    .where(withinPayments(db, 'p'))
    .where('p.tenant_id', '=', line.tenantId)
    .where((or) =>
      or.or([
        or('p.external_id', '=', key),
        ...(named.length === 0 ? [] : [or('p.id', 'in', named)]),
      ]),
    )
    .limit(likeliest)
    .execute()
  if (ids.length === 0) return []
  return refunds(db)
    .where('o.tenant_id', '=', line.tenantId)
    .where('o.currency', '=', line.currency)
    .where('o.amount_minor', '<=', line.remainingMinor)
    .where(
      'o.payment_id',
      'in',
      ids.map(({ id }) => id),
    )
    .orderBy('o.id', 'desc')
    .limit(likeliest)
    .execute()
}

export interface NewBooking {
  readonly subject: KnownBooking['subject']
  readonly subjectId: string
  readonly isReturn: boolean
  readonly merchantId: string
  readonly itemId: string
  readonly clearingId: string | null
  readonly at: Date
}

/** False if a line has shown it before. */
export async function insertBooking(db: Db, one: NewBooking): Promise<boolean> {
  const rows = await db
    .insertInto('bank_booking')
    .values({
      tenant_id: tenantOf(db),
      subject_id: one.subjectId,
      is_return: one.isReturn,
      subject: one.subject,
      merchant_id: one.merchantId,
      bank_order_item_id: one.itemId,
      clearing_id: one.clearingId,
      created_at: one.at,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning(sql`1`.as('one'))
    .execute()
  return rows.length > 0
}
