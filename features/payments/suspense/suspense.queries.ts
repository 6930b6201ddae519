import { accountReferenceOf } from '@counterfoil/features/payments/bank-transfers/account-references.rules.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import { newId } from '@counterfoil/kit/database/ids.ts'
import { countRows, type Part } from '@counterfoil/kit/database/paging.ts'
import { tenantOf } from '@counterfoil/kit/database/tenant-of.ts'
import { within, withinPayments } from '@counterfoil/kit/database/within.ts'
import { type SqlBool, sql } from 'kysely'
import type { TransferFacts } from './suspense.rules.ts'
import type { Clearing } from './suspense.schema.ts'

export interface TransferSearch {
  readonly id?: string
  readonly which?: 'open' | 'cleared'
  readonly currency?: string | undefined
}

const isOpen = sql<SqlBool>`i.cleared_minor < abs(i.amount_minor)`

function transfers(db: Db, { id, which, currency }: TransferSearch) {
  return db
    .selectFrom('bank_order_item as i')
    .where(within(db, 'i'))
    .where('i.state', '=', sql.lit('unmatched'))
    .where('i.amount_minor', '<>', sql.lit(0n))
    .$if(id !== undefined, (query) => query.where('i.id', '=', id ?? ''))
    .$if(which === 'open', (query) => query.where(isOpen))
    .$if(which === 'cleared', (query) => query.where((eb) => eb.not(isOpen)))
    .$if(currency !== undefined, (query) => query.where('i.currency', '=', currency ?? ''))
}

/** Transfers in suspense, the oldest first; what was cleared, the newest first. */
export function listTransferRows(db: Db, search: TransferSearch, page: Part) {
  const direction = search.which === 'cleared' ? 'desc' : 'asc'
  return transfers(db, search)
    .innerJoin('bank_order as o', (join) =>
      join.onRef('o.tenant_id', '=', 'i.tenant_id').onRef('o.id', '=', 'i.bank_order_id'),
    )
    .innerJoin('tenant as t', 't.id', 'i.tenant_id')
    .leftJoin('payment as p', (join) =>
      join.onRef('p.tenant_id', '=', 'i.tenant_id').onRef('p.id', '=', 'i.payment_id'),
    )
    .select([
      'i.tenant_id as tenantId',
      'i.id',
      't.name as tenantName',
      'o.bank_name as bankName',
      'o.account_number as accountNumber',
      'i.booked_on as bookedOn',
      'i.amount_minor as amountMinor',
      'i.cleared_minor as clearedMinor',
      'i.currency',
      'i.reference',
      'i.payer',
      'i.reason',
      'i.payment_id as paymentId',
      'p.external_id as externalId',
    ])
    .orderBy('i.booked_on', direction)
    .orderBy('i.id', direction)
    .limit(page.limit)
    .offset(page.offset)
    .execute()
}
export type TransferRow = Awaited<ReturnType<typeof listTransferRows>>[number]

export function countTransfers(db: Db, search: TransferSearch): Promise<number> {
  return countRows(transfers(db, search))
}

/** What is in suspense, by currency: money in less money out. */
export function sumSuspense(db: Db) {
  return transfers(db, { which: 'open' })
    .select([
      'i.currency',
      sql<bigint>`sum(i.amount_minor - sign(i.amount_minor) * i.cleared_minor)::bigint`.as('sum'),
      sql<bigint>`count(*)`.as('count'),
    ])
    .groupBy('i.currency')
    .orderBy('i.currency')
    .execute()
}

export function listClearings(db: Db, transferId: string) {
  return db
    .selectFrom('suspense_clearing as c')
    .leftJoin('payment as p', (join) =>
      join.onRef('p.tenant_id', '=', 'c.tenant_id').onRef('p.id', '=', 'c.payment_id'),
    )
    .leftJoin('merchant as m', (join) =>
      join.onRef('m.tenant_id', '=', 'c.tenant_id').onRef('m.id', '=', 'c.merchant_id'),
    )
    .leftJoin('app_user as u', (join) =>
      join.onRef('u.tenant_id', '=', 'c.tenant_id').onRef('u.id', '=', 'c.created_by'),
    )
    .leftJoin('bank_booking as b', (join) =>
      join.onRef('b.tenant_id', '=', 'c.tenant_id').onRef('b.clearing_id', '=', 'c.id'),
    )
    .leftJoin('payout_order as o', (join) =>
      join.onRef('o.tenant_id', '=', 'b.tenant_id').onRef('o.id', '=', 'b.subject_id'),
    )
    .leftJoin('payment_operation as r', (join) =>
      join.onRef('r.tenant_id', '=', 'b.tenant_id').onRef('r.id', '=', 'b.subject_id'),
    )
    .selectAll('c')
    .select([
      'p.external_id as externalId',
      'm.legal_business_name as merchantName',
      'o.id as payoutId',
      'o.payee_name as payoutPayee',
      'r.payment_id as refundOf',
      sql<string | null>`trim(u.first_name || ' ' || u.last_name)`.as('by'),
    ])
    .where(within(db, 'c'))
    .where('c.bank_order_item_id', '=', transferId)
    .orderBy('c.id')
    .execute()
}

