import { Unzip, UnzipInflate } from 'fflate'

const pushedBytes = 65_536

/**
 * Hands out each row of a workbook's data sheets, cell by cell as text: those sheets whose first heading is this one. A sheet
 * is taken apart while it is unpacked, so memory does not grow with its rows.
 */
export function eachSheetRow(
  workbook: Uint8Array,
  firstHeading: string,
  take: (cells: string[]) => void,
): void {
  const unzip = new Unzip((file) => {
    if (!/^xl\/worksheets\/sheet\d+\.xml$/.test(file.name)) return
    const decoder = new TextDecoder()
    let isData: boolean | undefined
    let rest = ''
    file.ondata = (error, chunk) => {
      if (error !== null) throw error
      rest += decoder.decode(chunk, { stream: true })
      const end = rest.lastIndexOf('</row>')
      if (end < 0) return
      const whole = rest.slice(0, end + 6)
      rest = rest.slice(end + 6)
      for (const [, row = ''] of whole.matchAll(/<row>(.*?)<\/row>/gs)) {
        const cells = cellsOf(row)
        if (isData === undefined) isData = cells[0] === firstHeading
        else if (isData) take(cells)
      }
    }
    file.start()
  })
  unzip.register(UnzipInflate)
  for (let at = 0; at < workbook.length; at += pushedBytes) {
    unzip.push(workbook.subarray(at, at + pushedBytes), at + pushedBytes >= workbook.length)
  }
}

const cellsOf = (row: string): string[] =>
  [...row.matchAll(/<c(?: [^>]*?)?(?:\/>|>(.*?)<\/c>)/gs)].map(([, cell]) =>
    cell === undefined ? '' : textOf(cell),
  )

const entities: Readonly<Record<string, string>> = { '&lt;': '<', '&gt;': '>', '&amp;': '&' }

const textOf = (cell: string) =>
  cell
    .replace(/<[^>]*>/g, '')
    .replace(/&(?:lt|gt|amp);/g, (one) => entities[one] ?? one)
    .replace(/_x([0-9A-F]{4})_/g, (_, code: string) =>
      String.fromCharCode(Number.parseInt(code, 16)),
    )
