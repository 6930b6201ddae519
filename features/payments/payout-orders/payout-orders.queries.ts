import type { PayoutOrder } from '@counterfoil/database/rows.generated.ts'
import { dayMs } from '@counterfoil/kit/contract/durations.ts'
import type { Mode } from '@counterfoil/kit/contract/fields.ts'
import { type CopyOut, copyOut } from '@counterfoil/kit/database/copy.ts'
import type { Database, Db } from '@counterfoil/kit/database/database.ts'
import { alphabetical, contains } from '@counterfoil/kit/database/folded-text.ts'
import { firstIdAt, newId } from '@counterfoil/kit/database/ids.ts'
import { majorUnits } from '@counterfoil/kit/database/major-units.ts'
import { countRows, countUpTo, type Part } from '@counterfoil/kit/database/paging.ts'
import { escapeSpreadsheetText } from '@counterfoil/kit/database/spreadsheet-text.ts'
import { tenantOf } from '@counterfoil/kit/database/tenant-of.ts'
import { within } from '@counterfoil/kit/database/within.ts'
import { type Insertable, type RawBuilder, type Selectable, type SqlBool, sql } from 'kysely'
import type { PayoutState } from './payout-orders.schema.ts'

export type OrderRow = Selectable<PayoutOrder>
export type NewOrder = Omit<
  Insertable<PayoutOrder>,
  'tenant_id' | 'submitted_at' | 'rail_reference' | 'failures' | 'updated_at' | 'requirements'
> & { readonly requirements: string }

export async function insertOrder(db: Db, order: NewOrder): Promise<void> {
  await db
    .insertInto('payout_order')
    .values({ ...order, tenant_id: tenantOf(db), updated_at: order.created_at })
    .execute()
}

const rowsAtOnce = 500

/** The payouts of a file. */
export async function insertOrders(db: Db, orders: readonly NewOrder[]): Promise<void> {
  const tenant_id = tenantOf(db)
  for (let from = 0; from < orders.length; from += rowsAtOnce) {
    await db
      .insertInto('payout_order')
      .values(
        orders
          .slice(from, from + rowsAtOnce)
          .map((order) => ({ ...order, tenant_id, updated_at: order.created_at })),
      )
      .execute()
  }
}

export interface Step {
  readonly kind: string
  readonly actorId: string | null
  readonly actorName: string | null
  readonly actorRoleId?: string | null
  readonly actorKeys?: readonly string[]
  readonly reason: string | null
  readonly at: Date
}

export const insertOrderStep = (
  db: Db,
  order: Pick<OrderRow, 'id' | 'merchant_id'>,
  step: Step,
): Promise<void> => insertOrderSteps(db, [order], step)

/** The same step of many payouts. */
export async function insertOrderSteps(
  db: Db,
  orders: readonly Pick<OrderRow, 'id' | 'merchant_id'>[],
  step: Step,
): Promise<void> {
  const tenant_id = tenantOf(db)
  for (let from = 0; from < orders.length; from += rowsAtOnce) {
    await db
      .insertInto('payout_order_step')
      .values(
        orders.slice(from, from + rowsAtOnce).map((order) => ({
          ...{ tenant_id, id: newId(step.at), merchant_id: order.merchant_id },
          ...{ payout_order_id: order.id, kind: step.kind, at: step.at, reason: step.reason },
          ...{ actor_id: step.actorId, actor_name: step.actorName },
          ...{ actor_role_id: step.actorRoleId ?? null, actor_keys: [...(step.actorKeys ?? [])] },
        })),
      )
      .execute()
  }
}

/** Approves what waits of a batch. */
export const updateOrdersApproved = (db: Db, batchId: string, at: Date) =>
  db
    .updateTable('payout_order')
    .set({ state: 'approved', updated_at: at })
    .where(within(db, 'payout_order'))
    .where('batch_id', '=', batchId)
    .where('state', '=', 'waiting_for_approval')
    .returning(['id', 'merchant_id'])
    .execute()

/** Ends what of a batch is in a state and on its way to no rail. */
export const updateOrdersEnded = (
  db: Db,
  batchId: string,
  from: 'waiting_for_approval' | 'approved',
  { code, message, at }: { readonly code: string; readonly message: string; readonly at: Date },
) =>
  db
    .updateTable('payout_order')
    .set({ state: 'declined', code, message, ended_at: at, updated_at: at })
    .where(within(db, 'payout_order'))
    .where('batch_id', '=', batchId)
    .where('state', '=', from)
    .where('submitted_at', 'is', null)
    .returning(['id', 'merchant_id', 'currency', 'amount_minor', 'fee_minor'])
    .execute()

