// CSV (RFC 4180) for spreadsheets: the database writes long lists itself (COPY), csv-stringify what is made here.
import { Readable } from 'node:stream'
import type { CopyOut } from '@counterfoil/kit/database/copy.ts'
import { stringify } from 'csv-stringify/sync'
import type { FastifyReply } from 'fastify'

/** By it spreadsheets know UTF-8. */
const byteOrderMark = '\uFEFF'

/** Rows as text, the names of the columns above them. */
export function csvOf(columns: readonly string[], rows: readonly (readonly string[])[]): string {
  return stringify([columns, ...rows] as string[][], {
    bom: true,
    record_delimiter: 'windows',
    escape_formulas: true,
    quoted_match: /[\r\n]/,
  })
}

/** Rows as an answer's body; who goes away before its end ends the statement. */
export function withByteOrderMark(csv: CopyOut, { raw }: Pick<FastifyReply, 'raw'>): string {
  // also before anything of it was read
  raw.once('close', () => csv.stop())
  if (raw.destroyed) csv.stop()
  return Readable.from(marked(csv)) as unknown as string
}

async function* marked({ stream, stop }: CopyOut) {
  try {
    yield byteOrderMark
    yield* stream
  } finally {
    stop()
  }
}
