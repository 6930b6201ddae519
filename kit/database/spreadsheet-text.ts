import { type RawBuilder, sql } from 'kysely'

/** A spreadsheet runs what begins with = + - @, a tab or a carriage return; behind an apostrophe it is text. */
export function escapeSpreadsheetText(text: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`case when ascii(${text}) in (61, 43, 45, 64, 9, 13) then '''' || ${text} else ${text} end`
}
