// Printed tables. pdfmake lays them out, with a font that has the letters of every language of the product.
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { ExportColumn } from '@counterfoil/kit/contract/exports.ts'
import { unescapeSpreadsheetText } from '@counterfoil/kit/database/spreadsheet-text.ts'
import type { TDocumentDefinitions } from 'pdfmake/interfaces.js'

export interface PrintedTable {
  readonly title: string
  /** Who it is of: a name, and a picture as a data address. */
  readonly brand: { readonly name: string; readonly logo: string | null }
  /** What is said above the table, as names and values. */
  readonly about: readonly (readonly [name: string, value: string])[]
  readonly columns: readonly Pick<ExportColumn, 'name' | 'kind'>[]
  /** Cells as the CSV has them, without its header. */
  readonly rows: readonly (readonly string[])[]
  /** Below the table: its sums, with a heading of their own. */
  readonly sums: { readonly title: string; readonly rows: readonly (readonly string[])[] }
  readonly language: string
  pageText(page: number, pages: number): string
  readonly at: Date
}

const fontFolder = join(
  dirname(createRequire(import.meta.url).resolve('pdfmake')),
  '../fonts/Roboto',
)
const font = (name: string) => join(fontFolder, `Roboto-${name}.ttf`)
const fonts = {
  Roboto: { normal: font('Regular'), bold: font('Medium'), italics: font('Italic') },
}
const grey = '#5b6472'

export async function pdfOf(table: PrintedTable): Promise<Buffer> {
  const { default: pdfmake } = (await import('pdfmake')) as unknown as {
    default: typeof import('pdfmake')
  }
  pdfmake.setFonts(fonts)
  // nothing but its own letters is read: no text of a table names a file or an address
  pdfmake.setLocalAccessPolicy((path: string) => path.startsWith(fontFolder))
  pdfmake.setUrlAccessPolicy(() => false)
  return pdfmake.createPdf(definitionOf(table)).getBuffer()
}

function definitionOf(table: PrintedTable): TDocumentDefinitions {
  const { title, brand, about, columns, rows, sums, at } = table
  const isWide = columns.length > 7
  const logo =
    brand.logo !== null && /^data:image\/(png|jpeg);/.test(brand.logo) ? brand.logo : null
  return {
    pageSize: 'A4',
    pageOrientation: isWide ? 'landscape' : 'portrait',
    pageMargins: [36, 40, 36, 44],
    info: { title, author: brand.name, creationDate: at },
    // for readers that speak the text
    language: table.language,
    defaultStyle: { font: 'Roboto', fontSize: isWide ? 7 : 8.5 },
    header: (page) =>
      page === 1 ? '' : { text: title, margin: [36, 18, 36, 0], color: grey, fontSize: 8 },
    footer: (page, pages) => ({
      columns: [
        { text: brand.name, alignment: 'left' },
        { text: table.pageText(page, pages), alignment: 'right' },
      ],
      margin: [36, 12, 36, 0],
      color: grey,
      fontSize: 8,
    }),
    content: [
      {
        columns: [
          { width: '*', text: title, fontSize: 16, bold: true },
          {
            width: 'auto',
            stack: [
              logo === null
                ? { text: brand.name, fontSize: 11, color: grey }
                : { image: logo, fit: [140, 32] },
            ],
          },
        ],
        columnGap: 16,
        margin: [0, 0, 0, 10],
      },
      {
        layout: 'noBorders',
        table: {
          widths: ['auto', '*'],
          body: about.map(([name, value]) => [{ text: name, color: grey }, value]),
        },
        margin: [0, 0, 0, 12],
      },
      tableOf(columns, rows),
      { text: sums.title, bold: true, margin: [0, 14, 0, 4] },
      tableOf(columns, sums.rows),
    ],
  }
}

function tableOf(columns: PrintedTable['columns'], rows: PrintedTable['rows']) {
  const alignments = columns.map(({ kind }) =>
    kind === 'text' || kind === 'time' || kind === 'day' ? ('left' as const) : ('right' as const),
  )
  return {
    layout: 'lightHorizontalLines',
    table: {
      headerRows: 1,
      dontBreakRows: true,
      widths: columns.map(() => 'auto'),
      body: [
        columns.map(({ name }, at) => ({ text: name, bold: true, alignment: alignments[at] })),
        ...rows.map((row) =>
          row.map((cell, at) => ({
            text: shownCell(cell, columns[at]?.kind ?? 'text'),
            alignment: alignments[at],
          })),
        ),
      ],
    },
  }
}

function shownCell(cell: string, kind: ExportColumn['kind']): string {
  if (cell === '') return '–'
  if (kind === 'share') return `${(Number(cell) * 100).toFixed(1)} %`
  return kind === 'text' ? unescapeSpreadsheetText(cell) : cell
}
