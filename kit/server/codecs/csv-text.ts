import { isUtf8 } from 'node:buffer'
import { parse } from 'csv-parse/sync'

const newLine = 0x0a

/** Why the bytes of a CSV are no text in UTF-8, and where that is seen; undefined when they are one. */
export function encodingErrorIn(
  bytes: Uint8Array,
): 'utf16' | { readonly line: number } | undefined {
  const [first, second] = bytes
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)) return 'utf16'
  // text holds no zero byte; where UTF-16 came without its mark, every second one is
  if (isUtf8(bytes) && !bytes.includes(0)) return undefined
  for (let from = 0, line = 1; ; line += 1) {
    const end = bytes.indexOf(newLine, from)
    const part = bytes.subarray(from, end < 0 ? undefined : end)
    // a character that is cut by the end of its line is no character either
    if (end < 0 || !isUtf8(part) || part.includes(0)) return { line }
    from = end + 1
  }
}

export interface CsvRow {
  readonly cells: readonly string[]
  /** Of the text, in which empty lines count; of a row of several lines the last one. */
  readonly line: number
}

/** A semicolon where the first line has one: there a comma stands before the decimals. */
export const separatorIn = (text: string): ',' | ';' =>
  text.slice(0, text.search(/[\r\n]|$/)).includes(';') ? ';' : ','

/** The rows of a CSV that people made by hand, without the empty ones. Throws csv-parse's `CsvError`. */
export function csvRowsIn(text: string): CsvRow[] {
  const rows = parse(text, {
    ...{ bom: true, trim: true, skip_empty_lines: true, relax_column_count: true, info: true },
    delimiter: separatorIn(text),
  }) as unknown as { record: string[]; info: { lines: number } }[]
  return rows.map(({ record, info }) => ({ cells: record, line: info.lines }))
}
