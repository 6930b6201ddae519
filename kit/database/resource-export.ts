import type { Resource } from '@counterfoil/kit/contract/resource.ts'
import type { ListQuery } from '@counterfoil/kit/contract/resource-calls.ts'
import type { AnyField } from '@counterfoil/kit/contract/resource-field.ts'
import { type RawBuilder, sql } from 'kysely'
import { type CopyOut, copyOut } from './copy.ts'
import type { Database, Db } from './database.ts'
import { columnOf, sortedRows } from './resource-rows.ts'
import { escapeSpreadsheetText } from './spreadsheet-text.ts'

/**
 * The whole list as CSV that an import takes back: one column a field, by the field's name. The database writes the
 * text itself, row after row as it is read.
 */
export function copyResourceRows(
  database: Database,
  db: Db,
  of: Resource,
  query: ListQuery,
): Promise<CopyOut> {
  const { rows, activity } = sortedRows(db, of, query)
  const shown = rows.select([
    escapeSpreadsheetText(sql`${sql.ref(`t.${of.key}`)}::text`).as('id'),
    ...Object.entries(of.fields).map(([name, field]) =>
      cellOf(field, sql.ref(`t.${columnOf(name)}`)).as(name),
    ),
    yesOrNo(activity).as('isActive'),
  ])
  return copyOut(database, db.scope, shown)
}

const yesOrNo = (truth: RawBuilder<unknown>) =>
  sql<string>`case when ${truth} then 'true' when not ${truth} then 'false' end`

/** As an answer has it, in one cell. */
function cellOf({ kind }: AnyField, column: RawBuilder<unknown>): RawBuilder<string> {
  switch (kind) {
    case 'yesNo':
      return yesOrNo(column)
    case 'number':
    case 'amount':
    case 'day':
      return sql<string>`${column}::text`
    case 'instant':
      return sql<string>`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
    case 'choices':
    case 'list':
    case 'references':
      return escapeSpreadsheetText(sql`array_to_string(${column}, ';')`) as RawBuilder<string>
    default:
      return escapeSpreadsheetText(sql`${column}::text`) as RawBuilder<string>
  }
}
