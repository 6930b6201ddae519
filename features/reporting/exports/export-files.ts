// The files of an export, written one after the other; none is held in memory whole but a part of a CSV.
import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import {
  createGeneratedFile,
  type GeneratedFile,
} from '@counterfoil/features/messaging/files/files.public.ts'
import type { ExportFormat, ExportManifest } from '@counterfoil/kit/contract/exports.ts'
import type { ModeName } from '@counterfoil/kit/contract/fields.ts'
import { Problem } from '@counterfoil/kit/contract/problem.ts'
import type { Database } from '@counterfoil/kit/database/database.ts'
import { cellsOf, csvRows } from '@counterfoil/kit/server/codecs/csv-rows.ts'
import { pdfOf } from '@counterfoil/kit/server/codecs/pdf.ts'
import { workbookOf } from '@counterfoil/kit/server/codecs/xlsx.ts'
import type { AnyExportSource, OpenExport } from '@counterfoil/kit/server/exports/export-source.ts'
import type { UserCaller } from '@counterfoil/kit/server/request/context.ts'
import type { Storage } from '@counterfoil/providers/storage/storage.ts'
import { csvParts } from './csv-parts.ts'
import { aboutLines, pageText, sumRows, sumsTitle } from './export-words.ts'
import { contentTypes, exportFileName, maxPrintedRows } from './exports.rules.ts'

export interface ExportWork {
  readonly storage: Storage
  readonly database: Database
  readonly source: AnyExportSource
  readonly format: ExportFormat
  readonly user: UserCaller
  /** Whose payments the rows are of; null: of a report without modes. */
  readonly mode: ModeName | null
  /** The run of an automated report that it is made for; null: a person asked for it. */
  readonly runId: string | null
  readonly open: OpenExport
  readonly at: Date
  /** Of one CSV, which is held in memory until it is stored. */
  readonly maxBytes: number
  readonly brand: { readonly name: string; readonly logo: string | null }
  /** Told of rows that were read; throws to end the work. */
  progress(rows: number): Promise<void>
}

export interface WrittenFiles {
  readonly fileIds: readonly string[]
  readonly files: ExportManifest['files']
  readonly rows: number
  readonly shortenedCells: number
}

export function writeFiles(work: ExportWork): Promise<WrittenFiles> {
  if (work.format === 'csv') return writeCsv(work)
  return work.format === 'xlsx' ? writeWorkbook(work) : writePrinted(work)
}

/** They are unattached at first, and a crash leaves them to the cleanup of old files. */
async function storeFile(
  { storage, database, user, at, format, source, runId }: ExportWork,
  index: number,
  content: GeneratedFile['content'],
): Promise<{ id: string; name: string; size: number }> {
  // two reports of one minute would take each other's place where they are delivered
  const stem = runId === null ? source.stem : `${source.stem}-${runId.slice(-6)}`
  const name = exportFileName(stem, at, format, index)
  const size = 'bytes' in content ? content.bytes.byteLength : content.size
  const id = await createGeneratedFile(storage, database, {
    tenantId: user.tenantId,
    merchantId: user.merchantId,
    userId: user.id,
    name,
    contentType: contentTypes[format],
    content,
    at,
  })
  return { id, name, size }
}

async function writeCsv(work: ExportWork): Promise<WrittenFiles> {
  const fileIds: string[] = []
  const files: ExportManifest['files'] = []
  let rows = 0
  for await (const part of csvParts(work.open.csv, work.maxBytes)) {
    const sha256 = sha256Of(part.bytes)
    const { id, name, size } = await storeFile(work, files.length, part)
    fileIds.push(id)
    files.push({ name, bytes: size, sha256, rows: part.rows })
    rows += part.rows
    await work.progress(rows)
  }
  return { fileIds, files, rows, shortenedCells: 0 }
}

async function writeWorkbook(work: ExportWork): Promise<WrittenFiles> {
  const { source, open, user, at } = work
  const about = aboutLines(work)
  const { stream, written } = workbookOf({
    columns: open.columns,
    rows: rowsOf(work),
    name: source.name[open.language] ?? source.name.en,
    about,
    at,
  })
  const folder = await mkdtemp(join(tmpdir(), 'counterfoil-export-'))
  try {
    const path = join(folder, `${user.id}.xlsx`)
    const hash = createHash('sha256')
    let size = 0
    const hashing = new Transform({
      transform(chunk: Buffer, _encoding, done) {
        hash.update(chunk)
        size += chunk.length
        done(null, chunk)
      },
    })
    await pipeline(stream, hashing, createWriteStream(path))
    const sha256 = hash.digest('hex')
    const file = await storeFile(work, 0, { path, size, sha256 })
    const { rows, shortenedCells } = written
    return {
      fileIds: [file.id],
      files: [{ name: file.name, bytes: size, sha256, rows }],
      rows,
      shortenedCells,
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function writePrinted(work: ExportWork): Promise<WrittenFiles> {
  const { open, source, brand, at } = work
  if (open.rows > maxPrintedRows) {
    throw new Problem(
      'export.too_long_to_print',
      400,
      `The report has ${open.rows} rows; at most ${maxPrintedRows} are printed. Choose fewer days or groups, or another format.`,
      { params: { rows: open.rows, most: maxPrintedRows } },
    )
  }
  const rows: (readonly string[])[] = []
  for await (const batch of rowsOf(work)) rows.push(...batch)
  const { language } = open
  const bytes = await pdfOf({
    title: source.name[language] ?? source.name.en,
    brand,
    about: aboutLines(work).lines,
    columns: open.columns,
    rows,
    sums: { title: sumsTitle(language), rows: sumRows(open) },
    language,
    pageText: (page, pages) => pageText(language, page, pages),
    at,
  })
  const sha256 = sha256Of(bytes)
  const { id, name, size } = await storeFile(work, 0, { bytes })
  return {
    fileIds: [id],
    files: [{ name, bytes: size, sha256, rows: rows.length }],
    rows: rows.length,
    shortenedCells: 0,
  }
}

/** The cells of all rows, in batches, without the header. */
async function* rowsOf({ open, progress }: ExportWork): AsyncGenerator<string[][]> {
  let isHeader = true
  let rows = 0
  for await (const batch of csvRows(open.csv)) {
    const cells = (isHeader ? batch.slice(1) : batch).map(cellsOf)
    isHeader = false
    rows += cells.length
    if (cells.length > 0) yield cells
    await progress(rows)
  }
}

const sha256Of = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
