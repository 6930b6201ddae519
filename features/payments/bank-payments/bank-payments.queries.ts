import type { Mode } from '@counterfoil/kit/contract/fields.ts'
import { type CopyOut, copyOut } from '@counterfoil/kit/database/copy.ts'
import type { Database, Db } from '@counterfoil/kit/database/database.ts'
import { majorUnits } from '@counterfoil/kit/database/major-units.ts'
import { escapeSpreadsheetText } from '@counterfoil/kit/database/spreadsheet-text.ts'
import { tenantOf } from '@counterfoil/kit/database/tenant-of.ts'
import { within, withinPayments } from '@counterfoil/kit/database/within.ts'
import { type RawBuilder, sql } from 'kysely'
import type { BankPaymentState } from './bank-payments.schema.ts'

/** What a bank has to know of a payment; undefined: there is no such payment. */
export function findOrderOf(db: Db, paymentId: string) {
  return db
    .selectFrom('payment as p')
    .innerJoin('merchant as m', (join) =>
      join.onRef('m.tenant_id', '=', 'p.tenant_id').onRef('m.id', '=', 'p.merchant_id'),
    )
    .select(['p.merchant_id as merchantId', 'p.mode', 'p.external_id as externalId'])
    .select('m.legal_business_name as merchantName')
    .where(withinPayments(db, 'p'))
    .where('p.id', '=', paymentId)
    .executeTakeFirst()
}

export interface NewBankPayment {
  readonly id: string
  readonly merchantId: string
  readonly mode: number
  readonly paymentId: string
  readonly bank: string
  readonly bankName: string
  readonly amountMinor: bigint
  readonly currency: string
  readonly expiresAt: Date
  readonly at: Date
}

export async function insertBankPayment(db: Db, one: NewBankPayment): Promise<void> {
  await db
    .insertInto('bank_payment')
    .values({
      ...{ tenant_id: tenantOf(db), id: one.id, merchant_id: one.merchantId, mode: one.mode },
      ...{ payment_id: one.paymentId, bank: one.bank, bank_name: one.bankName },
      ...{ amount_minor: one.amountMinor, currency: one.currency, state: 'AwaitingAuthorisation' },
      ...{ expires_at: one.expiresAt, created_at: one.at, updated_at: one.at },
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

const rows = (db: Db) =>
  db
    .selectFrom('bank_payment as b')
    .innerJoin('payment as p', (join) =>
      join.onRef('p.tenant_id', '=', 'b.tenant_id').onRef('p.id', '=', 'b.payment_id'),
    )
    .innerJoin('merchant as m', (join) =>
      join.onRef('m.tenant_id', '=', 'b.tenant_id').onRef('m.id', '=', 'b.merchant_id'),
    )
    .select([
      ...(['b.id', 'b.merchant_id as merchantId', 'b.mode', 'b.payment_id as paymentId'] as const),
      ...(['b.bank', 'b.bank_name as bankName', 'b.amount_minor as amountMinor'] as const),
      ...(['b.currency', 'b.state', 'b.bank_status as bankStatus'] as const),
      ...(['b.bank_reason as bankReason', 'b.consent_id as consentId'] as const),
      ...(['b.bank_payment_id as bankPaymentId', 'b.authorise_url as authoriseUrl'] as const),
      ...(['b.state_hash as stateHash', 'b.verifier', 'b.token'] as const),
      ...(['b.submitted_at as submittedAt', 'b.expires_at as expiresAt'] as const),
      ...(['b.created_at as createdAt', 'b.updated_at as updatedAt'] as const),
      ...(['p.external_id as externalId', 'm.legal_business_name as merchantName'] as const),
    ])
    .where(within(db, 'b'))
    .where(withinPayments(db, 'p'))

export type BankPaymentRow = NonNullable<Awaited<ReturnType<typeof findBankPayment>>>

const stated = <Row extends { state: string }>(row: Row) => ({
  ...row,
  state: row.state as BankPaymentState,
})

export async function findBankPayment(db: Db, id: string) {
  const row = await rows(db).where('b.id', '=', id).executeTakeFirst()
  return row && stated(row)
}

export interface BankPaymentChange {
  readonly state?: BankPaymentState
  readonly bank_status?: string | null
  readonly bank_reason?: string | null
  readonly consent_id?: string
  readonly bank_payment_id?: string
  readonly authorise_url?: string | null
  readonly state_hash?: string
  readonly verifier?: string | null
  readonly token?: string | null
  readonly submitted_at?: Date
}

/** False when it is in none of these states any more. */
export async function updateBankPayment(
  db: Db,
  id: string,
  change: BankPaymentChange,
  from: readonly BankPaymentState[],
  at: Date,
): Promise<boolean> {
  const row = await db
    .updateTable('bank_payment')
    .set({ ...change, updated_at: at })
    .where(within(db, 'bank_payment'))
    .where('id', '=', id)
    .where('state', 'in', [...from])
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

export interface BankPaymentSearch {
  readonly mode: Mode
  readonly state?: BankPaymentState | undefined
  readonly bank?: string | undefined
  readonly from?: Date | undefined
  readonly to?: Date | undefined
}

/** As text, because a copy takes no parameters of other types. */
const instant = (at = new Date(0)) => sql<Date>`${at.toISOString()}::timestamptz`

const searched = (db: Db, { mode, state, bank, from, to }: BankPaymentSearch) =>
  rows(db)
    .where('b.mode', '=', mode)
    .$if(state !== undefined, (query) => query.where('b.state', '=', state ?? ''))
    .$if(bank !== undefined, (query) => query.where('b.bank', '=', bank ?? ''))
    .$if(from !== undefined, (query) => query.where('b.created_at', '>=', instant(from)))
    .$if(to !== undefined, (query) => query.where('b.created_at', '<', instant(to)))

/** The newest first, or in the order of reading backwards, beyond a row; ids rise with time. */
export async function listBankPaymentRows(
  db: Db,
  search: BankPaymentSearch,
  page: {
    readonly beyond: { readonly id: string; readonly isBackwards: boolean } | undefined
    readonly limit: number
  },
): Promise<BankPaymentRow[]> {
  const { beyond, limit } = page
  const isBackwards = beyond?.isBackwards === true
  const found = await searched(db, search)
    .$if(beyond !== undefined, (query) =>
      query.where('b.id', isBackwards ? '>' : '<', beyond?.id ?? ''),
    )
    .orderBy('b.id', isBackwards ? 'asc' : 'desc')
    .limit(limit)
    .execute()
  return found.map(stated)
}

/** The whole list as CSV; amounts in major units. */
export function copyBankPayments(
  database: Database,
  db: Db,
  search: BankPaymentSearch,
): Promise<CopyOut> {
  const cell = (value: RawBuilder<unknown>) => escapeSpreadsheetText(value) as RawBuilder<string>
  const listed = searched(db, search)
    .clearSelect()
    .select([
      sql<string>`to_char(b.created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`.as(
        'created_at',
      ),
      sql<string>`b.payment_id::text`.as('payment'),
      cell(sql`p.external_id`).as('order_number'),
      cell(sql`b.bank_name`).as('bank'),
      majorUnits(sql.ref('b.amount_minor'), sql.ref('b.currency')).as('amount'),
      'b.currency',
      'b.state',
      cell(sql`b.bank_status`).as('bank_status'),
      cell(sql`b.bank_reason`).as('bank_reason'),
      cell(sql`b.bank_payment_id`).as('bank_payment'),
    ])
    .orderBy('b.id', 'desc')
  return copyOut(database, db.scope, listed)
}
