// Workbooks of any length (ECMA-376): sheets are zipped while their rows are read, so memory does not grow with them.
// The libraries there are do not wait for whoever reads, and hold what they have written.

import { PassThrough, Readable } from 'node:stream'
import { dayMs } from '@counterfoil/kit/contract/durations.ts'
import type { ExportColumn } from '@counterfoil/kit/contract/exports.ts'
import { unescapeSpreadsheetText } from '@counterfoil/kit/database/spreadsheet-text.ts'
import { ZipFile } from 'yazl'

/** What a sheet holds, its header row included. */
const maxSheetRows = 1_048_576
const maxCellCharacters = 32_767
/** More digits than these a spreadsheet rounds. */
const maxDigits = 15

export interface Workbook {
  readonly columns: readonly Pick<ExportColumn, 'name' | 'kind'>[]
  /** Cells as the CSV has them, without its header. */
  readonly rows: AsyncIterable<readonly (readonly string[])[]>
  /** Of the sheets; further ones are numbered. */
  readonly name: string
  /** A last sheet with names and values. */
  readonly about: { readonly name: string; readonly lines: readonly (readonly [string, string])[] }
  readonly at: Date
  readonly sheetRows?: number
}

export interface WrittenWorkbook {
  readonly stream: Readable
  /** Known at the stream's end. */
  readonly written: { rows: number; sheets: number; shortenedCells: number }
}

export function workbookOf(book: Workbook): WrittenWorkbook {
  const zip = new ZipFile()
  const stream = new PassThrough()
  const written = { rows: 0, sheets: 0, shortenedCells: 0 }
  const fail = (error: unknown) => stream.destroy(error as Error)
  zip.on('error', fail)
  zip.outputStream.pipe(stream)
  const options = { mtime: book.at, compressionLevel: 1 }
  const add = (name: string, xml: string) =>
    zip.addBuffer(Buffer.from(`${declaration}${xml}`), name, options as never)
  const rest = new Rest(book.rows)
  const addSheet = () => {
    written.sheets += 1
    const xml = Readable.from(sheetOf(book, rest, written), { objectMode: false })
    xml.once('error', fail)
    xml.once('end', () => {
      rest.hasMore().then((hasMore) => (hasMore ? addSheet() : complete()), fail)
    })
    zip.addReadStream(xml, `xl/worksheets/sheet${written.sheets}.xml`, options as never)
  }
  const complete = () => {
    const sheets = Array.from({ length: written.sheets }, (_, at) =>
      at === 0 ? book.name : `${book.name} (${at + 1})`,
    )
    add(`xl/worksheets/sheet${written.sheets + 1}.xml`, aboutSheet(book.about.lines))
    for (const [name, xml] of partsOf([...sheets, book.about.name])) add(name, xml)
    zip.end()
  }
  addSheet()
  return { stream, written }
}

/** Rows that no sheet has taken yet. */
class Rest {
  readonly #rows: AsyncIterator<readonly (readonly string[])[]>
  #batch: readonly (readonly string[])[] = []
  #isOver = false

  constructor(rows: Workbook['rows']) {
    this.#rows = rows[Symbol.asyncIterator]()
  }

  async hasMore(): Promise<boolean> {
    while (this.#batch.length === 0 && !this.#isOver) {
      const { done, value } = await this.#rows.next()
      if (done === true) this.#isOver = true
      else this.#batch = value
    }
    return this.#batch.length > 0
  }

  take(most: number): readonly (readonly string[])[] {
    const taken = this.#batch.slice(0, most)
    this.#batch = this.#batch.slice(taken.length)
    return taken
  }
}

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packageRelations = 'http://schemas.openxmlformats.org/package/2006/relationships'
const contentTypes = 'http://schemas.openxmlformats.org/package/2006/content-types'
const office = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

const widths: Readonly<Record<ExportColumn['kind'], number>> = {
  text: 24,
  number: 12,
  amount: 16,
  share: 10,
  time: 20,
  day: 12,
}

async function* sheetOf(book: Workbook, rest: Rest, written: WrittenWorkbook['written']) {
  const { columns, sheetRows = maxSheetRows } = book
  const cols = columns.map(
    ({ kind }, at) =>
      `<col min="${at + 1}" max="${at + 1}" width="${widths[kind]}" customWidth="1"/>`,
  )
  yield `${declaration}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${cols.join('')}</cols><sheetData><row>${columns.map(({ name }) => textCell(name, styles.heading)).join('')}</row>`
  let room = sheetRows - 1
  while (room > 0 && (await rest.hasMore())) {
    const rows = rest.take(room)
    room -= rows.length
    let xml = ''
    for (const row of rows) {
      xml += '<row>'
      for (let at = 0; at < columns.length; at += 1) {
        const value = row[at] ?? ''
        if (value.length > maxCellCharacters) written.shortenedCells += 1
        xml += cellOf(value, columns[at]?.kind ?? 'text')
      }
      xml += '</row>'
    }
    written.rows += rows.length
    yield xml
  }
  yield '</sheetData></worksheet>'
}

/** Places in `cellXfs` below. */
const styles = { heading: 1, time: 2, day: 3, share: 4, decimals: 5 }
const numberFormats = ['0', '0.0', '0.00', '0.000', '0.0000']

function cellOf(value: string, kind: ExportColumn['kind']): string {
  if (value === '') return '<c/>'
  if (kind === 'text') return textCell(unescapeSpreadsheetText(value))
  if (kind === 'time' || kind === 'day') {
    const serial = serialOf(value)
    return serial === undefined ? textCell(value) : `<c s="${styles[kind]}"><v>${serial}</v></c>`
  }
  // what is no number, or has more digits than a spreadsheet keeps, stays the text that it is
  if (!/^-?\d+(\.\d+)?$/.test(value) || value.replace(/\D/g, '').length > maxDigits) {
    return textCell(value)
  }
  if (kind === 'share') return `<c s="${styles.share}"><v>${value}</v></c>`
  const point = value.indexOf('.')
  const decimals = point < 0 ? 0 : value.length - point - 1
  const style = decimals < numberFormats.length ? styles.decimals + decimals : 0
  return `<c s="${style}"><v>${value}</v></c>`
}

