// A CSV as it was uploaded: what can be wrong with it as a whole is said with line and column, before a row is taken.
import { Readable } from 'node:stream'
import { importLimitsOf, maxCellLength, reportColumns } from '@counterfoil/kit/contract/imports.ts'
import { Problem, type ProblemParams } from '@counterfoil/kit/contract/problem.ts'
import type { Resource } from '@counterfoil/kit/contract/resource.ts'
import { allowedType, type UploadedFile } from '@counterfoil/kit/contract/uploads.ts'
import { CsvError, parse } from 'csv-parse'
import { encodingErrorIn } from '../codecs/csv-text.ts'

export interface FileRow {
  readonly line: number
  readonly cells: Readonly<Record<string, string>>
}

interface Parsed {
  readonly record: readonly string[]
  readonly info: { readonly lines: number }
}

const newLine = 0x0a
/** So much of the file is parsed before its rows are asked for: rows never lie in memory all together. */
const chunkBytes = 65_536
/** Of one row: a quote that is never closed would make one row of the rest of the file. */
const maxRowLength = 4 * maxCellLength

/** The rows one after the other; throws where the file cannot be read on. */
export async function* rowsOfFile(of: Resource, file: UploadedFile): AsyncGenerator<FileRow> {
  checkText(file)
  const bytes = Buffer.from(file.bytes.buffer, file.bytes.byteOffset, file.bytes.byteLength)
  const parser = Readable.from(chunksOf(bytes)).pipe(
    parse({
      bom: true,
      delimiter: delimiterOf(bytes),
      info: true,
      skip_empty_lines: true,
      // told below, so that a wrong head is told first
      relax_column_count: true,
      max_record_size: maxRowLength,
    }),
  )
  let names: readonly string[] | undefined
  let count = 0
  const most = importLimitsOf(of).rows
  try {
    for await (const { record, info } of parser as AsyncIterable<Parsed>) {
      if (names === undefined) {
        names = columnsOf(of, record)
        continue
      }
      count += 1
      if (count > most) throw tooMany(most)
      yield { line: info.lines, cells: cellsOf(names, record, info.lines) }
    }
  } catch (error) {
    throw error instanceof CsvError ? faultOf(error) : error
  }
  if (count === 0) throw refused('import.empty', 'The file has no rows below its head')
}

function* chunksOf(bytes: Buffer) {
  for (let from = 0; from < bytes.length; from += chunkBytes) {
    yield bytes.subarray(from, from + chunkBytes)
  }
}

function refused(code: string, message: string, { params }: { params?: ProblemParams } = {}) {
  const errors = [{ message, path: 'file' }]
  return new Problem(code, 400, message, params === undefined ? { errors } : { errors, params })
}

function tooMany(most: number): Problem {
  return refused('import.too_many', `A file holds at most ${most} rows. Split it.`, {
    params: { most },
  })
}

/** It is called a CSV, and is a text in UTF-8. */
function checkText({ name, declaredType, bytes }: UploadedFile): void {
  if (!name.toLowerCase().endsWith('.csv') || allowedType(name, declaredType) === undefined) {
    throw refused('import.not_csv', `${name} is no CSV file`, { params: { name } })
  }
  const flaw = encodingErrorIn(bytes)
  if (flaw === undefined) return
  if (flaw === 'utf16') {
    throw refused('import.utf16', 'The file is in UTF-16. Save it as CSV in UTF-8.')
  }
  const { line } = flaw
  const message = `Line ${line}: this is not a text in UTF-8. Save the file as CSV in UTF-8.`
  throw refused('import.encoding', message, { params: { line } })
}

/** Spreadsheets of some countries part cells by semicolons. */
function delimiterOf(bytes: Buffer): string {
  const end = bytes.indexOf(newLine)
  const head = bytes.subarray(0, end < 0 ? undefined : end).toString('utf8')
  return [';', '\t'].find((one) => head.includes(one)) ?? ','
}

function columnsOf(of: Resource, head: readonly string[]): readonly string[] {
  const names = head.map((name) => name.trim())
  const known = new Set<string>(['id', 'isActive', ...Object.keys(of.fields), ...reportColumns])
  for (const [at, name] of names.entries()) {
    const column = at + 1
    const shown = name.slice(0, 60)
    if (!known.has(name)) {
      const message = `Line 1, column ${column}: there is no field ${shown}`
      throw refused('import.unknown_column', message, { params: { column, name: shown } })
    }
    if (names.indexOf(name) === at) continue
    const message = `Line 1, column ${column}: ${shown} is there twice`
    throw refused('import.column_twice', message, { params: { column, name: shown } })
  }
  const missing = Object.keys(of.fields).find(
    (name) => of.fields[name]?.isOptional !== true && !names.includes(name),
  )
  if (missing !== undefined) {
    const message = `Line 1: the column ${missing} is missing`
    throw refused('import.column_missing', message, { params: { name: missing } })
  }
  return names
}

function cellsOf(names: readonly string[], record: readonly string[], line: number) {
  if (record.length !== names.length) {
    const message = `Line ${line}: it has another number of cells than the head`
    throw refused('import.cells', message, { params: { line } })
  }
  const cells: Record<string, string> = {}
  for (const [at, name] of names.entries()) {
    const cell = record[at] ?? ''
    if (cell.length > maxCellLength) {
      const message = `Line ${line}, column ${name}: the cell is longer than any field`
      throw refused('import.cell_too_long', message, { params: { line, name } })
    }
    // the report of an earlier import
    if (!(reportColumns as readonly string[]).includes(name)) cells[name] = cell
  }
  return cells
}

function faultOf(error: CsvError): Problem {
  const { lines, column } = error as { lines?: unknown; column?: unknown }
  const line = typeof lines === 'number' ? lines : 1
  switch (error.code) {
    case 'CSV_QUOTE_NOT_CLOSED':
    case 'CSV_MAX_RECORD_SIZE': {
      const message = `Line ${line}: a quote is opened and never closed, or the row is too long`
      return refused('import.quote_open', message, { params: { line } })
    }
    default: {
      const at = typeof column === 'number' ? column + 1 : String(column)
      const message = `Line ${line}, column ${at}: a quote stands in the middle of a cell`
      return refused('import.quote', message, { params: { line, column: at } })
    }
  }
}