/** Returns of a currency that the bank has not booked yet, of at most an amount. */
export function listOpenReturns(
  db: Db,
  tenantId: string,
  of: { readonly currency: string; readonly maxMinor: bigint },
) {
  return db
    .selectFrom('suspense_clearing as c')
    .select(['c.id', 'c.amount_minor', 'c.payee_name', 'c.reference', 'c.created_at'])
    .where(within(db, 'c'))
    .where('c.tenant_id', '=', tenantId)
    .where('c.state', '=', sql.lit('in_transit'))
    .where('c.currency', '=', of.currency)
    .where('c.amount_minor', '<=', of.maxMinor)
    .orderBy('c.id')
    .limit(100)
    .execute()
}

const likeliest = 20

/** Payments that wait for a transfer: the one that is quoted, then those of the same amount, then the newest. */
export function listCandidateRows(
  db: Db,
  transfer: Pick<
    TransferRow,
    'tenantId' | 'currency' | 'amountMinor' | 'clearedMinor' | 'paymentId'
  >,
  searchKey: string | undefined,
) {
  const key = searchKey?.toLowerCase() ?? ''
  const missing = sql<bigint>`(p.amount_minor - (select coalesce(sum(c.amount_minor), 0) from suspense_clearing c
    where c.tenant_id = p.tenant_id and c.payment_id = p.id and c.state = 'collected'))::bigint`
  return db
    .selectFrom('payment as p')
    .innerJoin('merchant as m', (join) =>
      join.onRef('m.tenant_id', '=', 'p.tenant_id').onRef('m.id', '=', 'p.merchant_id'),
    )
    .select([
      'p.id as paymentId',
      'p.external_id as externalId',
      'm.legal_business_name as merchantName',
      'p.customer_email as customerEmail',
      'p.amount_minor as amountMinor',
      missing.as('missingMinor'),
      'p.created_at as createdAt',
    ])
    .where(withinPayments(db, 'p'))
    .where('p.tenant_id', '=', transfer.tenantId)
    .where('p.mode', '=', sql.lit(2))
    .where('p.status', '=', sql.lit('pending'))
    .where('p.method', '=', sql.lit('bank_transfer'))
    .where('p.currency', '=', transfer.currency)
    .$if(key !== '', (query) =>
      query.where(
        sql<SqlBool>`(starts_with(lower(p.external_id), ${key}) or starts_with(lower(p.customer_email), ${key})
          or p.id::text = ${key} or starts_with(lower(m.legal_business_name), ${key}) or exists (
            select from account_reference r where r.tenant_id = p.tenant_id and r.payment_id = p.id
              and lower(r.reference) = ${key.replaceAll(' ', '')}))`,
      ),
    )
    .orderBy(sql`p.id is not distinct from ${transfer.paymentId}::uuid`, 'desc')
    .orderBy(sql`${missing} = ${transfer.amountMinor - transfer.clearedMinor}`, 'desc')
    .orderBy('p.id', 'desc')
    .limit(likeliest)
    .execute()
}

export interface LockedTransfer extends TransferFacts {
  readonly id: string
  readonly version: number
}

/** Locks a transfer until the transaction ends, so that its money is used once. */
export async function lockTransfer(db: Db, id: string): Promise<LockedTransfer | undefined> {
  const row = await db
    .selectFrom('bank_order_item')
    .select(['amount_minor', 'cleared_minor', 'currency', 'state', 'version'])
    .where(within(db, 'bank_order_item'))
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  return (
    row && {
      id,
      amountMinor: row.amount_minor,
      clearedMinor: row.cleared_minor,
      currency: row.currency,
      isUnmatched: row.state === 'unmatched',
      version: row.version,
    }
  )
}

/** Adds to what a transfer was used for; less than zero: takes it back. */
export async function updateCleared(db: Db, id: string, addedMinor: bigint): Promise<void> {
  await db
    .updateTable('bank_order_item')
    .set({
      cleared_minor: sql`cleared_minor + ${addedMinor}`,
      version: sql`version + 1`,
    })
    .where(within(db, 'bank_order_item'))
    .where('id', '=', id)
    .execute()
}

interface NewClearing {
  readonly transferId: string
  readonly kind: Clearing['kind']
  readonly state: Clearing['state']
  readonly amountMinor: bigint
  readonly currency: string
  readonly payment?: { readonly id: string; readonly merchantId: string }
  readonly payee?: { readonly name: string; readonly account: string }
  readonly returnId?: string
  readonly reason: string
  readonly by: string
  readonly at: Date
}

