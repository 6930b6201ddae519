import type { Readable } from 'node:stream'
import type { ExportColumn, FilterInWords } from '@counterfoil/kit/contract/exports.ts'
import { type Mode, type ModeName, modeNameOf } from '@counterfoil/kit/contract/fields.ts'
import type { Text } from '@counterfoil/kit/contract/texts.ts'
import type { Database } from '@counterfoil/kit/database/database.ts'
import type { Scope } from '@counterfoil/kit/database/scope.ts'
import type { z } from 'zod'
import type { UserCaller } from '../request/context.ts'

/** In whose name and when rows are read. */
export interface ExportReader {
  readonly caller: UserCaller
  readonly database: Database
  /** What the caller may see now. */
  readonly scope: Scope
  readonly mode: Mode
  readonly now: Date
}

/** Rows on their way out, all of one snapshot. */
export interface OpenExport {
  readonly columns: readonly ExportColumn[]
  /** The column with the currency of a row's amounts; null: it has none. */
  readonly currencyColumn: string | null
  /** The rows as CSV with a header row; texts are escaped against formulas. */
  readonly csv: Readable
  /** Counted apart from the rows, in the same snapshot. */
  readonly rows: number
  /** By currency and column, in decimals. */
  readonly sums: Readonly<Record<string, Readonly<Record<string, string>>>>
  readonly filters: readonly FilterInWords[]
  readonly timeZone: string
  readonly language: string
  /** Ends the reading, also in the middle. */
  stop(): void
}

/** A report or a list that can be exported: the same rows, rights and zone as its screen. */
export interface ExportSource<Query = unknown> {
  readonly id: string
  readonly name: Text
  /** How its files' names begin. */
  readonly stem: string
  /** Any one suffices, as for its screen. */
  readonly permissions: readonly string[]
  /** The parameters of its screen's call. */
  readonly query: z.ZodType<Query>
  /** Live and Test are two lists. */
  readonly hasModes: boolean
  /** Short enough to be printed. */
  readonly isPrintable?: boolean
  /** Throws a Problem for what cannot be made, before anything is read. */
  check?(query: Query, reader: ExportReader): void | Promise<void>
  open(query: Query, reader: ExportReader): Promise<OpenExport>
}

// biome-ignore lint/suspicious/noExplicitAny: sources of all queries are in one table
export type AnyExportSource = ExportSource<any>

const sources = new Map<string, AnyExportSource>()

/** Declares what can be exported; the feature that has the list calls this once, in its `*.routes.ts`. */
export function declareExport<Query>(source: ExportSource<Query>): void {
  if (sources.has(source.id)) throw new Error(`Two exports are called ${source.id}`)
  sources.set(source.id, source)
}

/** What is declared by the routes that were loaded; `scanRoutes` loads all. */
export const exportSources = (): ReadonlyMap<string, AnyExportSource> => sources

/** Of which mode an export of this source is; null: the source has one list for both. */
export const modeOfExport = (source: string, mode: number): ModeName | null =>
  sources.get(source)?.hasModes === false ? null : modeNameOf(mode)
