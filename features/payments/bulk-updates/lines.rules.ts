/** What stands on each line; empty lines count for nothing. */
export const linesOf = (text: string): string[] =>
  text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '')

/** What a column of payments may be called: in our own exports, of either language, and elsewhere. */
const names = [
  ...['payment id', 'ödeme no', 'payment', 'transaction id', 'id'],
  ...['external id', 'harici no', 'reference'],
]

/** The cells of a file that name payments: of the column whose head says so, else of the first one. */
export function referencesIn(rows: readonly (readonly string[])[]): string[] {
  const head = (rows[0] ?? []).map((cell) =>
    cell
      .trim()
      .replace(/(?<=[a-z])(?=[A-Z])|[_-]/g, ' ')
      .toLowerCase(),
  )
  const column = names.map((name) => head.indexOf(name)).find((at) => at >= 0)
  const cells =
    column === undefined ? rows.map(([first]) => first) : rows.slice(1).map((row) => row[column])
  return cells.flatMap((cell) => (cell === undefined || cell.trim() === '' ? [] : [cell.trim()]))
}
