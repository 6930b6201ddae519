import type { PayoutBatch } from '@counterfoil/database/rows.generated.ts'
import type { Mode } from '@counterfoil/kit/contract/fields.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import { contains } from '@counterfoil/kit/database/folded-text.ts'
import { newId } from '@counterfoil/kit/database/ids.ts'
import { countRows, type Part } from '@counterfoil/kit/database/paging.ts'
import { tenantOf } from '@counterfoil/kit/database/tenant-of.ts'
import { within } from '@counterfoil/kit/database/within.ts'
import { type Insertable, type Selectable, type SqlBool, sql } from 'kysely'

export type BatchRecord = Selectable<PayoutBatch>
type NewBatch = Omit<
  Insertable<PayoutBatch>,
  'tenant_id' | 'requirements' | 'expires_at' | 'reason' | 'submitted_at' | 'ended_at'
>

export interface NewLine {
  readonly line: number
  readonly given: string
  readonly payout: string | null
  readonly amount_minor: bigint | null
  readonly currency: string | null
  readonly payee_name: string | null
  readonly payee_result: string | null
  readonly bank_name: string | null
  readonly duplicate_of: number | null
  readonly paid_before: string | null
  readonly code: string | null
  readonly message: string | null
  /** JSON. */
  readonly params: string | null
}

const rowsAtOnce = 500

export async function insertBatch(
  db: Db,
  batch: NewBatch,
  lines: readonly NewLine[],
): Promise<void> {
  const tenant_id = tenantOf(db)
  await db
    .insertInto('payout_batch')
    .values({ ...batch, tenant_id })
    .execute()
  for (let from = 0; from < lines.length; from += rowsAtOnce) {
    await db
      .insertInto('payout_batch_row')
      .values(
        lines.slice(from, from + rowsAtOnce).map((line) => ({
          ...{ ...line, tenant_id, batch_id: batch.id, merchant_id: batch.merchant_id },
        })),
      )
      .execute()
  }
}

export async function insertBatchStep(
  db: Db,
  batch: Pick<BatchRecord, 'id' | 'merchant_id'>,
  step: {
    readonly kind: string
    /** Null where the time for a decision was over. */
    readonly actorId: string | null
    readonly actorName: string | null
    readonly actorRoleId?: string | null
    readonly actorKeys?: readonly string[]
    readonly reason: string | null
    readonly at: Date
  },
): Promise<void> {
  await db
    .insertInto('payout_batch_step')
    .values({
      ...{ tenant_id: tenantOf(db), id: newId(step.at), merchant_id: batch.merchant_id },
      ...{ batch_id: batch.id, kind: step.kind, at: step.at, reason: step.reason },
      ...{ actor_id: step.actorId, actor_name: step.actorName },
      ...{ actor_role_id: step.actorRoleId ?? null, actor_keys: [...(step.actorKeys ?? [])] },
    })
    .execute()
}

export const findBatch = (db: Db, id: string) =>
  db
    .selectFrom('payout_batch')
    .selectAll()
    .where(within(db, 'payout_batch'))
    .where('id', '=', id)
    .executeTakeFirst()

/** The batch, held until the transaction ends. */
export const lockBatch = (db: Db, id: string) =>
  db
    .selectFrom('payout_batch')
    .selectAll()
    .where(within(db, 'payout_batch'))
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()

/** Batches of all tenants that were not approved in time. */
export const listExpiredBatches = (db: Db, at: Date) =>
  db
    .selectFrom('payout_batch')
    .select(['tenant_id as tenantId', 'id'])
    .where(within(db, 'payout_batch'))
    .where('state', '=', sql.lit('waiting_for_approval'))
    .where('expires_at', '<=', at)
    .orderBy('tenant_id')
    .orderBy('id')
    .execute()

interface FileIdentity {
  readonly id: string
  readonly merchant_id: string
  readonly mode: number
  readonly file_hash: string
  readonly message_id: string | null
}

/** Another batch of the same file, or of the same message of a bank’s format, that was submitted and not given up. */
export const findSameFile = (
  db: Db,
  { id, merchant_id: merchantId, mode, file_hash, message_id }: FileIdentity,
) =>
  db
    .selectFrom('payout_batch')
    .select('id')
    .where(within(db, 'payout_batch'))
    .where('merchant_id', '=', merchantId)
    .where('mode', '=', mode)
    .where('id', '<>', id)
    .where((or) =>
      or.or([
        or('file_hash', '=', file_hash),
        ...(message_id === null ? [] : [or('message_id', '=', message_id)]),
      ]),
    )
    .where('state', 'in', ['waiting_for_approval', 'running', 'stopped'])
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()

export interface BatchSearch {
  readonly mode: Mode
  readonly searchKey?: string | undefined
  readonly isWaiting?: boolean
}

const searched = (db: Db, { mode, searchKey, isWaiting }: BatchSearch) =>
  db
    .selectFrom('payout_batch as b')
    .where(within(db, 'b'))
    .where('b.mode', '=', mode)
    .$if(isWaiting === true, (query) =>
      query.where('b.state', '=', sql.lit('waiting_for_approval')),
    )
    .$if(searchKey !== undefined, (query) =>
      query.where(contains(sql.ref('b.file_name'), searchKey)),
    )

