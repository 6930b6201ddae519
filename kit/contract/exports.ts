import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { id, idParams, listOf, modeName, pageQuery, text, timestamp } from './fields.ts'

const exportFormats = ['csv', 'xlsx', 'pdf'] as const
export type ExportFormat = (typeof exportFormats)[number]
export const exportFormat = z.enum(exportFormats)

const exportStates = ['waiting', 'running', 'done', 'failed', 'cancelled'] as const
export type ExportState = (typeof exportStates)[number]

/** The most exports of one user that wait or run. */
export const maxOpenExports = 5

/** A filter in words, as the screen says it. */
const filterInWords = z.object({ name: z.string(), value: z.string() })
export type FilterInWords = z.infer<typeof filterInWords>

export const dataExport = z.object({
  id,
  /** What is exported: a report or a list, by its id and by its name. */
  source: z.string(),
  name: text,
  /** Of Live or Test; null: of both, as the audit trail. */
  mode: modeName.nullable(),
  format: exportFormat,
  state: z.enum(exportStates),
  rows: z.int(),
  /** Counted in the snapshot that the rows are read from; null before that. */
  rowsTotal: z.int().nullable(),
  /** Once it is done: what the manifest says of it. */
  filters: z.array(filterInWords),
  timeZone: z.string().nullable(),
  bytes: z.int(),
  files: z.array(z.object({ id, name: z.string(), size: z.int() })),
  /** The code of the problem for which it could not be made. */
  failure: z.string().nullable(),
  /** The same in English, and the values that it names. */
  failureMessage: z.string().nullable(),
  failureParams: z.record(z.string(), z.union([z.string(), z.number(), text])).nullable(),
  isAutomated: z.boolean(),
  createdAt: timestamp,
  finishedAt: timestamp.nullable(),
  /** When its files are removed. */
  expiresAt: timestamp,
})
export type DataExport = z.infer<typeof dataExport>

/** The parameters of the list's own call, as the screen sends them. */
export const exportedQuery = z.record(
  z.string().max(50),
  z.union([z.string().max(20_000), z.number(), z.array(z.string().max(500)).max(200)]),
)
export type ExportedQuery = z.infer<typeof exportedQuery>

const path = '/api/exports'
// whoever may see a list may export it, and sees their own exports: the handlers ask for whose they are
const permission: readonly string[] = []

export const listExports = endpoint({
  id: 'exports.list',
  method: 'GET',
  path,
  summary: "One's own exports with their state and progress, the newest first",
  permission,
  query: pageQuery,
  answer: listOf(dataExport),
})

export const createExport = endpoint({
  id: 'exports.create',
  method: 'POST',
  path,
  summary: 'Prepares a report or a list as files in the background and notifies the user',
  permission,
  body: z
    .strictObject({
      source: z.string().max(64),
      format: exportFormat,
      query: exportedQuery,
      mode: modeName.optional(),
    })
    .meta({ examples: [{ source: 'payments', format: 'xlsx', query: { status: 'captured' } }] }),
  answer: z.object({ id }),
  status: 202,
  refreshes: ['exports.*'],
})

export const cancelExport = endpoint({
  id: 'exports.cancel',
  method: 'POST',
  path: `${path}/:id/cancel`,
  summary: 'Stops an export that waits or runs',
  permission,
  params: idParams,
  answer: dataExport,
  refreshes: ['exports.*'],
})

export const downloadExport = endpoint({
  id: 'exports.download',
  method: 'GET',
  path: `${path}/:id/file`,
  summary: 'The files of an export and its manifest as one zip',
  permission,
  params: idParams,
  contentType: 'application/zip',
})

/** `manifest.json` of an export, which `npm run verify:export` compares the files with. */
export const exportManifest = z.object({
  format: z.literal('counterfoil-export/1'),
  report: z.object({ id: z.string(), name: z.string() }),
  filters: z.array(filterInWords),
  mode: z.string().nullable(),
  timeZone: z.string(),
  /** All rows are as they were at this instant. */
  asOf: timestamp,
  columns: z.array(
    z.object({
      name: z.string(),
      kind: z.enum(['text', 'number', 'amount', 'share', 'time', 'day']),
      /** Amounts of this column are added up by currency. */
      isSummed: z.boolean(),
    }),
  ),
  /** The column with the currency of a row's amounts. */
  currencyColumn: z.string().nullable(),
  rows: z.int(),
  /** By currency and column, in decimals. */
  sums: z.record(z.string(), z.record(z.string(), z.string())),
  /** Texts that are longer than a cell of a spreadsheet holds, and were cut. */
  shortenedCells: z.int(),
  files: z.array(z.object({ name: z.string(), bytes: z.int(), sha256: z.string(), rows: z.int() })),
})
export type ExportManifest = z.infer<typeof exportManifest>
export type ExportColumn = ExportManifest['columns'][number]
