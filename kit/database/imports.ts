// Uploads of records as CSV: the rows wait in the database, and each has its result in the transaction of its effect.

import type { ImportOutcome } from '@counterfoil/kit/contract/imports.ts'
import type { ProblemParams } from '@counterfoil/kit/contract/problem.ts'
import { type SqlBool, sql } from 'kysely'
import type { Db } from './database.ts'
import { tenantOf } from './tenant-of.ts'
import { within } from './within.ts'

export interface NewImport {
  readonly id: string
  readonly resource: string
  readonly userId: string
  readonly userTenantId: string
  readonly idempotencyKey: string
  readonly fileName: string
  readonly sha256: string
  readonly requestId: string
  readonly ip: string
  readonly at: Date
}

/** A row as it waits, or as it was refused already when the file was read. */
export interface NewImportRow {
  readonly line: number
  readonly cells: Readonly<Record<string, string>>
  readonly refusal?: Refusal
}

export interface Refusal {
  readonly code: string
  readonly message: string
  readonly params?: ProblemParams | undefined
  readonly path?: string | undefined
}

/** False when the same intent was sent before. */
export async function insertImport(db: Db, one: NewImport): Promise<boolean> {
  const rows = await db
    .insertInto('data_import')
    .values({
      tenant_id: tenantOf(db),
      id: one.id,
      resource: one.resource,
      user_id: one.userId,
      user_tenant_id: one.userTenantId,
      idempotency_key: one.idempotencyKey,
      file_name: one.fileName,
      sha256: one.sha256,
      request_id: one.requestId,
      ip: one.ip,
      state: 'running',
      row_count: 0,
      created_at: one.at,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .execute()
  return rows.length > 0
}

export async function insertImportRows(
  db: Db,
  importId: string,
  rows: readonly NewImportRow[],
): Promise<void> {
  if (rows.length === 0) return
  const tenant_id = tenantOf(db)
  await db
    .insertInto('data_import_row')
    .values(
      rows.map(({ line, cells, refusal }) => ({
        tenant_id,
        data_import_id: importId,
        line,
        cells: JSON.stringify(cells),
        state: refusal === undefined ? 'waiting' : 'refused',
        ...refusalColumns(refusal),
      })),
    )
    .execute()
}

const refusalColumns = (refusal: Refusal | undefined) => ({
  code: refusal?.code ?? null,
  message: refusal?.message ?? null,
  params: refusal?.params === undefined ? null : JSON.stringify(refusal.params),
  path: refusal?.path ?? null,
})

/** How many rows there are once the whole file was read, and how many of them are refused already. */
export async function updateImportSize(
  db: Db,
  importId: string,
  size: { readonly rows: number; readonly refused: number },
): Promise<void> {
  await db
    .updateTable('data_import')
    .set({ row_count: size.rows, refused_count: size.refused })
    .where(within(db, 'data_import', null))
    .where('id', '=', importId)
    .execute()
}

/** One's own imports, whichever tenant they are in. */
const ofUser = (db: Db, userId: string) =>
  db
    .selectFrom('data_import')
    .where(within(db, 'data_import', null))
    .where('user_id', '=', userId)

export interface ImportSearch {
  readonly userId: string
  readonly resource?: string | undefined
}

const searched = (db: Db, { userId, resource }: ImportSearch) =>
  ofUser(db, userId).$if(resource !== undefined, (query) =>
    query.where('resource', '=', resource ?? ''),
  )

export function listImportsOf(
  db: Db,
  search: ImportSearch,
  page: { readonly limit: number; readonly offset: number },
) {
  return searched(db, search)
    .selectAll()
    .orderBy('id', 'desc')
    .limit(page.limit)
    .offset(page.offset)
    .execute()
}
export type ImportRecord = Awaited<ReturnType<typeof listImportsOf>>[number]

export async function countImportsOf(db: Db, search: ImportSearch): Promise<number> {
  const { count } = await searched(db, search)
    .select((eb) => eb.fn.countAll<bigint>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

export function findImportOf(db: Db, userId: string, id: string) {
  return ofUser(db, userId).selectAll().where('id', '=', id).executeTakeFirst()
}

export function findImportByKey(db: Db, userId: string, key: string) {
  return ofUser(db, userId).selectAll().where('idempotency_key', '=', key).executeTakeFirst()
}

export interface RowSearch {
  readonly tenantId: string
  readonly importId: string
  readonly outcome?: ImportOutcome | undefined
}

export const importRowsOf = (db: Db, { tenantId, importId, outcome }: RowSearch) =>
  db
    .selectFrom('data_import_row as r')
    .where(within(db, 'r', null))
    .where('r.tenant_id', '=', tenantId)
    .where('r.data_import_id', '=', importId)
    .where(outcome === undefined ? sql<SqlBool>`r.state <> 'waiting'` : isIn(outcome))

// not a parameter, so that a plan knows the partial index of refusals
const isIn = (outcome: ImportOutcome) => sql<SqlBool>`r.state = ${sql.lit(outcome)}`

export function listImportRowsOf(
  db: Db,
  search: RowSearch,
  page: { readonly limit: number; readonly offset: number },
) {
  return importRowsOf(db, search)
    .select(['r.line', 'r.state', 'r.record_key', 'r.code', 'r.params', 'r.path', 'r.message'])
    .orderBy('r.line')
    .limit(page.limit)
    .offset(page.offset)
    .execute()
}

/** What is to be done of one import, for the job that does it; undefined when it is over. */
export function findRunningImport(db: Db, importId: string) {
  return db
    .selectFrom('data_import')
    .selectAll()
    .where(within(db, 'data_import', null))
    .where('id', '=', importId)
    .where('state', '=', 'running')
    .executeTakeFirst()
}

export function listWaitingRows(db: Db, importId: string, limit: number) {
  return db
    .selectFrom('data_import_row')
    .select(['line', 'cells'])
    .where(within(db, 'data_import_row', null))
    .where('data_import_id', '=', importId)
    .where(sql<SqlBool>`state = 'waiting'`)
    .orderBy('line')
    .limit(limit)
    .execute()
}

/** Holds those of the rows that still wait until the transaction ends; another worker may have taken some. */
export async function lockWaitingRows(
  db: Db,
  importId: string,
  lines: readonly number[],
): Promise<Set<number>> {
  const rows = await db
    .selectFrom('data_import_row')
    .select('line')
    .where(within(db, 'data_import_row', null))
    .where('data_import_id', '=', importId)
    .where('line', 'in', lines as number[])
    .where('state', '=', 'waiting')
    .orderBy('line')
    .forUpdate()
    .execute()
  return new Set(rows.map(({ line }) => line))
}

/** The line of the same file that the record was taken from. */
export async function findLineOf(
  db: Db,
  importId: string,
  recordKey: string,
): Promise<number | undefined> {
  const row = await db
    .selectFrom('data_import_row')
    .select('line')
    .where(within(db, 'data_import_row', null))
    .where('data_import_id', '=', importId)
    .where('record_key', '=', recordKey)
    .limit(1)
    .executeTakeFirst()
  return row?.line
}

export type RowResult =
  | { readonly state: 'created' | 'changed' | 'unchanged'; readonly recordKey: string }
  | { readonly state: 'refused'; readonly refusal: Refusal }

export async function updateRowResult(
  db: Db,
  importId: string,
  line: number,
  result: RowResult,
): Promise<void> {
  const change =
    result.state === 'refused'
      ? refusalColumns(result.refusal)
      : { record_key: result.recordKey, cells: '{}' }
  await db
    .updateTable('data_import_row')
    .set({ state: result.state, ...change })
    .where(within(db, 'data_import_row', null))
    .where('data_import_id', '=', importId)
    .where('line', '=', line)
    .execute()
}

/** So many more of each kind; false when the import was ended: then nothing of these rows may stay. */
export async function countResults(
  db: Db,
  importId: string,
  results: readonly RowResult[],
): Promise<boolean> {
  const count = (state: ImportOutcome) => results.filter((one) => one.state === state).length
  const { numUpdatedRows } = await db
    .updateTable('data_import')
    .set((row) => ({
      created_count: row('created_count', '+', count('created')),
      changed_count: row('changed_count', '+', count('changed')),
      unchanged_count: row('unchanged_count', '+', count('unchanged')),
      refused_count: row('refused_count', '+', count('refused')),
      failures: 0,
    }))
    .where(within(db, 'data_import', null))
    .where('id', '=', importId)
    .where('state', '=', 'running')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Refuses whatever still waits. */
export async function refuseWaiting(db: Db, importId: string, refusal: Refusal): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('data_import_row')
    .set({ state: 'refused', ...refusalColumns(refusal) })
    .where(within(db, 'data_import_row', null))
    .where('data_import_id', '=', importId)
    .where(sql<SqlBool>`state = 'waiting'`)
    .executeTakeFirst()
  await db
    .updateTable('data_import')
    .set((row) => ({ refused_count: row('refused_count', '+', Number(numUpdatedRows)) }))
    .where(within(db, 'data_import', null))
    .where('id', '=', importId)
    .execute()
}

/** One more failure of ours in a row; answers how many there are. */
export async function updateImportFailure(db: Db, importId: string): Promise<number> {
  const row = await db
    .updateTable('data_import')
    .set((one) => ({ failures: one('failures', '+', 1) }))
    .where(within(db, 'data_import', null))
    .where('id', '=', importId)
    .returning('failures')
    .executeTakeFirst()
  return row?.failures ?? 0
}

/** Undefined when it was over before. */
export function endImport(db: Db, importId: string, state: 'done' | 'cancelled', at: Date) {
  return db
    .updateTable('data_import')
    .set({ state, finished_at: at })
    .where(within(db, 'data_import', null))
    .where('id', '=', importId)
    .where('state', '=', 'running')
    .returningAll()
    .executeTakeFirst()
}

/** How many old ones were forgotten, with all their rows. */
export async function deleteImports(db: Db, before: Date, limit: number): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('data_import')
    .where(within(db, 'data_import', null))
    .where('id', 'in', (old) =>
      old
        .selectFrom('data_import')
        .select('id')
        .where(within(db, 'data_import', null))
        .where('created_at', '<', before)
        .limit(limit),
    )
    .executeTakeFirst()
  return Number(numDeletedRows)
}
