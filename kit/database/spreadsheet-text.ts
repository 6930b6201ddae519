import { type RawBuilder, sql } from 'kysely'

/**
 * What a spreadsheet runs instead of showing it: = + - @ and their full-width forms, a tab, a carriage return. Behind
 * an apostrophe it is text. The same list is csv-stringify's, which writes what no statement does.
 */
export const formulaStarts = [
  '=',
  '+',
  '-',
  '@',
  '\t',
  '\r',
  '\uFF1D',
  '\uFF0B',
  '\uFF0D',
  '\uFF20',
]

const codePoints = sql.raw(formulaStarts.map((start) => start.codePointAt(0)).join(', '))

export function escapeSpreadsheetText(text: RawBuilder<unknown>): RawBuilder<unknown> {
  // an expression binds as one
  const whole = sql`(${text})`
  return sql`case when ascii(${whole}) in (${codePoints}) then '''' || ${whole} else ${whole} end`
}

/** The cell without the apostrophe that an export put before it. */
export function unescapeSpreadsheetText(cell: string): string {
  return cell.startsWith("'") && formulaStarts.includes(cell.charAt(1)) ? cell.slice(1) : cell
}
