// CSV (RFC 4180) for spreadsheets: the database writes long lists itself (COPY), csv-stringify what is made here.
import type { CopyOut } from '@counterfoil/kit/database/copy.ts'
import { stringify } from 'csv-stringify/sync'
import type { FastifyReply } from 'fastify'

const isBelowZero = /^-\d+(\.\d+)?$/

/** Rows as text, the names of the columns above them. */
export function csvOf(columns: readonly string[], rows: readonly (readonly string[])[]): string {
  return stringify([columns, ...rows] as string[][], {
    bom: true,
    record_delimiter: 'windows',
    escape_formulas: true,
    // spreadsheets add up no text, and a number below zero runs nothing
    cast: { string: (value) => ({ value, escape_formulas: !isBelowZero.test(value) }) },
    quoted_match: /[\r\n]/,
  })
}

/** Rows as a file of this name, kept in no cache; who goes away before its end ends the statement. */
export function answerCsv(csv: CopyOut, reply: FastifyReply, fileName: string): string {
  reply.header('content-disposition', `attachment; filename="${fileName}"`)
  reply.header('cache-control', 'private, no-store')
  const { raw } = reply
  // also before anything of it was read
  raw.once('close', () => csv.stop())
  if (raw.destroyed) csv.stop()
  return csv.stream as unknown as string
}
