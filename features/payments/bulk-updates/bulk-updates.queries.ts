import type {
  WaitingActionOutcome,
  WaitingActionState,
} from '@counterfoil/features/payments/confirmations/confirmations.schema.ts'
import type { StatusByHand } from '@counterfoil/features/payments/processing/payments.schema.ts'
import { type CopyOut, copyOut } from '@counterfoil/kit/database/copy.ts'
import type { Database, Db } from '@counterfoil/kit/database/database.ts'
import { countRows, type Part } from '@counterfoil/kit/database/paging.ts'
import { escapeSpreadsheetText } from '@counterfoil/kit/database/spreadsheet-text.ts'
import { within, withinPayments } from '@counterfoil/kit/database/within.ts'
import { type RawBuilder, sql } from 'kysely'
import type { RowState } from './bulk-updates.contract.ts'
import type { FoundPayment, NewRow } from './bulk-updates.schema.ts'

const bulkUpdates = (db: Db) =>
  db
    .selectFrom('bulk_update as b')
    .innerJoin('tenant as t', 't.id', 'b.tenant_id')
    .leftJoin('bulk_update as u', (join) =>
      join.onRef('u.tenant_id', '=', 'b.tenant_id').onRef('u.id', '=', 'b.undoes_id'),
    )
    .selectAll('b')
    .select(['t.name as tenant_name', 'u.created_at as undone_created_at'])
    .select(['u.maker_id as undone_maker_id', 'u.target as undone_target'])
    .where(within(db, 'b', null))

export type BulkUpdateRecord = NonNullable<Awaited<ReturnType<typeof findBulkUpdate>>>

export const findBulkUpdate = (db: Db, id: string) =>
  bulkUpdates(db).where('b.id', '=', id).executeTakeFirst()

/** Bulk updates that undo another one, the newest first. */
export const listUndoings = (db: Db, { tenantId, id }: OfBulk) =>
  db
    .selectFrom('bulk_update as b')
    .select(['b.id', 'b.state', 'b.created_at as createdAt'])
    .where(within(db, 'b', null))
    .where('b.tenant_id', '=', tenantId)
    .where('b.undoes_id', '=', id)
    .orderBy('b.id', 'desc')
    .execute()

export const listBulkUpdateRecords = (db: Db, { limit, offset }: Part) =>
  bulkUpdates(db).orderBy('b.id', 'desc').limit(limit).offset(offset).execute()

export function countBulkUpdates(db: Db): Promise<number> {
  return countRows(db.selectFrom('bulk_update as b').where(within(db, 'b', null)))
}

interface OfBulk {
  readonly tenantId: string
  readonly id: string
  readonly state?: RowState | undefined
}

const rowsOf = (db: Db, { tenantId, id, state }: OfBulk) =>
  db
    .selectFrom('bulk_update_row as r')
    .where(within(db, 'r', null))
    .where('r.tenant_id', '=', tenantId)
    .where('r.bulk_update_id', '=', id)
    .$if(state !== undefined, (query) => query.where('r.state', '=', state ?? ''))

/** With the payments as they are now: those that waited may have changed since. */
const rowsAndPayments = (db: Db, of: OfBulk) =>
  rowsOf(db, of).leftJoin('payment as p', (join) =>
    join.onRef('p.tenant_id', '=', 'r.tenant_id').onRef('p.id', '=', 'r.payment_id'),
  )

export const listRows = (db: Db, of: OfBulk, { limit, offset }: Part) =>
  rowsAndPayments(db, of)
    .selectAll('r')
    .select('p.status as status_now')
    .orderBy('r.line')
    .limit(limit)
    .offset(offset)
    .execute()

/** Those whose payment has changed, or changes once others have confirmed it. */
export const listChangedRows = (db: Db, of: OfBulk) =>
  rowsOf(db, of)
    .select(['r.line', 'r.reference', 'r.payment_id as paymentId'])
    .where('r.state', 'in', ['changed', 'waiting'])
    .orderBy('r.line')
    .execute()

