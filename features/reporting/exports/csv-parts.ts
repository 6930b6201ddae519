// Cuts one CSV into several, each with the header and whole rows.
import { csvRows } from '@counterfoil/kit/server/codecs/csv-rows.ts'

export interface CsvPart {
  readonly bytes: Buffer
  /** Without the header. */
  readonly rows: number
}

/** At least one part, which may hold the header alone. A part is full with the row that reaches `maxBytes`. */
export async function* csvParts(
  csv: AsyncIterable<Buffer>,
  maxBytes: number,
): AsyncGenerator<CsvPart> {
  let header: Buffer | undefined
  let pieces: Buffer[] = []
  let size = 0
  let rows = 0
  for await (const batch of csvRows(csv)) {
    for (const row of batch) {
      header ??= row
      // a part begins with its first row, so that only the first part may consist of the header alone
      if (rows > 0 && size >= maxBytes) {
        yield { bytes: Buffer.concat(pieces), rows }
        pieces = [header]
        size = header.length
        rows = 0
      }
      pieces.push(row)
      size += row.length
      if (row !== header) rows += 1
    }
  }
  yield { bytes: Buffer.concat(pieces), rows }
}
