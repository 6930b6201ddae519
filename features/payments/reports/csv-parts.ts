// Cuts one CSV into several, each with the header and whole rows.

export interface CsvPart {
  readonly bytes: Buffer
  /** Without the header. */
  readonly rows: number
}

const quote = 0x22
const lineEnd = 0x0a

/** At least one part, which may hold the header alone. A part is full with the row that reaches `maxBytes`. */
export async function* csvParts(
  csv: AsyncIterable<Buffer>,
  maxBytes: number,
): AsyncGenerator<CsvPart> {
  let header: Buffer | undefined
  let pieces: Buffer[] = []
  let size = 0
  let rows = 0
  for await (const row of csvRows(csv)) {
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
  yield { bytes: Buffer.concat(pieces), rows }
}

/** Line by line; an end of line within quotes ends no row. */
async function* csvRows(csv: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let begun: Buffer[] = []
  // a quote within a value is doubled, so an even number of quotes ends a value
  let isQuoted = false
  for await (const chunk of csv) {
    let from = 0
    for (let at = 0; at < chunk.length; at += 1) {
      const byte = chunk[at]
      if (byte === quote) isQuoted = !isQuoted
      if (byte !== lineEnd || isQuoted) continue
      yield Buffer.concat([...begun, chunk.subarray(from, at + 1)])
      begun = []
      from = at + 1
    }
    if (from < chunk.length) begun.push(chunk.subarray(from))
  }
  if (begun.length > 0) yield Buffer.concat(begun)
}
