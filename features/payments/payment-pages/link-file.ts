import { minorUnitsIn } from '@counterfoil/kit/contract/decimal-text.ts'
import { emailAddress } from '@counterfoil/kit/contract/fields.ts'
import { decimalPlacesOf } from '@counterfoil/kit/contract/money.ts'
import { Problem } from '@counterfoil/kit/contract/problem.ts'
import { unescapeSpreadsheetText } from '@counterfoil/kit/database/spreadsheet-text.ts'
import { type CsvRow, csvRowsIn } from '@counterfoil/kit/server/codecs/csv-text.ts'
import { furtherColumns } from './links-csv.ts'
import { maxLinksAtOnce } from './payment-links.contract.ts'
import { newLink } from './payment-pages.contract.ts'

const columns = ['amount', 'currency', 'description', 'externalId', 'usage', 'expiresAt', 'email']
/** Of a file that the list was taken out as: what its links became is nothing that new ones are made of. */
const ignored: readonly string[] = furtherColumns

/** The links that a CSV asks for. All of it is checked first; each fault is told with its line. */
export function readLinkRows(csv: string) {
  const [first, ...rows] = readRows(csv)
  const head = first?.cells ?? []
  const unknown = head.filter((name) => !columns.includes(name) && !ignored.includes(name))
  const missing = columns.slice(0, 3).filter((name) => !head.includes(name))
  if (unknown.length > 0 || missing.length > 0) {
    throw fileProblem(1, `The first line names the columns: ${columns.join(', ')}`)
  }
  if (rows.length === 0) throw fileProblem(2, 'There is no line below the names of the columns')
  if (rows.length > maxLinksAtOnce) {
    throw fileProblem(
      rows[maxLinksAtOnce]?.line ?? 2,
      `At most ${maxLinksAtOnce} links are made at once`,
    )
  }
  return rows.map((row) => readRow(head, row))
}

function readRows(csv: string): CsvRow[] {
  try {
    return csvRowsIn(csv)
  } catch {
    throw fileProblem(1, 'This is no CSV')
  }
}

const row = newLink.extend({ email: emailAddress.optional() })

function readRow(head: readonly string[], { cells, line }: CsvRow) {
  if (cells.slice(head.length).some((cell) => cell !== '')) {
    throw fileProblem(line, 'There are more cells than columns: quote a cell that has a separator')
  }
  const said = Object.fromEntries(
    head
      .map((name, at) => [name, unescapeSpreadsheetText(cells[at] ?? '')] as const)
      .filter(([name, text]) => columns.includes(name) && text !== ''),
  ) as Record<string, string>
  const amount = minorUnitsIn(said.amount ?? '', decimalPlacesOf(said.currency ?? ''))
  if (amount === undefined) throw fileProblem(line, `${said.amount ?? ''} is no amount, like 12.50`)
  const { data, error } = row.safeParse({ usage: 'single', ...said, amount: Number(amount) })
  if (error !== undefined) {
    const [first] = error.issues
    throw fileProblem(line, `${first?.path.join('.') ?? ''}: ${first?.message ?? ''}`)
  }
  return { ...data, line }
}

function fileProblem(line: number, why: string): Problem {
  return new Problem('payment_link.file', 400, `Line ${line}: ${why}`, {
    path: 'csv',
    params: { line, why },
  })
}
