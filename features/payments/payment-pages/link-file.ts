import { decimalPlacesOf } from '@counterfoil/kit/contract/money.ts'
import { Problem } from '@counterfoil/kit/contract/problem.ts'
import { parse } from 'csv-parse/sync'
import { z } from 'zod'
import { maxLinksAtOnce } from './payment-links.contract.ts'
import { newLink } from './payment-pages.contract.ts'

const columns = ['amount', 'currency', 'description', 'externalId', 'usage', 'expiresAt', 'email']

/** The links that a CSV asks for. All of it is checked first; each fault is told with its line. */
export function readLinkRows(csv: string) {
  const records = readRecords(csv)
  const [head = []] = records
  const unknown = head.filter((name) => !columns.includes(name))
  const missing = columns.slice(0, 3).filter((name) => !head.includes(name))
  if (unknown.length > 0 || missing.length > 0) {
    throw fileProblem(1, `The first line names the columns: ${columns.join(', ')}`)
  }
  const rows = records.slice(1)
  if (rows.length === 0) throw fileProblem(2, 'There is no line below the names of the columns')
  if (rows.length > maxLinksAtOnce) {
    throw fileProblem(maxLinksAtOnce + 2, `At most ${maxLinksAtOnce} links are made at once`)
  }
  return rows.map((cells, index) => readRow(head, cells, index + 2))
}

function readRecords(csv: string): string[][] {
  try {
    return parse(csv, { bom: true, trim: true, skip_empty_lines: true, relax_column_count: true })
  } catch {
    throw fileProblem(1, 'This is no CSV')
  }
}

const row = newLink.extend({ email: z.email().max(254).optional() })

function readRow(head: readonly string[], cells: readonly string[], line: number) {
  const said = Object.fromEntries(
    head.map((name, at) => [name, cells[at] ?? '']).filter(([, text]) => text !== ''),
  ) as Record<string, string>
  const amount = minorOf(said.amount ?? '', said.currency ?? '')
  if (amount === undefined) throw fileProblem(line, `${said.amount ?? ''} is no amount, like 12.50`)
  const { data, error } = row.safeParse({ usage: 'single', ...said, amount })
  if (error !== undefined) {
    const [first] = error.issues
    throw fileProblem(line, `${first?.path.join('.') ?? ''}: ${first?.message ?? ''}`)
  }
  return { ...data, line }
}

/** `12.50` in minor units of its currency. */
function minorOf(text: string, currency: string): number | undefined {
  const [, whole = '', part = ''] = /^(\d{1,10})(?:[.,](\d+))?$/.exec(text) ?? []
  const places = decimalPlacesOf(currency)
  if (whole === '' || part.length > places) return undefined
  return Number(whole + part.padEnd(places, '0'))
}

function fileProblem(line: number, why: string): Problem {
  return new Problem('payment_link.file', 400, `Line ${line}: ${why}`, {
    errors: [{ message: `Line ${line}: ${why}`, path: 'csv' }],
    params: { line, why },
  })
}
