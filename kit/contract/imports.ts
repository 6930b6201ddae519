import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { id, idParams, listOf, pageQuery, text, timestamp } from './fields.ts'
import { maxTotalBytes } from './uploads.ts'

interface ImportLimits {
  readonly rows: number
  readonly bytes: number
}

const usualLimits: ImportLimits = { rows: 100_000, bytes: maxTotalBytes }
const longLimits: ImportLimits = { rows: 1_000_000, bytes: 104_857_600 }

/** How much one file may hold. */
export const importLimitsOf = (of: { readonly isLongList?: true }): ImportLimits =>
  of.isLongList === true ? longLimits : usualLimits

/** Of one cell: the longest text that any field takes, and some more. */
export const maxCellLength = 200_000

export const importOutcomes = ['created', 'changed', 'unchanged', 'refused'] as const
export type ImportOutcome = (typeof importOutcomes)[number]

/** What an import's own report says of a row; where a file brings them back they are passed over. */
export const reportColumns = ['importLine', 'importResult', 'importField', 'importReason'] as const

export const dataImport = z.object({
  id,
  resource: z.string(),
  fileName: z.string(),
  state: z.enum(['running', 'done', 'cancelled']),
  rows: z.int(),
  created: z.int(),
  changed: z.int(),
  unchanged: z.int(),
  refused: z.int(),
  createdAt: timestamp,
  finishedAt: timestamp.nullable(),
})
export type DataImport = z.infer<typeof dataImport>

const importRow = z.object({
  line: z.int(),
  outcome: z.enum(importOutcomes),
  /** The record that was made, changed or found. */
  recordKey: z.string().nullable(),
  /** Of a refusal: its stable code, what its text names, the field, and the text itself. */
  code: z.string().nullable(),
  params: z.record(z.string(), z.union([z.string(), z.number(), text])).nullable(),
  path: z.string().nullable(),
  message: z.string().nullable(),
})
export type ImportRow = z.infer<typeof importRow>

const path = '/api/imports'
// whoever may import a kind of record sees their own imports of it: the handlers ask for whose they are
const permission: readonly string[] = []

export const listImports = endpoint({
  id: 'imports.list',
  method: 'GET',
  path,
  summary: "One's own imports, the newest first",
  permission,
  query: pageQuery.extend({ resource: z.string().max(64).optional() }),
  answer: listOf(dataImport),
})

export const readImport = endpoint({
  id: 'imports.read',
  method: 'GET',
  path: `${path}/:id`,
  summary: "How far one of one's own imports is",
  permission,
  params: idParams,
  answer: dataImport,
})

export const listImportRows = endpoint({
  id: 'imports.rows',
  method: 'GET',
  path: `${path}/:id/rows`,
  summary: 'What became of the rows of an import',
  permission,
  params: idParams,
  query: pageQuery.extend({ outcome: z.enum(importOutcomes).optional() }),
  answer: listOf(importRow),
})

export const exportImportRows = endpoint({
  id: 'imports.export',
  method: 'GET',
  path: `${path}/:id/csv`,
  summary:
    'The result of an import as CSV: of refused rows also their cells, to be mended and sent again',
  permission,
  params: idParams,
  query: z.object({ outcome: z.enum(importOutcomes).optional() }),
  answer: z.string(),
  contentType: 'text/csv',
})

export const cancelImport = endpoint({
  id: 'imports.cancel',
  method: 'DELETE',
  path: `${path}/:id`,
  summary: 'Takes no further rows of an import; what was taken stays',
  permission,
  params: idParams,
  answer: dataImport,
  refreshes: ['imports.*'],
})
