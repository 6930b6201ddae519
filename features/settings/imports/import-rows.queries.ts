import type { ImportOutcome } from '@counterfoil/kit/contract/imports.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import { type Refusal, refusalColumns } from '@counterfoil/kit/database/imports.ts'
import type { Part } from '@counterfoil/kit/database/paging.ts'
import { within } from '@counterfoil/kit/database/within.ts'
import { type SqlBool, sql } from 'kysely'

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

export function listImportRowsOf(db: Db, search: RowSearch, page: Part) {
  return importRowsOf(db, search)
    .select(['r.line', 'r.state', 'r.record_key', 'r.code', 'r.params', 'r.path', 'r.message'])
    .orderBy('r.line')
    .limit(page.limit)
    .offset(page.offset)
    .execute()
}

export function listWaitingRows(
  db: Db,
  importId: string,
  { after, limit }: { readonly after: number; readonly limit: number },
) {
  return db
    .selectFrom('data_import_row')
    .select(['line', 'cells'])
    .where(within(db, 'data_import_row', null))
    .where('data_import_id', '=', importId)
    .where(sql<SqlBool>`state = 'waiting'`)
    .where('line', '>', after)
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

export interface TakenRow {
  readonly line: number
  readonly state: 'created' | 'unchanged'
  readonly recordKey: string
}

/** The same of many rows. */
export async function updateTakenRows(
  db: Db,
  importId: string,
  taken: readonly TakenRow[],
): Promise<void> {
  const lines = taken.map(({ line }) => line)
  const states = taken.map(({ state }) => state)
  const keys = taken.map(({ recordKey }) => recordKey)
  await sql`
    update data_import_row as r set state = taken.state, record_key = taken.key, cells = '{}'
    from unnest(${lines}::integer[], ${states}::text[], ${keys}::text[]) as taken (line, state, key)
    where ${within(db, 'r', null)} and r.data_import_id = ${importId} and r.line = taken.line
  `.execute(db)
}

/** Which of the records rows of the same file have led to already. */
export async function listTakenKeys(
  db: Db,
  importId: string,
  recordKeys: readonly string[],
): Promise<ReadonlySet<string>> {
  if (recordKeys.length === 0) return new Set()
  const rows = await db
    .selectFrom('data_import_row')
    .select('record_key')
    .where(within(db, 'data_import_row', null))
    .where('data_import_id', '=', importId)
    .where('record_key', 'in', recordKeys as string[])
    .execute()
  return new Set(rows.map(({ record_key }) => String(record_key)))
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
