import { Problem } from '@counterfoil/kit/contract/problem.ts'
import { encodingErrorIn, separatorIn } from '@counterfoil/kit/server/codecs/csv-text.ts'
import { CsvError, parse } from 'csv-parse/sync'
import {
  furtherColumns,
  readStatementLine,
  requiredColumns,
  type Separator,
  type StatementLine,
  type StatementReading,
} from './statement.rules.ts'

/** The most faults that are reported for one file. */
const maxFaults = 20
const maxLines = 5_000

/** Reads a whole statement, or throws a Problem with the faults of its lines. A faulty file is refused as a whole. */
export function readStatement(bytes: Uint8Array, reading: StatementReading): StatementLine[] {
  const text = decodeText(bytes)
  const separator = separatorIn(text)
  const rows = rowsOf(text, separator)
  if (rows.length === 0) throw refused(['The file has no lines below its head'])
  if (rows.length > maxLines) {
    throw refused([`The file has more than ${maxLines} lines. Split it`])
  }
  const lines: StatementLine[] = []
  const faults: string[] = []
  for (const { record, info } of rows) {
    const read = readStatementLine(record, info.lines, { ...reading, separator })
    if (typeof read === 'string') faults.push(`Line ${info.lines}: ${read}`)
    else lines.push(read)
    if (faults.length >= maxFaults) break
  }
  if (faults.length > 0) throw refused(faults)
  return lines
}

interface Row {
  readonly record: Record<string, string>
  readonly info: { readonly lines: number }
}

function rowsOf(text: string, delimiter: Separator): Row[] {
  try {
    return parse(text, {
      bom: true,
      columns: columnsOf,
      delimiter,
      info: true,
      skip_empty_lines: true,
    }) as unknown as Row[]
  } catch (error) {
    throw error instanceof CsvError ? refused([faultOf(error)]) : error
  }
}

function columnsOf(head: string[]): string[] {
  const names = head.map((name) => name.trim().toLowerCase())
  const missing = requiredColumns.filter((column) => !names.includes(column))
  const twice = [...requiredColumns, ...furtherColumns].filter(
    (column) => names.filter((name) => name === column).length > 1,
  )
  const faults = [
    ...missing.map((column) => `Line 1: the column ${column} is missing`),
    ...twice.map((column) => `Line 1: the column ${column} is there twice`),
  ]
  if (faults.length > 0) throw refused(faults)
  return names
}

function decodeText(bytes: Uint8Array): string {
  const flaw = encodingErrorIn(bytes)
  if (flaw === 'utf16') throw refused(['The file is in UTF-16. Save it as CSV in UTF-8'])
  if (flaw !== undefined) throw refused([`Line ${flaw.line}: this is not a text in UTF-8`])
  return new TextDecoder().decode(bytes)
}

function faultOf(error: CsvError): string {
  const at = `Line ${(error as { lines?: unknown }).lines ?? 1}`
  switch (error.code) {
    case 'CSV_QUOTE_NOT_CLOSED':
      return `${at}: a quote is opened and never closed`
    case 'INVALID_OPENING_QUOTE':
    case 'CSV_INVALID_CLOSING_QUOTE':
      return `${at}: a quote stands in the middle of a field`
    case 'CSV_RECORD_INCONSISTENT_COLUMNS':
    case 'CSV_RECORD_INCONSISTENT_FIELDS_LENGTH':
      return `${at}: the number of fields differs from that of the head`
    default:
      return `${at}: it cannot be read`
  }
}

function refused(faults: readonly string[]): Problem {
  return new Problem('bank_order.invalid_file', 400, faults[0] ?? 'The file cannot be read', {
    errors: faults.map((message) => ({ message, path: 'csvFile' })),
  })
}
