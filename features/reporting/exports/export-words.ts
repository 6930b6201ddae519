import type { ExportManifest } from '@counterfoil/kit/contract/exports.ts'
import type { ModeName } from '@counterfoil/kit/contract/fields.ts'
import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import { modeNames } from '@counterfoil/kit/contract/mode-names.ts'
import { textIn } from '@counterfoil/kit/contract/texts.ts'
import type { AnyExportSource, OpenExport } from '@counterfoil/kit/server/exports/export-source.ts'

const msg = messagesOf(import.meta.url)

const words = msg({
  about: 'About this export',
  report: 'Report',
  mode: 'Mode',
  timeZone: 'Time zone',
  asOf: 'As of',
  rows: 'Rows',
  page: 'Page {page} of {pages}',
  sums: 'Sums by currency',
})

/** What an export says of itself: the report, its filters in words, the zone, when, and its rows. */
export function aboutLines({
  source,
  open: { filters, language, timeZone, rows },
  mode,
  at: asOf,
}: {
  readonly source: AnyExportSource
  readonly open: OpenExport
  readonly mode: ModeName | null
  readonly at: Date
}): { readonly name: string; readonly lines: readonly (readonly [string, string])[] } {
  const say = (one: keyof Omit<typeof words, 'page'>) => textIn(words[one], language)
  return {
    name: say('about'),
    lines: [
      [say('report'), textIn(source.name, language)],
      ...(mode === null ? [] : [[say('mode'), textIn(modeNames[mode], language)] as const]),
      ...filters.map(({ name, value }) => [name, value] as const),
      [say('timeZone'), timeZone],
      [say('asOf'), asOf.toISOString()],
      [say('rows'), String(rows)],
    ],
  }
}

export const pageText = (language: string, page: number, pages: number): string =>
  textIn(words.page, language, { page, pages })

export const sumsTitle = (language: string): string => textIn(words.sums, language)

/** A row for each currency, with the sums in the columns that they are of. */
export function sumRows({ columns, currencyColumn, sums }: OpenExport): string[][] {
  return Object.entries(sums).map(([currency, ofCurrency]) =>
    columns.map(({ name }) => (name === currencyColumn ? currency : (ofCurrency[name] ?? ''))),
  )
}

export function manifestOf(
  source: AnyExportSource,
  open: OpenExport,
  of: Pick<ExportManifest, 'mode' | 'files' | 'rows' | 'shortenedCells'> & { readonly asOf: Date },
): ExportManifest {
  return {
    format: 'counterfoil-export/1',
    report: { id: source.id, name: textIn(source.name, open.language) },
    filters: [...open.filters],
    mode: of.mode,
    timeZone: open.timeZone,
    asOf: of.asOf.toISOString(),
    columns: [...open.columns],
    currencyColumn: open.currencyColumn,
    rows: of.rows,
    sums: open.sums as ExportManifest['sums'],
    shortenedCells: of.shortenedCells,
    files: of.files,
  }
}
