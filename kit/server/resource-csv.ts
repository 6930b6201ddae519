import { Problem } from '@counterfoil/kit/contract/problem.ts'
import type { ImportResult, Resource, ResourceRow } from '@counterfoil/kit/contract/resource.ts'
import type { Field } from '@counterfoil/kit/contract/resource-fields.ts'
import { CsvError, parse } from 'csv-parse/sync'
import { stringify } from 'csv-stringify/sync'
import { problemOf } from './problems.ts'

/** Rows of one import; larger lists come in parts. */
const mostRows = 1000

/** A spreadsheet runs a text that begins so as a formula; a quote before it makes it a text again. */
const formula = /^[=+\-@\t\r]/

const harmless = (text: string) => (formula.test(text) ? `'${text}` : text)
const asTyped = (text: string) => (/^'[=+\-@\t\r]/.test(text) ? text.slice(1) : text)

/** The list as CSV that an import takes back: one column a field, by the field's name. */
export function csvOf(of: Resource, rows: readonly ResourceRow[], hasHead = true): string {
  const names = ['id', ...Object.keys(of.fields), 'isActive']
  const records = rows.map((row) => names.map((name) => cellOf(row[name])))
  return stringify(hasHead ? [names, ...records] : records, { bom: hasHead })
}

/** The same for lists of any length: one page after the other, each sent before the next is read. */
export async function* csvPages(
  of: Resource,
  readPage: (page: { limit: number; offset: number }) => Promise<ResourceRow[]>,
): AsyncGenerator<string> {
  for (let offset = 0; ; offset += rowsOfPage) {
    const rows = await readPage({ limit: rowsOfPage, offset })
    if (offset === 0 || rows.length > 0) yield csvOf(of, rows, offset === 0)
    if (rows.length < rowsOfPage) return
  }
}

const rowsOfPage = 1000

function cellOf(value: unknown): string {
  if (Array.isArray(value)) return harmless(value.join(';'))
  if (value === null || value === undefined) return ''
  return typeof value === 'string' ? harmless(value) : String(value)
}

export interface ImportedRow {
  readonly line: number
  readonly id: string | undefined
  readonly isActive: boolean | undefined
  readonly values: Readonly<Record<string, unknown>>
}

/** The rows of an import as they would be typed; throws when the file as a whole cannot be read. */
export function readCsv(of: Resource, bytes: Uint8Array): ImportedRow[] {
  const records = parseFile(bytes)
  const [head = []] = records
  const known = new Set(['id', 'isActive', ...Object.keys(of.fields)])
  const names = head.map((name) => name.trim())
  const unknown = names.filter((name) => !known.has(name))
  if (names.length === 0) throw fileProblem('The file is empty')
  if (unknown.length > 0) throw fileProblem(`There is no field ${unknown.join(', ').slice(0, 200)}`)
  if (records.length - 1 > mostRows) throw fileProblem(`A file holds at most ${mostRows} rows`)
  return records.slice(1).map((cells, at) => {
    const row = Object.fromEntries(names.map((name, place) => [name, cells[place] ?? '']))
    const { id, isActive, ...typed } = row
    return {
      line: at + 2,
      id: id === undefined || id === '' ? undefined : id,
      isActive: isActive === undefined || isActive === '' ? undefined : isYes(isActive),
      values: Object.fromEntries(
        Object.entries(typed).map(([name, text]) => [name, typedValue(of.fields[name], text)]),
      ),
    }
  })
}

function parseFile(bytes: Uint8Array): string[][] {
  try {
    return parse(Buffer.from(bytes), {
      bom: true,
      skip_empty_lines: true,
      relax_column_count: true,
    })
  } catch (error) {
    if (error instanceof CsvError) throw fileProblem(`The file is no CSV: ${error.message}`)
    throw error
  }
}

const fileProblem = (text: string) =>
  new Problem('import.unreadable', 400, text, { errors: [{ message: text, path: 'file' }] })

const isYes = (text: string) => ['true', 'yes', '1', 'evet'].includes(text.trim().toLowerCase())

// biome-ignore lint/suspicious/noExplicitAny: a field of any type
function typedValue(field: Field<any> | undefined, cell: string): unknown {
  const text = asTyped(cell).trim()
  switch (field?.kind) {
    case 'yesNo':
      return isYes(text)
    case 'number':
    case 'amount':
      return text === '' ? null : Number(text)
    case 'choices':
    case 'list':
    case 'references':
      return text === '' ? [] : text.split(';').map((one) => one.trim())
    default:
      return text === '' && field?.isOptional === true ? null : text
  }
}

/** Does one row after the other, each by itself, and says of each how it went. */
export async function importRows(
  rows: readonly ImportedRow[],
  take: (row: ImportedRow) => Promise<'created' | 'changed'>,
): Promise<ImportResult> {
  const results: ImportResult['rows'][number][] = []
  for (const row of rows) {
    try {
      results.push({ line: row.line, outcome: await take(row), message: null })
    } catch (error) {
      const problem = problemOf(error)
      // what is no refusal ends the import: nobody should think that the rest was looked at
      if (problem.status >= 500) throw error
      const { message, code, params } = problem
      const path = problem.errors[0]?.path
      results.push({ line: row.line, outcome: 'refused', message, code, params, path })
    }
  }
  return { rows: results }
}
