import { Readable } from 'node:stream'
import type { CopyOut } from '@counterfoil/kit/database/copy.ts'

/** Rows as an answer's body. By its mark spreadsheets know UTF-8; who goes away in the middle ends the statement. */
export const withMark = (csv: CopyOut) => Readable.from(marked(csv)) as unknown as string

async function* marked({ stream, stop }: CopyOut) {
  try {
    yield '\uFEFF'
    yield* stream
  } finally {
    stop()
  }
}
