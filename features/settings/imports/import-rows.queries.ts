import type { ImportOutcome } from '@counterfoil/kit/contract/imports.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import { type Refusal, refusalColumns } from '@counterfoil/kit/database/imports.ts'
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

/** The same of many rows that each made a record. */
export async function updateCreatedRows(
  db: Db,
  importId: string,
  made: readonly { readonly line: number; readonly recordKey: string }[],
): Promise<void> {
  const lines = made.map(({ line }) => line)
  const keys = made.map(({ recordKey }) => recordKey)
  await sql`
    update data_import_row as r set state = 'created', record_key = made.key, cells = '{}'
    from unnest(${lines}::integer[], ${keys}::text[]) as made (line, key)
    where ${within(db, 'r', null)} and r.data_import_id = ${importId} and r.line = made.line
  `.execute(db)
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