export const listGroups = (db: Db, of: OfBulk) =>
  rowsOf(db, of)
    .select((eb) => [
      'r.state',
      'r.status',
      'r.currency',
      eb.fn.countAll<bigint>().as('count'),
      sql<string>`coalesce(sum(r.amount_minor), 0)`.as('sum'),
    ])
    .groupBy(['r.state', 'r.status', 'r.currency'])
    .orderBy('r.state')
    .orderBy('r.status')
    .orderBy('r.currency')
    .execute()

/** Every payment with what became of it, as CSV. */
export function copyRows(database: Database, db: Db, of: OfBulk): Promise<CopyOut> {
  const cell = (value: RawBuilder<unknown>) => escapeSpreadsheetText(value) as RawBuilder<string>
  const rows = rowsAndPayments(db, of)
    .select([
      sql<string>`r.line::text`.as('line'),
      cell(sql`r.reference`).as('reference'),
      sql<string>`r.payment_id::text`.as('payment'),
      sql<string>`r.amount_minor::text`.as('amount_minor'),
      'r.currency',
      sql<string>`r.status`.as('status_before'),
      sql<string>`r.state`.as('result'),
      'p.status as status_now',
      'r.code',
      cell(sql`r.message`).as('message'),
    ])
    .orderBy('r.line')
  return copyOut(database, db.scope, rows)
}

/** A tenant's payments of either mode with one of the ids or of the merchants' references. */
export async function findPayments(
  db: Db,
  tenantId: string,
  sought: { readonly ids: readonly string[]; readonly externalIds: readonly string[] },
): Promise<FoundPayment[]> {
  const columns = db
    .selectFrom('payment')
    .select([
      ...([
        'id',
        'external_id as externalId',
        'mode',
        'status',
        'pending_on as pendingOn',
      ] as const),
      ...(['amount_minor as amountMinor', 'currency'] as const),
    ])
    .where(withinPayments(db, 'payment'))
    .where('tenant_id', '=', tenantId)
  const [byId, byReference] = await Promise.all([
    sought.ids.length === 0 ? [] : columns.where('id', 'in', sought.ids).execute(),
    columns.where('external_id', 'in', sought.externalIds).execute(),
  ])
  return [...byId, ...byReference]
}

