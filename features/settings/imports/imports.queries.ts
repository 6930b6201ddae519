import { reportColumns } from '@counterfoil/kit/contract/imports.ts'
import { type CopyOut, copyOut } from '@counterfoil/kit/database/copy.ts'
import type { Database, Db } from '@counterfoil/kit/database/database.ts'
import { importsOfUser } from '@counterfoil/kit/database/imports.ts'
import { countRows, type Part } from '@counterfoil/kit/database/paging.ts'
import { escapeSpreadsheetText } from '@counterfoil/kit/database/spreadsheet-text.ts'
import { within } from '@counterfoil/kit/database/within.ts'
import { type RawBuilder, sql } from 'kysely'
import { importRowsOf, type RowSearch } from './import-rows.queries.ts'

export interface ImportSearch {
  readonly userId: string
  readonly resource?: string | undefined
}

const searched = (db: Db, { userId, resource }: ImportSearch) =>
  importsOfUser(db, userId).$if(resource !== undefined, (query) =>
    query.where('resource', '=', resource ?? ''),
  )

export function listImportsOf(db: Db, search: ImportSearch, page: Part) {
  return searched(db, search)
    .selectAll()
    .orderBy('id', 'desc')
    .limit(page.limit)
    .offset(page.offset)
    .execute()
}

export function countImportsOf(db: Db, search: ImportSearch): Promise<number> {
  return countRows(searched(db, search))
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

/**
 * The result as CSV: line, result and reason of each row, and the cells of refused rows under their own names, so that the
 * file can be corrected and uploaded again.
 */
export async function copyImportRows(
  database: Database,
  db: Db,
  search: RowSearch,
): Promise<CopyOut> {
  const [line, result, field, reason] = reportColumns
  const cell = (value: RawBuilder<unknown>) => escapeSpreadsheetText(value) as RawBuilder<string>
  const rows = importRowsOf(db, search)
    .select([
      sql<string>`r.line::text`.as(line),
      sql<string>`r.state`.as(result),
      cell(sql`r.path`).as(field),
      cell(sql`r.message`).as(reason),
      ...(await columnsOf(db, search)).map((name) =>
        cell(sql`(r.cells->>${sql.lit(name)})`).as(name),
      ),
    ])
    .orderBy('r.line')
  return copyOut(database, db.scope, rows)
}

/** The file's columns, from any row that still has its cells. */
async function columnsOf(db: Db, search: RowSearch): Promise<string[]> {
  const row = await importRowsOf(db, { ...search, outcome: 'refused' })
    .select(sql<string[]>`array(select jsonb_object_keys(r.cells))`.as('names'))
    .limit(1)
    .executeTakeFirst()
  return row?.names ?? []
}

export function listRunningImports(db: Db) {
  return db
    .selectFrom('data_import as i')
    .selectAll()
    .where(within(db, 'i', null))
    .where('i.state', '=', 'running')
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
export function updateImportEnded(db: Db, importId: string, state: 'done' | 'cancelled', at: Date) {
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
