// Reads CSV as PostgreSQL and csv-stringify write it, row by row, without holding more than a chunk.

const quote = 0x22
const lineEnd = 0x0a

/** The rows as they stand, with the ends of their lines, several at a time; an end of line within quotes ends no row. */
export async function* csvRows(csv: AsyncIterable<Buffer | string>): AsyncGenerator<Buffer[]> {
  let begun: Buffer[] = []
  // a quote within a value is doubled, so an even number of quotes ends a value
  let isQuoted = false
  for await (const piece of csv) {
    const chunk = typeof piece === 'string' ? Buffer.from(piece) : piece
    const rows: Buffer[] = []
    let from = 0
    for (let at = 0; at < chunk.length; at += 1) {
      const byte = chunk[at]
      if (byte === quote) isQuoted = !isQuoted
      if (byte !== lineEnd || isQuoted) continue
      const rest = chunk.subarray(from, at + 1)
      rows.push(begun.length === 0 ? rest : Buffer.concat([...begun, rest]))
      begun = []
      from = at + 1
    }
    if (from < chunk.length) begun.push(chunk.subarray(from))
    if (rows.length > 0) yield rows
  }
  if (begun.length > 0) yield [Buffer.concat(begun)]
}

/** The cells of one row. */
export function cellsOf(row: Buffer): string[] {
  const line = row
    .toString('utf8')
    .replace(/^\uFEFF/, '')
    .replace(/\r?\n$/, '')
  if (!line.includes('"')) return line.split(',')
  const cells: string[] = []
  let at = 0
  for (;;) {
    if (line[at] === '"') {
      let end = line.indexOf('"', at + 1)
      while (line[end + 1] === '"') end = line.indexOf('"', end + 2)
      cells.push(line.slice(at + 1, end).replaceAll('""', '"'))
      at = end + 1
    } else {
      const end = line.indexOf(',', at)
      cells.push(line.slice(at, end < 0 ? undefined : end))
      at = end < 0 ? line.length : end
    }
    if (at >= line.length) return cells
    at += 1
  }
}