export const findOrder = (db: Db, id: string) =>
  db
    .selectFrom('payout_order')
    .selectAll()
    .where(within(db, 'payout_order'))
    .where('id', '=', id)
    .executeTakeFirst()

/** The recurring payout that a payout is a date of. */
export async function findRecurringOf(db: Db, orderId: string): Promise<string | null> {
  const found = await db
    .selectFrom('recurring_payout_run')
    .select('recurring_payout_id as id')
    .where(within(db, 'recurring_payout_run'))
    .where('payout_order_id', '=', orderId)
    .executeTakeFirst()
  return found?.id ?? null
}

/** The payout, held until the transaction ends. */
export const lockOrder = (db: Db, id: string) =>
  db
    .selectFrom('payout_order')
    .selectAll()
    .where(within(db, 'payout_order'))
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()

export interface OrderSearch {
  readonly mode: Mode
  readonly searchKey: string | undefined
  readonly state: PayoutState | undefined
}

const searched = (db: Db, { mode, searchKey, state }: OrderSearch) =>
  db
    .selectFrom('payout_order as o')
    .where(within(db, 'o'))
    .where('o.mode', '=', mode)
    .$if(state !== undefined, (query) => query.where('o.state', '=', state ?? ''))
    .$if(searchKey !== undefined, (query) =>
      query.where(
        sql<SqlBool>`(${contains(sql`concat_ws(' ', o.payee_name, o.reference, o.external_id)`, searchKey)}
          or o.end_to_end_id = ${searchKey} or o.rail_reference = ${searchKey} or o.id::text = lower(${searchKey}))`,
      ),
    )

export const listOrders = (db: Db, search: OrderSearch, { limit, offset }: Part) =>
  searched(db, search).selectAll('o').orderBy('o.id', 'desc').limit(limit).offset(offset).execute()

export function countOrders(db: Db, search: OrderSearch, limit: number): Promise<number> {
  return countUpTo(db, searched(db, search), limit)
}

/** What a list finds, as CSV; amounts in major units, times in UTC. */
export function copyOrders(database: Database, db: Db, search: OrderSearch): Promise<CopyOut> {
  const cell = (value: RawBuilder<unknown>) => escapeSpreadsheetText(value) as RawBuilder<string>
  const instant = (name: 'created_at' | 'send_at' | 'ended_at') =>
    sql<string>`to_char(${sql.ref(`o.${name}`)} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`.as(
      name,
    )
  const major = (name: 'amount_minor' | 'fee_minor') =>
    majorUnits(sql.ref(`o.${name}`), sql.ref('o.currency'))
  // as `hintOf` writes it in the list: whole accounts are shown one at a time
  const account = sql`coalesce(nullif(o.payee_card_hint, ''),
    left(o.payee_iban, 4) || ' •••• ' || right(o.payee_iban, 4),
    left(o.payee_sort_code, 2) || '-••-•• ••••' || right(o.payee_account_number, 4))`
  const found = searched(db, search)
    .innerJoin('merchant as m', (join) =>
      join.onRef('m.tenant_id', '=', 'o.tenant_id').onRef('m.id', '=', 'o.merchant_id'),
    )
    .select([
      instant('created_at'),
      'o.state',
      cell(sql`m.legal_business_name`).as('merchant'),
      cell(sql`o.payee_name`).as('payee'),
      cell(account).as('account'),
      major('amount_minor').as('amount'),
      major('fee_minor').as('fee'),
      'o.currency',
      cell(sql`o.reference`).as('reference'),
      cell(sql`o.external_id`).as('external_id'),
      'o.rail',
      instant('send_at'),
      instant('ended_at'),
      cell(sql`o.message`).as('reason'),
      cell(sql`o.maker_name`).as('requested_by'),
      'o.end_to_end_id',
      cell(sql`o.rail_reference`).as('rail_reference'),
      sql<string>`o.id::text`.as('id'),
    ])
    .orderBy('o.id', 'desc')
  return copyOut(database, db.scope, found)
}

