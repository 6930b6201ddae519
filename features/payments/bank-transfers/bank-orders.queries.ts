import type { Db } from '@counterfoil/kit/database/database.ts'
import { newId } from '@counterfoil/kit/database/ids.ts'
import { lockUntilCommit } from '@counterfoil/kit/database/named-locks.ts'
import { countRows, type Part } from '@counterfoil/kit/database/paging.ts'
import { tenantOf } from '@counterfoil/kit/database/tenant-of.ts'
import { within, withinAboutPayments } from '@counterfoil/kit/database/within.ts'
import { type SqlBool, sql } from 'kysely'
import {
  likenessOf,
  repeatedIn,
  type StatementLine,
  type UnmatchedReason,
} from './statement.rules.ts'

export interface NewOrder {
  readonly id: string
  readonly bankName: string
  readonly accountNumber: string
  readonly fileName: string
  readonly sha256: string
  readonly uploadedBy: string
  readonly at: Date
}

const batchSize = 500

/**
 * Inserts the order and its lines; false if the same file was uploaded before. Lines that an earlier file of the account has shown
 * are closed as repeated.
 */
export async function insertOrder(
  db: Db,
  order: NewOrder,
  lines: readonly StatementLine[],
): Promise<boolean> {
  const tenant_id = tenantOf(db)
  // of two overlapping files at once the second finds the lines of the first
  await lockUntilCommit(db, `bank-order ${tenant_id} ${order.accountNumber}`)
  const rows = await db
    .insertInto('bank_order')
    .values({
      tenant_id,
      id: order.id,
      bank_name: order.bankName,
      account_number: order.accountNumber,
      file_name: order.fileName,
      sha256: order.sha256,
      line_count: lines.length,
      uploaded_by: order.uploadedBy,
      created_at: order.at,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning(sql`1`.as('one'))
    .execute()
  if (rows.length === 0) return false
  const repeated = repeatedIn(lines, await countAlike(db, order.accountNumber, lines))
  for (let from = 0; from < lines.length; from += batchSize) {
    await db
      .insertInto('bank_order_item')
      .values(
        lines.slice(from, from + batchSize).map((line) => ({
          tenant_id,
          id: newId(order.at),
          bank_order_id: order.id,
          line: line.line,
          booked_on: line.bookedOn,
          amount_minor: line.amountMinor,
          currency: line.currency,
          reference: line.reference,
          payer: line.payer,
          state: repeated.has(line.line) ? 'repeated' : 'waiting',
        })),
      )
      .execute()
  }
  return true
}

/** How often one earlier file of the account shows a line like these, by its likeness. */
async function countAlike(
  db: Db,
  accountNumber: string,
  lines: readonly StatementLine[],
): Promise<ReadonlyMap<string, number>> {
  const counts = new Map<string, number>()
  for (let from = 0; from < lines.length; from += batchSize) {
    const some = lines.slice(from, from + batchSize)
    const [days, amounts] = [some.map((one) => one.bookedOn), some.map((one) => one.amountMinor)]
    const rows = await db
      .selectFrom('bank_order_item as i')
      .innerJoin('bank_order as o', (join) =>
        join.onRef('o.tenant_id', '=', 'i.tenant_id').onRef('o.id', '=', 'i.bank_order_id'),
      )
      .select([
        'i.booked_on as bookedOn',
        'i.amount_minor as amountMinor',
        'i.currency',
        'i.reference',
        'i.payer',
        sql<bigint>`count(*)`.as('count'),
      ])
      .where(within(db, 'i', null))
      .where('o.account_number', '=', accountNumber)
      .where(
        sql<SqlBool>`(i.booked_on, i.amount_minor) in (
          select k.day, k.amount from unnest(${days}::date[], ${amounts}::bigint[]) as k (day, amount))`,
      )
      .groupBy([
        ...(['i.bank_order_id', 'i.booked_on', 'i.amount_minor'] as const),
        ...(['i.currency', 'i.reference', 'i.payer'] as const),
      ])
      .execute()
    for (const row of rows) {
      const likeness = likenessOf(row)
      counts.set(likeness, Math.max(counts.get(likeness) ?? 0, Number(row.count)))
    }
  }
  return counts
}

export async function findOrderOfFile(db: Db, sha256: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('bank_order')
    .select('id')
    .where(within(db, 'bank_order', null))
    .where('sha256', '=', sha256)
    .executeTakeFirst()
  return row?.id
}

/** Orders, the newest first, or a single one, with how many of their lines the caller sees. */
export function listOrders(
  db: Db,
  page: { readonly id?: string; readonly limit: number; readonly offset: number },
) {
  let orders = db.selectFrom('bank_order as o').where(within(db, 'o', null))
  if (page.id !== undefined) orders = orders.where('o.id', '=', page.id)
  return orders
    .innerJoin('tenant as t', 't.id', 'o.tenant_id')
    .leftJoin('app_user as u', (join) =>
      join.onRef('u.tenant_id', '=', 'o.tenant_id').onRef('u.id', '=', 'o.uploaded_by'),
    )
    .select((of) => [
      'o.id',
      't.name as tenant_name',
      'o.bank_name',
      'o.account_number',
      'o.file_name',
      'o.created_at',
      'o.finished_at',
      sql<string | null>`trim(u.first_name || ' ' || u.last_name)`.as('uploaded_by'),
      ...(['lines', 'matched', 'unmatched', 'repeated'] as const).map((state) =>
        of
          .selectFrom('bank_order_item as i')
          .select(sql<bigint>`count(*)`.as('count'))
          .whereRef('i.tenant_id', '=', 'o.tenant_id')
          .whereRef('i.bank_order_id', '=', 'o.id')
          .where(seenLines(db))
          .$if(state !== 'lines', (some) => some.where('i.state', '=', state))
          .as(state),
      ),
    ])
    .orderBy('o.id', 'desc')
    .limit(page.limit)
    .offset(page.offset)
    .execute()
}

export function countOrders(db: Db): Promise<number> {
  return countRows(db.selectFrom('bank_order').where(within(db, 'bank_order', null)))
}

export type ItemState = 'waiting' | 'matched' | 'unmatched' | 'repeated'

interface WantedItems {
  readonly orderId: string
  readonly state?: ItemState | undefined
  readonly line?: number | undefined
}

export function listItems(db: Db, of: WantedItems, page: Part) {
  return items(db, of)
    .leftJoin('payment as p', (join) =>
      join.onRef('p.tenant_id', '=', 'i.tenant_id').onRef('p.id', '=', 'i.payment_id'),
    )
    .leftJoin('merchant as m', (join) =>
      join.onRef('m.tenant_id', '=', 'i.tenant_id').onRef('m.id', '=', 'i.merchant_id'),
    )
    .leftJoin('bank_booking as b', (join) =>
      join
        .onRef('b.tenant_id', '=', 'i.tenant_id')
        .onRef('b.bank_order_item_id', '=', 'i.id')
        .on('b.clearing_id', 'is', null),
    )
    .leftJoin('payout_order as o', (join) =>
      join.onRef('o.tenant_id', '=', 'b.tenant_id').onRef('o.id', '=', 'b.subject_id'),
    )
    .select([
      'i.id',
      'i.line',
      'i.booked_on',
      'i.amount_minor',
      'i.currency',
      'i.reference',
      'i.payer',
      'i.state',
      'i.reason',
      'i.cleared_minor',
      'i.payment_id',
      'p.external_id',
      'p.mode',
      'm.legal_business_name as merchant_name',
      'o.id as payout_id',
      'o.payee_name',
      'b.is_return',
    ])
    .orderBy('i.line')
    .limit(page.limit)
    .offset(page.offset)
    .execute()
}

export function countItems(db: Db, of: WantedItems): Promise<number> {
  return countRows(items(db, of))
}

function items(db: Db, { orderId, state, line }: WantedItems) {
  return db
    .selectFrom('bank_order_item as i')
    .where(seenLines(db))
    .where('i.bank_order_id', '=', orderId)
    .$if(state !== undefined, (all) => all.where('i.state', '=', state ?? ''))
    .$if(line !== undefined, (all) => all.where('i.line', '=', line ?? 0))
}

/** Lines (`i`) of payments that the caller sees. One of no payment may be of any: it is for whoever sees them all. */
function seenLines(db: Db) {
  const isLimited = db.scope.kind === 'tenant' && db.scope.payments !== undefined
  const ofSeen = withinAboutPayments(db, 'i')
  return isLimited ? sql<SqlBool>`i.payment_id is not null and ${ofSeen}` : ofSeen
}

/** The same lines in other statements of the account, by the ids of these: of each the first that was not repeated itself. */
export async function listEarlier(db: Db, ids: readonly string[]) {
  if (ids.length === 0) return []
  return db
    .selectFrom('bank_order_item as i')
    .innerJoin('bank_order as own', (join) =>
      join.onRef('own.tenant_id', '=', 'i.tenant_id').onRef('own.id', '=', 'i.bank_order_id'),
    )
    .innerJoin('bank_order_item as e', (join) =>
      join
        .onRef('e.tenant_id', '=', 'i.tenant_id')
        .onRef('e.booked_on', '=', 'i.booked_on')
        .onRef('e.amount_minor', '=', 'i.amount_minor')
        .onRef('e.currency', '=', 'i.currency')
        .onRef('e.reference', '=', 'i.reference')
        .onRef('e.payer', 'is not distinct from', 'i.payer')
        .onRef('e.bank_order_id', '!=', 'i.bank_order_id'),
    )
    .innerJoin('bank_order as o', (join) =>
      join
        .onRef('o.tenant_id', '=', 'e.tenant_id')
        .onRef('o.id', '=', 'e.bank_order_id')
        .onRef('o.account_number', '=', 'own.account_number'),
    )
    .where(within(db, 'i'))
    .where(within(db, 'e'))
    .where('i.id', 'in', [...ids])
    .distinctOn('i.id')
    .select([
      'i.id',
      'o.id as order_id',
      'o.file_name',
      'o.created_at',
      'e.line',
      'e.booked_on',
      'e.amount_minor',
      'e.currency',
      'e.reference',
      'e.payer',
      'e.state',
    ])
    .orderBy('i.id')
    .orderBy(sql`(e.state = 'repeated')`)
    .orderBy('o.id')
    .orderBy('e.line')
    .execute()
}

/** The outcome of a line; false if it was closed before. */
export async function closeItem(
  db: Db,
  id: string,
  end: {
    readonly reason: UnmatchedReason | null
    /** Without an id: it is of the merchant, and of no payment. */
    readonly payment: { readonly id: string | null; readonly merchantId: string } | undefined
  },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('bank_order_item')
    .set({
      state: end.reason === null ? 'matched' : 'unmatched',
      reason: end.reason,
      payment_id: end.payment?.id ?? null,
      merchant_id: end.payment?.merchantId ?? null,
    })
    .where(within(db, 'bank_order_item'))
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

export async function hasItem(db: Db, id: string): Promise<boolean> {
  const item = await db
    .selectFrom('bank_order_item as i')
    .select('i.id')
    .where(seenLines(db))
    .where('i.id', '=', id)
    .executeTakeFirst()
  return item !== undefined
}

/** Opens a repeated line, and its order with it; undefined: there is no such line that is repeated. */
export async function reopenRepeated(
  db: Db,
  id: string,
): Promise<{ readonly orderId: string; readonly line: number } | undefined> {
  const item = await db
    .updateTable('bank_order_item')
    .set({ state: 'waiting' })
    .where(within(db, 'bank_order_item'))
    .where('id', '=', id)
    .where('state', '=', 'repeated')
    .returning(['bank_order_id as orderId', 'line'])
    .executeTakeFirst()
  if (item === undefined) return undefined
  await db
    .updateTable('bank_order')
    .set({ finished_at: null })
    .where(within(db, 'bank_order', null))
    .where('id', '=', item.orderId)
    .execute()
  return item
}

export async function finishOrder(db: Db, id: string, at: Date): Promise<void> {
  await db
    .updateTable('bank_order')
    .set({ finished_at: at })
    .where(within(db, 'bank_order', null))
    .where('id', '=', id)
    .execute()
}

export async function findOrder(
  db: Db,
  id: string,
): Promise<{ bankName: string; uploadedBy: string } | undefined> {
  return db
    .selectFrom('bank_order')
    .select(['bank_name as bankName', 'uploaded_by as uploadedBy'])
    .where(within(db, 'bank_order', null))
    .where('id', '=', id)
    .executeTakeFirst()
}

/** Decimal places of the currencies in use. */
export async function listDecimalPlaces(db: Db): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('currency')
    .select(['code', 'decimal_places'])
    .where('is_active', '=', true)
    .execute()
  return new Map(rows.map((row) => [row.code, row.decimal_places]))
}