export const listBatchRecords = (db: Db, search: BatchSearch, { limit, offset }: Part) =>
  searched(db, search)
    .selectAll('b')
    .orderBy('b.id', search.isWaiting === true ? 'asc' : 'desc')
    .limit(limit)
    .offset(offset)
    .execute()

export function countBatchRecords(db: Db, search: BatchSearch): Promise<number> {
  return countRows(searched(db, search))
}

const isDuplicate = sql<SqlBool>`(duplicate_of is not null or paid_before is not null)`

/** What the good rows of batches come to, by currency: of them all, and without duplicates. */
export const listTotals = (db: Db, ids: readonly string[]) =>
  ids.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom('payout_batch_row')
        .select((eb) => [
          'batch_id as batchId',
          'currency',
          eb.fn.countAll<bigint>().as('count'),
          sql<bigint>`sum(amount_minor)::bigint`.as('amountMinor'),
          sql<bigint>`count(*) filter (where not ${isDuplicate})`.as('uniqueCount'),
          sql<bigint>`coalesce(sum(amount_minor) filter (where not ${isDuplicate}), 0)::bigint`.as(
            'uniqueMinor',
          ),
        ])
        .where(within(db, 'payout_batch_row'))
        .where('batch_id', 'in', [...ids])
        .where('code', 'is', null)
        .groupBy(['batch_id', 'currency'])
        .orderBy('currency')
        .execute()

/** How many payouts of batches are in which state. */
export const listPayoutCounts = (db: Db, ids: readonly string[]) =>
  ids.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom('payout_order')
        .select((eb) => ['batch_id as batchId', 'state', eb.fn.countAll<bigint>().as('count')])
        .where(within(db, 'payout_order'))
        .where('batch_id', 'in', [...ids])
        .groupBy(['batch_id', 'state'])
        .orderBy('state')
        .execute()

export const listBatchSteps = (db: Db, ids: readonly string[]) =>
  ids.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom('payout_batch_step')
        .selectAll()
        .where(within(db, 'payout_batch_step'))
        .where('batch_id', 'in', [...ids])
        .orderBy('id')
        .execute()

export interface LineSearch {
  readonly batchId: string
  readonly which?: 'faulty' | 'unconfirmed' | 'duplicates' | undefined
}

const lines = (db: Db, { batchId, which }: LineSearch) =>
  db
    .selectFrom('payout_batch_row as r')
    .where(within(db, 'r'))
    .where('r.batch_id', '=', batchId)
    .$if(which === 'faulty', (query) => query.where('r.code', 'is not', null))
    .$if(which === 'duplicates', (query) =>
      query.where(sql<SqlBool>`(r.duplicate_of is not null or r.paid_before is not null)`),
    )
    .$if(which === 'unconfirmed', (query) =>
      query.where(sql<SqlBool>`r.payee_result is not null and r.payee_result <> 'match'`),
    )

/**
 * Lines with what became of their payouts, which are read by the lines' places: joined to them, those of the largest file took
 * longer than a call may when it had just been carried out.
 */
export async function listLines(db: Db, search: LineSearch, { limit, offset }: Part) {
  const found = await lines(db, search)
    .selectAll('r')
    .orderBy('r.line')
    .limit(limit)
    .offset(offset)
    .execute()
  const orders = await listOrdersOf(
    db,
    search.batchId,
    found.map(({ line }) => line),
  )
  const byLine = new Map(orders.map(({ batch_line, ...order }) => [batch_line, order]))
  return found.map((row) => ({ ...row, ...(byLine.get(row.line) ?? noOrder) }))
}
export type LineRecord = Awaited<ReturnType<typeof listLines>>[number]

const listOrdersOf = (db: Db, batchId: string, places: readonly number[]) =>
  db
    .selectFrom('payout_order')
    .select([
      'batch_line',
      'id as orderId',
      'state as orderState',
      'code as orderCode',
      'message as orderMessage',
      'end_to_end_id as endToEndId',
    ])
    .where(within(db, 'payout_order'))
    .where('batch_id', '=', batchId)
    .where(sql<SqlBool>`batch_line = any(${places}::integer[])`)
    .execute()

/** Of a line that is no payout yet, or never is. */
const noOrder = {
  orderId: null,
  orderState: null,
  orderCode: null,
  orderMessage: null,
  endToEndId: null,
}

export function countLines(db: Db, search: LineSearch): Promise<number> {
  return countRows(lines(db, search))
}

/** Gives the duplicates among the good rows of a batch the reason for which they are not paid. */
export async function updateLeftOut(
  db: Db,
  batchId: string,
  reason: { readonly code: string; readonly message: string },
): Promise<void> {
  await db
    .updateTable('payout_batch_row')
    .set(reason)
    .where(within(db, 'payout_batch_row'))
    .where('batch_id', '=', batchId)
    .where('code', 'is', null)
    .where(isDuplicate)
    .execute()
}

export async function updateBatch(
  db: Db,
  id: string,
  change: {
    readonly state: 'waiting_for_approval' | 'running' | 'stopped' | 'declined'
    readonly faulty_count?: number
    readonly requirements?: string
    readonly expires_at?: Date | null
    readonly reason?: string | null
    readonly submitted_at?: Date
    readonly ended_at?: Date
  },
): Promise<void> {
  await db
    .updateTable('payout_batch')
    .set(change)
    .where(within(db, 'payout_batch'))
    .where('id', '=', id)
    .execute()
}
