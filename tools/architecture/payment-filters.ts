import type { Finding, SourceFile } from './source.ts'

/** A question on the table of payments, by the name that it has there, or a part of one in SQL. */
const paymentTable =
  /(?:selectFrom|innerJoin|leftJoin)\(\s*'payment(?: as (\w+))?'|\b(?:from|join) payment(?: as)? (\w+)/g

/**
 * Payments are read with `withinPayments`: `within` leaves the caller's limits to methods and providers to row-level security
 * alone. A statement ends at an empty line, and another table may have the same name in the next one.
 */
export function paymentFilterFindings(files: readonly SourceFile[]): Finding[] {
  return files
    .filter(({ path }) => /^features\/.*\.queries\.ts$/.test(path))
    .flatMap(({ path, text }) =>
      [...text.matchAll(paymentTable)].flatMap((found) => {
        const name = found[1] ?? found[2] ?? 'payment'
        const begin = text.lastIndexOf('\n\n', found.index) + 1
        const end = text.indexOf('\n\n', found.index)
        const statement = text.slice(begin, end === -1 ? undefined : end)
        const filter = new RegExp(`(?<!\\w)within\\(\\s*\\w+,\\s*'${name}'\\s*[,)]`).exec(statement)
        if (filter === null) return []
        const line = text.slice(0, begin + filter.index).split('\n').length
        const message =
          'payments are filtered with withinPayments, which has the limits of the caller'
        return [{ path, line, rule: 'payments', message }]
      }),
    )
}
