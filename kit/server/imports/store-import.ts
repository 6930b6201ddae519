import { createHash } from 'node:crypto'
import { hasCardNumber } from '@counterfoil/kit/contract/card-number.ts'
import type { DataImport } from '@counterfoil/kit/contract/imports.ts'
import { Problem } from '@counterfoil/kit/contract/problem.ts'
import type { Resource } from '@counterfoil/kit/contract/resource.ts'
import type { UploadedFile } from '@counterfoil/kit/contract/uploads.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import { newId } from '@counterfoil/kit/database/ids.ts'
import {
  findImportByKey,
  findImportOf,
  type ImportRecord,
  insertImport,
  insertImportRows,
  type NewImportRow,
  type Refusal,
  updateImportSize,
} from '@counterfoil/kit/database/imports.ts'
import { tenantOf } from '@counterfoil/kit/database/tenant-of.ts'
import type { Context, UserCaller } from '../request/context.ts'
import { type FileRow, rowsOfFile } from './import-file.ts'

/** Works an import off in portions; each portion is a job of its own, so the tries are of one portion. */
export const importJob = { name: 'imports.take-rows', retries: 20 } as const

const rowsAtOnce = 500

/** Reads the whole file before anything of it is kept, and leaves its rows to the job. */
export function storeImport(
  of: Resource,
  file: UploadedFile,
  context: Context<UserCaller>,
  tenantId: string | undefined,
): Promise<DataImport> {
  const { caller, idempotencyKey, now, requestId, ip, jobs } = context
  const sha256 = createHash('sha256').update(file.bytes).digest('hex')
  return context.transaction(async (db) => {
    const id = newId(now)
    const one = {
      id,
      resource: of.id,
      userId: caller.id,
      userTenantId: caller.tenantId,
      idempotencyKey: idempotencyKey ?? id,
      fileName: file.name,
      sha256,
      requestId,
      ip,
      at: now,
    }
    if (!(await insertImport(db, one))) return repeated(db, one)
    const size = await storeRows(db, id, rowsOfFile(of, file))
    await updateImportSize(db, id, size)
    await jobs.enqueue(
      db,
      importJob,
      { tenantId: tenantOf(db), importId: id },
      { singletonKey: id },
    )
    const after = { fileName: file.name, sha256, rows: size.rows }
    await context.audit(db, { type: importRecordOf(of), id, after })
    return viewOfImport(await readOwn(db, caller.id, id))
  }, tenantId)
}

/** The type of an import's own entry in the audit trail, beside those of the records that it changed. */
const importRecordOf = (of: Resource) => `${of.id}-import`

async function repeated(
  db: Db,
  one: {
    readonly resource: string
    readonly userId: string
    readonly idempotencyKey: string
    readonly sha256: string
  },
): Promise<DataImport> {
  const before = await findImportByKey(db, one.userId, one.idempotencyKey)
  const isSame = before?.sha256 === one.sha256 && before.resource === one.resource
  if (isSame) return viewOfImport(before)
  const text = 'This key was used for another request. A new intent needs a new key.'
  throw new Problem('idempotency.key_reused', 409, text)
}

async function readOwn(db: Db, userId: string, id: string): Promise<ImportRecord> {
  const row = await findImportOf(db, userId, id)
  if (row === undefined) throw new Error('An import was stored and is not there')
  return row
}

async function storeRows(db: Db, importId: string, rows: AsyncGenerator<FileRow>) {
  const lines = new Map<string, number>()
  let batch: NewImportRow[] = []
  const size = { rows: 0, refused: 0 }
  for await (const row of rows) {
    const refusal = cardRefusal(row) ?? duplicateRefusal(row, lines)
    batch.push({ ...row, cells: withoutCards(row.cells), ...(refusal ? { refusal } : {}) })
    size.rows += 1
    if (refusal !== undefined) size.refused += 1
    if (batch.length < rowsAtOnce) continue
    await insertImportRows(db, importId, batch)
    batch = []
  }
  await insertImportRows(db, importId, batch)
  return size
}

/** The same row once more in one file is a slip: it is done once. */
function duplicateRefusal(
  { line, cells }: FileRow,
  lines: Map<string, number>,
): Refusal | undefined {
  // short and of one byte a character: a long list has a million of them
  const digest = createHash('sha256')
    .update(JSON.stringify(cells))
    .digest()
    .toString('latin1', 0, 16)
  const before = lines.get(digest)
  if (before === undefined) lines.set(digest, line)
  return before === undefined ? undefined : repeatedRow(before)
}

export const repeatedRow = (before: number): Refusal => ({
  code: 'import.repeated_row',
  message: `Line ${before} of the file is of the same record`,
  params: { before },
})

/** Card numbers are never stored, not even while a row waits. */
function cardRefusal({ cells }: FileRow): Refusal | undefined {
  const path = Object.keys(cells).find((name) => hasCardNumber(cells[name] ?? ''))
  if (path === undefined) return undefined
  return { code: 'import.card_number', message: 'Card numbers are not stored', path }
}

const withoutCards = (cells: FileRow['cells']) =>
  Object.fromEntries(
    Object.entries(cells).map(([name, cell]) => [name, hasCardNumber(cell) ? '[removed]' : cell]),
  )

export const viewOfImport = (row: ImportRecord): DataImport => ({
  id: row.id,
  resource: row.resource,
  fileName: row.file_name,
  state: row.state as DataImport['state'],
  rows: row.row_count,
  created: row.created_count,
  changed: row.changed_count,
  unchanged: row.unchanged_count,
  refused: row.refused_count,
  createdAt: row.created_at.toISOString(),
  finishedAt: row.finished_at?.toISOString() ?? null,
})
