import { reportColumns } from '@counterfoil/kit/contract/imports.ts'
import { type CopyOut, copyOut } from '@counterfoil/kit/database/copy.ts'
import type { Database, Db } from '@counterfoil/kit/database/database.ts'
import { importRowsOf, type RowSearch } from '@counterfoil/kit/database/imports.ts'
import { escapeSpreadsheetText } from '@counterfoil/kit/database/spreadsheet-text.ts'
import { within } from '@counterfoil/kit/database/within.ts'
import { type RawBuilder, sql } from 'kysely'

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