/** Its id. A return gets a reference by which the bank's booking is recognised. */
export async function insertClearing(db: Db, one: NewClearing): Promise<string> {
  const id = newId(one.at)
  await db
    .insertInto('suspense_clearing')
    .values({
      tenant_id: tenantOf(db),
      id,
      bank_order_item_id: one.transferId,
      kind: one.kind,
      state: one.state,
      merchant_id: one.payment?.merchantId ?? null,
      payment_id: one.payment?.id ?? null,
      return_id: one.returnId ?? null,
      amount_minor: one.amountMinor,
      currency: one.currency,
      payee_name: one.payee?.name ?? null,
      payee_account: one.payee?.account ?? null,
      reference: one.payee === undefined ? null : accountReferenceOf(id),
      reason: one.reason,
      created_by: one.by,
      created_at: one.at,
      ended_at: ['posted', 'paid'].includes(one.state) ? one.at : null,
    })
    .execute()
  return id
}

/**
 * What was matched to a payment that waits for the rest. The parts are locked until the transaction ends, so that none of them is
 * taken back while they count.
 */
export async function lockCollected(db: Db, paymentId: string): Promise<bigint> {
  const parts = await db
    .selectFrom('suspense_clearing')
    .select('amount_minor as amountMinor')
    .where(within(db, 'suspense_clearing'))
    .where('payment_id', '=', paymentId)
    .where('state', '=', 'collected')
    .orderBy('id')
    .forUpdate()
    .execute()
  return parts.reduce((sum, { amountMinor }) => sum + amountMinor, 0n)
}

const lapsed = (db: Db) =>
  db
    .selectFrom('suspense_clearing as c')
    .innerJoin('payment as p', (join) =>
      join.onRef('p.tenant_id', '=', 'c.tenant_id').onRef('p.id', '=', 'c.payment_id'),
    )
    .where(within(db, 'c'))
    .where('c.state', '=', sql.lit('collected'))
    .where('p.status', '<>', sql.lit('pending'))

/** What of a transfer went back to its sender, or is on its way there. */
export async function sumReturned(db: Db, transferId: string): Promise<bigint> {
  const { sum } = await db
    .selectFrom('suspense_clearing')
    .select(sql<bigint>`coalesce(sum(amount_minor), 0)::bigint`.as('sum'))
    .where(within(db, 'suspense_clearing'))
    .where('bank_order_item_id', '=', transferId)
    .where('kind', '=', 'return')
    .where('state', 'in', ['in_transit', 'paid'])
    .executeTakeFirstOrThrow()
  return sum
}

/** Parts that were collected for payments which have ended without them, the oldest first. */
export function listLapsed(db: Db, limit: number) {
  return lapsed(db)
    .select(['c.id', 'c.bank_order_item_id as transferId'])
    .orderBy('c.id')
    .limit(limit)
    .execute()
}

/** The tenants that have such parts. */
export async function listTenantsWithLapsed(db: Db): Promise<string[]> {
  const rows = await lapsed(db).select('c.tenant_id as tenantId').groupBy('c.tenant_id').execute()
  return rows.map(({ tenantId }) => tenantId)
}

/** The payment is whole: what was collected for it counts. */
export async function updateCollected(db: Db, paymentId: string, at: Date): Promise<void> {
  await db
    .updateTable('suspense_clearing')
    .set({ state: 'posted', ended_at: at })
    .where(within(db, 'suspense_clearing'))
    .where('payment_id', '=', paymentId)
    .where('state', '=', 'collected')
    .execute()
}

/** Locks what is open of a clearing; undefined: it has ended, or there is none. */
export async function lockOpenClearing(
  db: Db,
  of:
    | { readonly id: string }
    | {
        readonly references: readonly string[]
        readonly amountMinor: bigint
        readonly currency: string
      },
) {
  return db
    .selectFrom('suspense_clearing')
    .select([
      'id',
      'bank_order_item_id as transferId',
      'state',
      'amount_minor as amountMinor',
      'currency',
    ])
    .where(within(db, 'suspense_clearing'))
    .where((eb) =>
      'id' in of
        ? eb('id', '=', of.id)
        : eb.and([
            eb('reference', 'in', [...of.references]),
            eb('amount_minor', '=', of.amountMinor),
            eb('currency', '=', of.currency),
          ]),
    )
    .where('state', 'in', ['collected', 'in_transit'])
    .forUpdate()
    .executeTakeFirst()
}

export async function updateClearingEnd(
  db: Db,
  id: string,
  state: 'paid' | 'taken_back',
  at: Date,
): Promise<void> {
  await db
    .updateTable('suspense_clearing')
    .set({ state, ended_at: at })
    .where(within(db, 'suspense_clearing'))
    .where('id', '=', id)
    .execute()
}
