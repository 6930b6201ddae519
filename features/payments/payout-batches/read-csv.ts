import { Problem, type ProblemParams } from '@counterfoil/kit/contract/problem.ts'
import { unescapeSpreadsheetText } from '@counterfoil/kit/database/spreadsheet-text.ts'
import { type CsvRow, csvRowsIn } from '@counterfoil/kit/server/codecs/csv-text.ts'
import { CsvError } from 'csv-parse/sync'
import {
  csvColumns,
  type GivenField,
  neededColumns,
  type ReadFile,
  resultColumns,
} from './given-row.rules.ts'
import { maxRows } from './payout-batches.schema.ts'

/** The payouts of a CSV. The results of an earlier check may still stand there; any other column is a slip of the pen. */
export function readCsv(text: string): ReadFile {
  const [first, ...rows] = readRows(text)
  const head = first?.cells ?? []
  const missing = neededColumns.filter((name) => !head.includes(name))
  if (missing.length > 0) {
    const names = missing.join(', ')
    throw fileProblem('payout_batch.file_columns', `The first line names no column ${names}`, {
      params: { names },
    })
  }
  const known: readonly string[] = [...csvColumns, ...resultColumns, '']
  const unknown = head.filter((name) => !known.includes(name))
  if (unknown.length > 0) {
    const [names, taken] = [unknown.join(', '), csvColumns.join(', ')]
    const why = `The first line names columns that are not known: ${names}. Known are ${taken}.`
    throw fileProblem('payout_batch.file_column_unknown', why, { params: { names, taken } })
  }
  const twice = csvColumns.find((name) => head.indexOf(name) !== head.lastIndexOf(name))
  if (twice !== undefined) {
    throw fileProblem(
      'payout_batch.file_column_twice',
      `The first line names the column ${twice} twice`,
      { params: { twice } },
    )
  }
  if (rows.length === 0) {
    const message = 'Only the first line is there, and no payout below it'
    throw fileProblem('payout_batch.file_header_only', message)
  }
  refuseRowCount(rows.length)
  return {
    ...{ format: 'csv', messageId: null },
    rows: rows.map(({ cells, line }) => ({
      line,
      ...(cells.slice(head.length).some((cell) => cell !== '') ? { isTooLong: true } : {}),
      given: Object.fromEntries(
        head.flatMap((name, at) => {
          const cell = unescapeSpreadsheetText(cells[at] ?? '')
          return csvColumns.includes(name as GivenField) && cell !== '' ? [[name, cell]] : []
        }),
      ),
    })),
  }
}

/** Letters of another character set are lost where the file is read as UTF-8: a payee of another name would be paid. */
export function refuseOtherCharset(text: string): void {
  const at = text.indexOf('\uFFFD')
  if (at < 0) return
  const line = text.slice(0, at).split('\n').length
  const message = `The file is not in UTF-8 (line ${line}): save it as UTF-8`
  throw fileProblem('payout_batch.file_charset', message, { params: { line } })
}

/** A file has at least one payout, and at most so many. */
export function refuseRowCount(count: number): void {
  if (count === 0) throw fileProblem('payout_batch.file_empty', 'There is no payout in the file')
  if (count > maxRows) {
    throw fileProblem('payout_batch.file_rows', `At most ${maxRows} payouts are in one file`, {
      params: { most: maxRows },
    })
  }
}

function readRows(text: string): CsvRow[] {
  try {
    return csvRowsIn(text)
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    const line = Number(error.lines ?? 1)
    const why = `This is no CSV: look at the quotation marks from line ${line} on`
    throw fileProblem('payout_batch.file_no_csv', why, { params: { line } })
  }
}

/** What is wrong with a file as a whole; what its words name is given too, for other languages. */
export function fileProblem(
  code: string,
  why: string,
  named: { readonly params?: ProblemParams } = {},
): Problem {
  return new Problem(code, 400, why, { ...named, path: 'content' })
}