/** Ids of payments that have been pending since before `before`, the oldest first. */
export async function listPendingIds(
  db: Db,
  search: {
    readonly tenantId: string
    readonly mode: number
    readonly provider: string | undefined
    readonly before: Date
  },
  limit: number,
): Promise<string[]> {
  const { tenantId, mode, provider, before } = search
  const rows = await db
    .selectFrom('payment')
    .select('id')
    .where(withinPayments(db, 'payment'))
    .where('tenant_id', '=', tenantId)
    .where('status', '=', 'pending')
    .where('mode', '=', mode)
    .where('created_at', '<', before)
    .$if(provider !== undefined, (query) => query.where('provider', '=', provider ?? ''))
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

export interface NewBulkUpdate {
  readonly tenantId: string
  readonly id: string
  readonly mode: number
  readonly target: StatusByHand
  readonly reason: string
  readonly undoesId: string | null
  readonly maker: { readonly tenantId: string; readonly id: string; readonly name: string }
  readonly requestId: string
  readonly ip: string
  readonly at: Date
}

const rowsAtOnce = 500

export async function insertBulkUpdate(
  db: Db,
  { tenantId, id, maker, at, requestId, undoesId, ...of }: NewBulkUpdate,
  rows: readonly NewRow[],
): Promise<void> {
  await db
    .insertInto('bulk_update')
    .values({
      ...of,
      ...{ tenant_id: tenantId, id, state: 'draft', request_id: requestId, created_at: at },
      ...{ maker_tenant_id: maker.tenantId, maker_id: maker.id, maker_name: maker.name },
      undoes_id: undoesId,
      row_count: rows.length,
      refused_count: rows.filter(({ refusal }) => refusal !== undefined).length,
    })
    .execute()
  for (let from = 0; from < rows.length; from += rowsAtOnce) {
    await db
      .insertInto('bulk_update_row')
      .values(
        rows.slice(from, from + rowsAtOnce).map(({ line, reference, payment, refusal }) => ({
          ...{ tenant_id: tenantId, bulk_update_id: id, line, reference },
          payment_id: payment?.id ?? null,
          amount_minor: payment?.amountMinor ?? null,
          currency: payment?.currency ?? null,
          status: payment?.status ?? null,
          state: refusal === undefined ? 'open' : 'refused',
          code: refusal?.code ?? null,
          message: refusal?.message ?? null,
        })),
      )
      .execute()
  }
}

type BulkState = 'draft' | 'running' | 'stopped' | 'done'

/** False when it was not in the state that it is to leave. */
export async function updateState(
  db: Db,
  id: string,
  from: BulkState,
  to: BulkState,
  at: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('bulk_update')
    .set({
      state: to,
      ...(from === 'draft' ? { started_at: at } : {}),
      ended_at: to === 'running' ? null : at,
    })
    .where(within(db, 'bulk_update', null))
    .where('id', '=', id)
    .where('state', '=', from)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export type RowResult =
  | { readonly state: 'changed'; readonly code?: string; readonly message?: string }
  | { readonly state: 'waiting' }
  | { readonly state: 'refused'; readonly code: string; readonly message: string }

/** Stores what became of a payment that is in the state `from`; nothing where that is stored already. */
export async function updateRowResult(
  db: Db,
  id: string,
  line: number,
  result: RowResult,
  from: 'open' | 'waiting' = 'open',
): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('bulk_update_row')
    .set(
      result.state === 'waiting'
        ? { state: result.state }
        : { state: result.state, code: result.code ?? null, message: result.message ?? null },
    )
    .where(within(db, 'bulk_update_row', null))
    .where('bulk_update_id', '=', id)
    .where('line', '=', line)
    .where('state', '=', from)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return
  const column = `${result.state}_count` as const
  await db
    .updateTable('bulk_update')
    .set((row) => ({
      [column]: row(column, '+', 1),
      ...(from === 'open' ? { failures: 0 } : { waiting_count: row('waiting_count', '-', 1) }),
    }))
    .where(within(db, 'bulk_update', null))
    .where('id', '=', id)
    .execute()
}

/** One more failure of ours in a row; answers how many there are. */
export async function updateFailures(db: Db, id: string): Promise<number> {
  const row = await db
    .updateTable('bulk_update')
    .set((one) => ({ failures: one('failures', '+', 1) }))
    .where(within(db, 'bulk_update', null))
    .where('id', '=', id)
    .returning('failures')
    .executeTakeFirst()
  return row?.failures ?? 0
}

/** Tenants of which a bulk update has payments that wait for confirmation. */
export async function listTenantsWithWaiting(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('bulk_update as b')
    .select('b.tenant_id as tenantId')
    .where(within(db, 'b', null))
    .where('b.waiting_count', '>', 0)
    .groupBy('b.tenant_id')
    .execute()
  return rows.map(({ tenantId }) => tenantId)
}

/** Payments of bulk updates that waited, with the end of the last change that was asked for; the older updates first. */
export async function listDecidedRows(db: Db, limit: number) {
  const { rows } = await sql<{
    readonly bulkUpdateId: string
    readonly line: number
    readonly state: Exclude<WaitingActionState, 'waiting' | 'confirmed'>
    readonly outcome: WaitingActionOutcome | null
  }>`
    select r.bulk_update_id as "bulkUpdateId", r.line, w.state, w.outcome
    from bulk_update b
    join bulk_update_row r on r.tenant_id = b.tenant_id and r.bulk_update_id = b.id and r.state = 'waiting'
    cross join lateral (
      select x.state, x.outcome from waiting_action x
      where ${within(db, 'x', null)} and x.tenant_id = r.tenant_id and x.payment_id = r.payment_id
        and x.action = 'changeStatus' and x.maker_id = b.maker_id and x.target_status = b.target
      order by x.id desc limit 1) w
    where ${within(db, 'b', null)} and ${within(db, 'r', null)} and b.waiting_count > 0
      and w.state not in ('waiting', 'confirmed')
    order by r.bulk_update_id, r.line limit ${limit}`.execute(db)
  return rows
}
