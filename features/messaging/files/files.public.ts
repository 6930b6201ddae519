import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { notFound, Problem } from '@counterfoil/kit/contract/problem.ts'
import { maxTotalBytes } from '@counterfoil/kit/contract/uploads.ts'
import type { Database, Db } from '@counterfoil/kit/database/database.ts'
import { newId } from '@counterfoil/kit/database/ids.ts'
import { tenantScope } from '@counterfoil/kit/database/scope.ts'
import type { UserCaller } from '@counterfoil/kit/server/request/context.ts'
import type { Storage } from '@counterfoil/providers/storage/storage.ts'
import { keyOf, storageProblem } from './file-storage.ts'
import {
  type Claim,
  insertFile,
  listFilesOfRecord,
  listOfRecords,
  lockUnclaimedFiles,
  type StoredFile,
  updateFileOwner,
  updateFileStored,
  updateFileUnowned,
} from './files.queries.ts'

/**
 * Decides whether a caller may see a record; `db` reads what the caller may read. Permissions: a caller with one of them
 * may, as records of this type differ in what is in them.
 */
export type RecordCheck = (reader: {
  readonly db: Db
  readonly database: Database
  readonly caller: UserCaller
  readonly tenantId: string
  readonly recordId: string
}) => Promise<boolean | readonly string[]>

interface RecordGuard {
  readonly check: RecordCheck
  /** The caller needs one of these; an empty list: none. */
  readonly permissions: readonly string[]
}

const guards = new Map<string, RecordGuard>()

/**
 * Declares who may read the files of a record type: callers with one of the permissions who may see the record. The feature
 * of the records calls this once, in its `*.routes.ts`; no one may read files of a type without a check.
 */
export function guardFilesOf(
  recordType: string,
  check: RecordCheck,
  permissions: readonly string[],
): void {
  if (guards.has(recordType)) throw new Error(`Files of ${recordType} have a check already`)
  guards.set(recordType, { check, permissions })
}

export function recordGuardOf(recordType: string): RecordGuard | undefined {
  return guards.get(recordType)
}

/**
 * Attaches uploaded files to a record, on the transaction that stores the record. The files must be unclaimed and uploaded
 * by the caller. `merchantId`: the record's; its users may then read the files, as far as the record's check allows.
 * Operators' files are visible only to transactions of the whole tenant (`tenantScope(tenantId)`).
 */
export async function claimFiles(db: Db, caller: UserCaller, claim: Claim): Promise<void> {
  if (claim.fileIds.length === 0) return
  if (caller.userType === 'tenant' && db.scope.kind === 'tenant' && db.scope.merchantIds !== null) {
    throw new Error("An operator's files are claimed on a transaction of the whole tenant")
  }
  const files = await lockUnclaimedFiles(db, claim.fileIds)
  const own = files.filter((file) => file.uploader_id === caller.id)
  if (own.length !== new Set(claim.fileIds).size) throw notFound('The file')
  // as the queue that they were uploaded in: what the record has from before does not count
  refuseTooLarge(own)
  await updateFileOwner(db, claim)
}

/** Refuses files that have too many bytes together, for what goes somewhere as one. */
function refuseTooLarge(files: readonly Pick<StoredFile, 'size_bytes'>[]): void {
  if (files.reduce((sum, file) => sum + file.size_bytes, 0) <= maxTotalBytes) return
  throw new Problem(
    'file.total_too_large',
    413,
    `Files that are added together have at most ${maxTotalBytes} bytes`,
    { params: { most: maxTotalBytes } },
  )
}

export interface GeneratedFile {
  readonly tenantId: string
  /** The merchant whose users may read it too; null: operators only. */
  readonly merchantId: string | null
  /** The user for whom the file was created. */
  readonly userId: string
  readonly name: string
  readonly contentType: string
  /** What is too large for memory is a file on this machine. */
  readonly content:
    | { readonly bytes: Uint8Array }
    | { readonly path: string; readonly size: number; readonly sha256: string }
  readonly at: Date
}

/** Stores a file that the product creates, and answers its id. Unclaimed, it is removed after some days. */
export async function createGeneratedFile(
  storage: Storage,
  database: Database,
  file: GeneratedFile,
): Promise<string> {
  const id = newId(file.at)
  const scope = tenantScope(file.tenantId)
  const { content, contentType } = file
  // the row comes first, so that no bytes are stored without a row that names them
  await database.transaction(scope, (db) =>
    insertFile(db, {
      id,
      merchantId: file.merchantId,
      uploaderId: file.userId,
      uploaderTenantId: file.tenantId,
      name: file.name,
      contentType,
      size: 'bytes' in content ? content.bytes.byteLength : content.size,
      sha256: 'sha256' in content ? content.sha256 : sha256Of(content.bytes),
      at: file.at,
    }),
  )
  const key = keyOf(file.tenantId, id)
  if ('bytes' in content) await storage.put(key, content.bytes, contentType)
  else await storage.putFile(key, content, contentType)
  await database.transaction(scope, (db) => updateFileStored(db, id))
  return id
}

const sha256Of = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

/** Attaches generated files to their record, on the transaction that completes the record. */
export function claimGeneratedFiles(db: Db, claim: Claim): Promise<void> {
  return updateFileOwner(db, claim)
}

/**
 * Releases the files of a record, on the transaction that stores the record without them. A job removes them, and no one
 * may read them until then; their uploader may claim them again on the same transaction.
 */
export function releaseFiles(db: Db, recordType: string, recordId: string): Promise<void> {
  return updateFileUnowned(db, recordType, recordId)
}

/** A file of a record that the caller may see, with its content; 404 when the record has no such file. */
export async function openFileOf(
  db: Db,
  storage: Storage,
  of: { readonly recordType: string; readonly recordId: string; readonly fileId: string },
) {
  const files = await listFilesOfRecord(db, of.recordType, of.recordId)
  const file = files.find((one) => one.id === of.fileId)
  if (file === undefined) throw notFound('The file')
  const content = await storage.read(keyOf(file.tenant_id, file.id)).catch((cause) => {
    throw storageProblem(cause)
  })
  return { file, content }
}

/** The content of a file that the product itself shows, such as a logo; null where it cannot be read. */
export async function findStoredContent(
  storage: Storage,
  tenantId: string,
  fileId: string,
): Promise<Buffer | null> {
  try {
    return await buffer(await storage.read(keyOf(tenantId, fileId)))
  } catch {
    return null
  }
}

/** The files of a record; the caller's right to see the record was checked before. */
export function listFilesOf(db: Db, recordType: string, recordId: string): Promise<StoredFile[]> {
  return listFilesOfRecord(db, recordType, recordId)
}

/** The content of one of them. */
export function openStoredFile(storage: Storage, file: StoredFile): Promise<Readable> {
  return storage.read(keyOf(file.tenant_id, file.id))
}

/** The files of several records of one type. */
export function listFilesOfRecords(
  db: Db,
  recordType: string,
  recordIds: readonly string[],
): Promise<StoredFile[]> {
  return recordIds.length === 0 ? Promise.resolve([]) : listOfRecords(db, recordType, recordIds)
}
