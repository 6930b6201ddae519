import { Readable } from 'node:stream'
import type { CopyOut } from '@counterfoil/kit/database/copy.ts'
import type { FastifyReply } from 'fastify'

/** Rows as an answer's body. By its mark spreadsheets know UTF-8; who goes away before its end ends the statement. */
export function withByteOrderMark(csv: CopyOut, { raw }: Pick<FastifyReply, 'raw'>): string {
  // also before anything of it was read
  raw.once('close', () => csv.stop())
  if (raw.destroyed) csv.stop()
  return Readable.from(marked(csv)) as unknown as string
}

async function* marked({ stream, stop }: CopyOut) {
  try {
    yield '\uFEFF'
    yield* stream
  } finally {
    stop()
  }
}
