import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream'
import { CsvError, parse } from 'csv-parse'
import { type Decimal, decimalOf } from './decimal.ts'

/** One item of an invoice. */
export interface LedgerLine {
  /** Line of the file, for messages. */
  readonly line: number
  readonly invoice: string
  readonly stockCode: string
  readonly description: string
  readonly quantity: bigint
  readonly unitPrice: Decimal
  readonly customer: string
  readonly country: string
  readonly invoicedAt: Date
}

/** A file that cannot be replayed, with everything that is wrong with it, as far as was looked. */
export class LedgerFileError extends Error {
  readonly faults: readonly string[]

  constructor(faults: readonly string[]) {
    super(`The file cannot be replayed; nothing was sent:\n${faults.join('\n')}`)
    this.faults = faults
  }
}

const columns = [
  'InvoiceNo',
  'StockCode',
  'Description',
  'Quantity',
  'InvoiceDate',
  'UnitPrice',
  'CustomerID',
  'Country',
] as const
type Row = Record<(typeof columns)[number], string>

/** Faults are collected up to this many, then reading ends. */
const maxFaults = 20

/** Reads a whole sales ledger before anything is sent, so that a bad file sends nothing. */
export async function readLedgerFile(file: string): Promise<LedgerLine[]> {
  const lines: LedgerLine[] = []
  const faults: string[] = []
  const parser = parse({ bom: true, columns: headerOf, info: true, skip_empty_lines: true })
  // a file that cannot be read fails the loop below
  pipeline(createReadStream(file), parser, () => undefined)
  let lastLine = 1
  try {
    for await (const { record, info } of parser as AsyncIterable<{
      record: Row
      info: { lines: number }
    }>) {
      lastLine = info.lines
      const read = readLine(record, info.lines)
      if (typeof read === 'string') faults.push(`line ${info.lines}: ${read}`)
      else lines.push(read)
      if (faults.length >= maxFaults) break
    }
  } catch (error) {
    faults.push(faultOf(error, lastLine))
  }
  if (faults.length === 0 && lines.length === 0) faults.push('the file has no invoice lines')
  if (faults.length > 0) throw new LedgerFileError(faults)
  return lines
}

function headerOf(header: string[]): string[] {
  const names = header.map((name) => name.trim())
  const missing = columns.filter((column) => !names.includes(column))
  if (missing.length > 0) {
    throw new LedgerFileError([
      `line 1: the column${missing.length > 1 ? 's' : ''} ${missing.join(', ')} ${missing.length > 1 ? 'are' : 'is'} missing`,
    ])
  }
  return names
}

function faultOf(error: unknown, lastLine: number): string {
  if (error instanceof LedgerFileError) return error.faults.join('\n')
  if (!(error instanceof CsvError)) throw error
  switch (error.code) {
    case 'CSV_QUOTE_NOT_CLOSED':
      return `after line ${lastLine}: a quote is opened and never closed`
    case 'INVALID_OPENING_QUOTE':
    case 'CSV_INVALID_CLOSING_QUOTE':
      return `line ${lineOf(error, lastLine)}: a quote stands in the middle of a field; a field with quotes is quoted whole, with its own quotes doubled`
    case 'CSV_RECORD_INCONSISTENT_COLUMNS':
    case 'CSV_RECORD_INCONSISTENT_FIELDS_LENGTH':
      return `line ${lineOf(error, lastLine)}: the number of fields differs from that of the header`
    default:
      return `line ${lineOf(error, lastLine)}: ${error.message}`
  }
}

function lineOf(error: CsvError, lastLine: number): number {
  const { lines } = error as { lines?: unknown }
  return typeof lines === 'number' ? lines : lastLine + 1
}

/** The line, or what is wrong with it. */
function readLine(row: Row, line: number): LedgerLine | string {
  const invoice = row.InvoiceNo.trim()
  if (!/^[A-Za-z]?\d{1,20}$/.test(invoice))
    return `InvoiceNo "${shown(invoice)}" is not an invoice number`
  if (!/^-?\d{1,12}$/.test(row.Quantity.trim()))
    return `Quantity "${shown(row.Quantity)}" is not a whole number`
  const unitPrice = decimalOf(row.UnitPrice)
  if (unitPrice === undefined) return `UnitPrice "${shown(row.UnitPrice)}" is not a decimal number`
  const invoicedAt = dateOf(row.InvoiceDate)
  if (invoicedAt === undefined) {
    return `InvoiceDate "${shown(row.InvoiceDate)}" is not a date and time that exists (M/D/YY H:mm)`
  }
  return {
    line,
    invoice,
    stockCode: row.StockCode.trim(),
    description: row.Description.trim(),
    quantity: BigInt(row.Quantity.trim()),
    unitPrice,
    customer: row.CustomerID.trim(),
    country: row.Country.trim(),
    invoicedAt,
  }
}

const shown = (text: string) => (text.length > 40 ? `${text.slice(0, 40)}…` : text)

/** `12/1/10 8:26`, also with a year of four digits. The ledger names no time zone; UTC keeps its digits. */
function dateOf(text: string): Date | undefined {
  const match = /^(\d{1,2})\/(\d{1,2})\/(\d{2}|\d{4}) (\d{1,2}):(\d{2})$/.exec(text.trim())
  if (match === null) return undefined
  const [month = 0, day = 0, year = 0, hour = 0, minute = 0] = match.slice(1).map(Number)
  const fullYear = year < 100 ? 2000 + year : year
  const date = new Date(Date.UTC(fullYear, month - 1, day, hour, minute))
  // a day that does not exist rolls over into another
  const exists =
    date.getUTCMonth() === month - 1 &&
    date.getUTCDate() === day &&
    date.getUTCHours() === hour &&
    minute < 60
  return exists ? date : undefined
}