/** A merchant's payouts, the newest first, those older than `after`. */
export const listMerchantOrders = (
  db: Db,
  search: {
    readonly merchantId: string
    readonly mode: Mode
    readonly externalId: string | undefined
    readonly state: PayoutState | undefined
    readonly after: string | undefined
    readonly limit: number
  },
) => {
  const { merchantId, mode, externalId, state, after, limit } = search
  return db
    .selectFrom('payout_order')
    .selectAll()
    .where(within(db, 'payout_order'))
    .where('merchant_id', '=', merchantId)
    .where('mode', '=', mode)
    .$if(externalId !== undefined, (query) => query.where('external_id', '=', externalId ?? ''))
    .$if(state !== undefined, (query) => query.where('state', '=', state ?? ''))
    .$if(after !== undefined, (query) => query.where('id', '<', after ?? ''))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

const waiting = (db: Db, mode: Mode) =>
  db
    .selectFrom('payout_order as o')
    .where(within(db, 'o'))
    .where('o.mode', '=', mode)
    .where('o.state', '=', sql.lit('waiting_for_approval'))
    // a file is decided on as a whole
    .where('o.batch_id', 'is', null)

export const listWaitingOrders = (db: Db, mode: Mode, { limit, offset }: Part) =>
  waiting(db, mode)
    .innerJoin('merchant as m', (join) =>
      join.onRef('m.tenant_id', '=', 'o.tenant_id').onRef('m.id', '=', 'o.merchant_id'),
    )
    .innerJoin('tenant as t', 't.id', 'o.tenant_id')
    .selectAll('o')
    .select(['m.legal_business_name as merchantName', 't.name as tenantName'])
    .orderBy('o.id')
    .limit(limit)
    .offset(offset)
    .execute()

export function countWaitingOrders(db: Db, mode: Mode): Promise<number> {
  return countRows(waiting(db, mode))
}

export const listOrderSteps = (db: Db, ids: readonly string[]) =>
  ids.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom('payout_order_step')
        .selectAll()
        .where(within(db, 'payout_order_step'))
        .where('payout_order_id', 'in', [...ids])
        .orderBy('id')
        .execute()

/** What users and servers are shown of a payout; when its rail is asked next is not, so that asking changes nothing of it. */
const shown = ['state', 'rail_reference', 'code', 'message', 'ended_at'] as const

/** What changed of a payout. */
export async function updateOrder(
  db: Db,
  id: string,
  change: Partial<
    Pick<
      OrderRow,
      | ('state' | 'submitted_at' | 'rail_reference' | 'next_check_at' | 'failures' | 'code')
      | ('message' | 'ended_at')
    >
  >,
  at: Date,
): Promise<void> {
  await db
    .updateTable('payout_order')
    .set({ ...change, ...(shown.some((name) => name in change) ? { updated_at: at } : {}) })
    .where(within(db, 'payout_order'))
    .where('id', '=', id)
    .execute()
}

const isDue = sql<SqlBool>`(state in ('approved', 'sent') or (state = 'paid' and next_check_at is not null))`
const dueAt = sql<Date>`coalesce(next_check_at, send_at)`

/** Ids of what is to be sent, or asked for. */
export async function listDueOrders(db: Db, at: Date, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('payout_order')
    .select('id')
    .where(within(db, 'payout_order'))
    .where(isDue)
    .where(dueAt, '<=', at)
    .orderBy(dueAt)
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

/** Payouts that were not approved in time; those of a file end with it. */
export async function listExpiredOrders(db: Db, at: Date, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('payout_order')
    .select('id')
    .where(within(db, 'payout_order'))
    .where('state', '=', sql.lit('waiting_for_approval'))
    .where('expires_at', '<=', at)
    .where('batch_id', 'is', null)
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

export interface PayeeKey {
  readonly merchantId: string
  readonly mode: number
  /** Of the account, or what stands for the card's. */
  readonly number: string
}

/** Whether this account was paid before. */
export async function isKnownAccount(
  db: Db,
  { merchantId, mode, number }: PayeeKey,
): Promise<boolean> {
  const found = await db
    .selectFrom('payout_order')
    .select('id')
    .where(within(db, 'payout_order'))
    .where('merchant_id', '=', merchantId)
    .where('mode', '=', mode)
    .where(payeeNumber, '=', number)
    .where('state', '=', 'paid')
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

/** As the index has it. */
export const payeeNumber = sql<string>`coalesce(
  payee_card_fingerprint,
  case when payee_iban like 'GB%' then substr(payee_iban, 9) else payee_iban end,
  payee_sort_code || payee_account_number)`

/** Payouts to accounts that went, or may go. */
const paidTo = (
  db: Db,
  of: { readonly merchantId: string; readonly mode: number; readonly currency: string },
  numbers: readonly string[],
) =>
  db
    .selectFrom('payout_order')
    .where(within(db, 'payout_order'))
    .where('merchant_id', '=', of.merchantId)
    .where('mode', '=', of.mode)
    .where('currency', '=', of.currency)
    .where(sql<SqlBool>`${payeeNumber} = any (${[...numbers]}::text[])`)
    .where('state', 'not in', ['declined', 'failed', 'returned'])

/** Since when the first payout went to each account, and what did since an instant; accounts without any are left out. */
export const listSumsToAccounts = (
  db: Db,
  of: { readonly merchantId: string; readonly mode: number; readonly currency: string },
  numbers: readonly string[],
  since: Date,
): Promise<{ number: string; firstAt: Date; sumMinor: bigint }[]> =>
  paidTo(db, of, numbers)
    .select([
      payeeNumber.as('number'),
      sql<Date>`min(created_at)`.as('firstAt'),
      sql<bigint>`coalesce(sum(amount_minor) filter (where created_at >= ${since}), 0)::bigint`.as(
        'sumMinor',
      ),
    ])
    .groupBy(payeeNumber)
    .execute()

/**
 * What went to these accounts within 24 hours. The confirmation levels count it with what is asked for, so that nobody stays
 * below a level by paying in parts.
 */
export async function sumOfLastDay(
  db: Db,
  of: Parameters<typeof listSumsToAccounts>[1],
  numbers: readonly string[],
  now: Date,
): Promise<bigint> {
  const since = new Date(now.getTime() - dayMs)
  const { sumMinor } = await paidTo(db, of, numbers)
    .select(sql<bigint>`coalesce(sum(amount_minor), 0)::bigint`.as('sumMinor'))
    // ids begin with their time: of an account that is paid often only the latest payouts are read
    .where('id', '>=', firstIdAt(since))
    .where('created_at', '>=', since)
    .executeTakeFirstOrThrow()
  return sumMinor
}

/** The rules for a merchant's payouts in a currency, its own first. */
export const findPayoutRule = (db: Db, merchantId: string, currency: string) =>
  db
    .selectFrom('payout_rule')
    .select(['approval', 'cooling_hours', 'cooling_limit_minor'])
    .where(within(db, 'payout_rule', null))
    .where('is_active', '=', true)
    .where('currency', '=', currency)
    .where((or) => or.or([or('merchant_id', 'is', null), or('merchant_id', '=', merchantId)]))
    .orderBy(sql`merchant_id nulls last`)
    .limit(1)
    .executeTakeFirst()

/** A beneficiary in use; undefined if the caller does not see it. */
export const findPayee = (db: Db, id: string) =>
  db
    .selectFrom('beneficiary')
    .selectAll()
    .where(within(db, 'beneficiary'))
    .where('id', '=', id)
    .where('is_active', '=', true)
    .executeTakeFirst()

const maxPayees = 50

export function listPayeeRows(db: Db, searchKey: string | undefined) {
  return db
    .selectFrom('beneficiary')
    .selectAll()
    .where(within(db, 'beneficiary'))
    .where('is_active', '=', true)
    .$if(searchKey !== undefined, (query) => query.where(contains(sql.ref('name'), searchKey)))
    .orderBy(alphabetical(sql.ref('name')))
    .orderBy('id')
    .limit(maxPayees)
    .execute()
}

export const findMerchantName = (db: Db, id: string) =>
  db
    .selectFrom('merchant')
    .select('legal_business_name as name')
    .where(within(db, 'merchant', 'id'))
    .where('id', '=', id)
    .executeTakeFirst()

export const listMerchantNames = (db: Db, ids: readonly string[]) =>
  ids.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom('merchant')
        .select(['id', 'legal_business_name as name'])
        .where(within(db, 'merchant', 'id'))
        .where('id', 'in', [...ids])
        .execute()

/** Tenants that have payouts which are due, or waited too long. */
export async function listTenantsWithDue(db: Db, at: Date): Promise<string[]> {
  const { rows } = await sql<{ tenantId: string }>`
    select o.tenant_id as "tenantId" from payout_order o
    where ${within(db, 'o')} and coalesce(o.next_check_at, o.send_at) <= ${at}
      and (o.state in ('approved', 'sent') or (o.state = 'paid' and o.next_check_at is not null))
    group by o.tenant_id
    union
    select w.tenant_id from payout_order w
    where ${within(db, 'w')} and w.state = 'waiting_for_approval' and w.expires_at <= ${at}
      and w.batch_id is null
    group by w.tenant_id`.execute(db)
  return rows.map(({ tenantId }) => tenantId)
}
