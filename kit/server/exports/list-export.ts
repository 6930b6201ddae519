import type { ExportColumn, FilterInWords } from '@counterfoil/kit/contract/exports.ts'
import { textLanguage } from '@counterfoil/kit/contract/languages.ts'
import { type Text, textIn } from '@counterfoil/kit/contract/texts.ts'
import { copyOut, onlyColumns } from '@counterfoil/kit/database/copy.ts'
import type { ExportReader, OpenExport } from './export-source.ts'

interface ListExport {
  /** Names its columns as `columns` does. */
  readonly statement: Parameters<typeof copyOut>[2]
  readonly columns: Readonly<Record<string, ExportColumn['kind']>>
  readonly query: object
  /** What the filters are called; those without a name here are left out. */
  readonly filterNames: Readonly<Record<string, Text>>
  readonly timeZone: string
  /** Columns that the reader's organisation hides. */
  readonly hidden?: ReadonlySet<string>
}

/** The rows of a list that has no amounts, as the database writes them. */
export async function openListExport(
  { database, scope, caller }: ExportReader,
  { statement, columns, query, filterNames, timeZone, hidden = new Set() }: ListExport,
): Promise<OpenExport> {
  const language = textLanguage(caller.locale)
  const shown = Object.entries(columns).filter(([name]) => !hidden.has(name))
  const names = shown.map(([name]) => name)
  const copy = await copyOut(database, scope, onlyColumns(statement, names), { first: 'count' })
  return {
    columns: shown.map(([name, kind]) => ({ name, kind, isSummed: false })),
    currencyColumn: null,
    csv: copy.stream,
    rows: Number(copy.first[0]?.rows ?? 0),
    sums: {},
    filters: filtersInWords(query, filterNames, language),
    timeZone,
    language,
    stop: copy.stop,
  }
}

function filtersInWords(query: object, names: ListExport['filterNames'], language: string) {
  return Object.entries(query).flatMap(([name, value]): FilterInWords[] => {
    const label = names[name]
    if (label === undefined || value === undefined || value === '') return []
    return [{ name: textIn(label, language), value: [value].flat().map(String).join(', ') }]
  })
}