function textCell(text: string, style = 0): string {
  const shown = text.length > maxCellCharacters ? `${text.slice(0, maxCellCharacters - 1)}…` : text
  const styled = style === 0 ? '' : ` s="${style}"`
  return `<c t="inlineStr"${styled}><is><t xml:space="preserve">${xmlText(shown)}</t></is></c>`
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }
/** Characters that are written otherwise in XML, those that it does not hold, and halves of a pair. */
const unusual = new RegExp(
  [
    '[&<>\\u0000-\\u0008\\u000b-\\u001f\\ufffe\\uffff]',
    '_x[0-9A-Fa-f]{4}_',
    '[\\ud800-\\udbff](?![\\udc00-\\udfff])',
    '(?<![\\ud800-\\udbff])[\\udc00-\\udfff]',
  ].join('|'),
  'g',
)

/** As XML holds it: what it cannot hold is written by its code, and what looks like such a code too. */
function xmlText(text: string): string {
  return text.replace(unusual, (found) => {
    const entity = entities[found]
    if (entity !== undefined) return entity
    if (found.length > 1) return `_x005F${found}`
    return `_x${found.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`
  })
}

/** Day 0 of spreadsheets, with the leap day of 1900 that they count. */
const epochMs = Date.UTC(1899, 11, 30)

/** `2026-03-29 02:30:15`, of whichever zone it is, as spreadsheets count days; undefined for anything else. */
function serialOf(value: string): number | undefined {
  const match = /^(\d{4}-\d\d-\d\d)(?:[ T](\d\d:\d\d(?::\d\d)?)(?:\.\d+)?Z?)?$/.exec(value)
  if (match === null) return undefined
  const atMs = Date.parse(`${match[1]}T${match[2] ?? '00:00'}Z`)
  const serial = (atMs - epochMs) / dayMs
  // spreadsheets know no days before 1900, and count the first two months of it differently
  return serial >= 61 ? Number(serial.toFixed(8)) : undefined
}

const aboutSheet = (lines: Workbook['about']['lines']) =>
  `<worksheet xmlns="${main}"><cols><col min="1" max="1" width="28" customWidth="1"/><col min="2" max="2" width="60" customWidth="1"/></cols><sheetData>${lines.map(([name, value]) => `<row>${textCell(name, styles.heading)}${textCell(value)}</row>`).join('')}</sheetData></worksheet>`

function partsOf(sheets: readonly string[]): (readonly [name: string, xml: string])[] {
  const ids = sheets.map((_, at) => at + 1)
  const sheetNames = uniqueSheetNames(sheets)
  return [
    [
      'xl/workbook.xml',
      `<workbook xmlns="${main}" xmlns:r="${relations}"><sheets>${ids.map((id, at) => `<sheet name="${xmlText(sheetNames[at] ?? '').replaceAll('"', '&quot;')}" sheetId="${id}" r:id="rId${id}"/>`).join('')}</sheets></workbook>`,
    ],
    [
      'xl/_rels/workbook.xml.rels',
      `<Relationships xmlns="${packageRelations}">${ids.map((id) => `<Relationship Id="rId${id}" Type="${relations}/worksheet" Target="worksheets/sheet${id}.xml"/>`).join('')}<Relationship Id="rId${sheets.length + 1}" Type="${relations}/styles" Target="styles.xml"/></Relationships>`,
    ],
    ['xl/styles.xml', stylesXml],
    [
      '_rels/.rels',
      `<Relationships xmlns="${packageRelations}"><Relationship Id="rId1" Type="${relations}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    ],
    [
      '[Content_Types].xml',
      `<Types xmlns="${contentTypes}"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${office}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${office}.styles+xml"/>${ids.map((id) => `<Override PartName="/xl/worksheets/sheet${id}.xml" ContentType="${office}.worksheet+xml"/>`).join('')}</Types>`,
    ],
  ]
}

/** A sheet's name has at most 31 characters, none of some, and is no other sheet's. */
function uniqueSheetNames(names: readonly string[]): string[] {
  const taken = new Set<string>()
  return names.map((given) => {
    const clean =
      given
        .replace(/[[\]:*?/\\]/g, ' ')
        .replace(/^'+|'+$/g, '')
        .trim() || 'Sheet'
    const suffix = / \(\d+\)$/.exec(clean)?.[0] ?? ''
    const stem = clean.slice(0, clean.length - suffix.length)
    let name = `${stem.slice(0, 31 - suffix.length)}${suffix}`
    for (let n = 2; taken.has(name.toLowerCase()); n += 1) name = `${stem.slice(0, 25)} (${n})`
    taken.add(name.toLowerCase())
    return name
  })
}

const firstFormat = 164
const formatCodes = ['yyyy-mm-dd hh:mm:ss', 'yyyy-mm-dd', '0.00%', ...numberFormats]
const stylesXml = `<styleSheet xmlns="${main}"><numFmts count="${formatCodes.length}">${formatCodes.map((code, at) => `<numFmt numFmtId="${firstFormat + at}" formatCode="${code}"/>`).join('')}</numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="${formatCodes.length + 2}"><xf fontId="0"/><xf fontId="1" applyFont="1"/>${formatCodes.map((_, at) => `<xf numFmtId="${firstFormat + at}" applyNumberFormat="1"/>`).join('')}</cellXfs></styleSheet>`
