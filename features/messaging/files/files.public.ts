import { createHash } from 'node:crypto'
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
  clearFileOwner,
  fitsRecord,
  insertFile,
  listOfRecord,
  listOfRecords,
  lockFree,
  type StoredFile,
  updateFileOwner,
  updateFileStored,
} from './files.queries.ts'

/** Asks whether a caller may see a record; `db` reads what the caller may read. */
export type RecordCheck = (asked: {
  readonly db: Db
  readonly database: Database
  readonly caller: UserCaller
  readonly tenantId: string
  readonly recordId: string
}) => Promise<boolean>

interface RecordGuard {
  readonly check: RecordCheck
  /** By any one of these the record is seen; none: by all whom the check lets. */
  readonly permissions: readonly string[]
}

const guards = new Map<string, RecordGuard>()

/**
 * Files that hang on records of this type are for those who may see the record, by one of the permissions where any are
 * named. Said once, by the feature that has the records, in its `*.routes.ts`; files of a type without a check are for
 * nobody.
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
 * Hangs uploaded files on a record, on the transaction that stores the record. They must be free and the caller's
 * own. `merchantId`: the record's, whose users the files are then for too (as the record's check allows).
 * An operator's files are seen on transactions of the whole tenant alone (`tenantScope(tenantId)`).
 */
export async function claimFiles(db: Db, caller: UserCaller, claim: Claim): Promise<void> {
  if (claim.fileIds.length === 0) return
  if (caller.userType === 'tenant' && db.scope.kind === 'tenant' && db.scope.merchantIds !== null) {
    throw new Error("An operator's files are claimed on a transaction of the whole tenant")
  }
  const files = await lockFree(db, claim.fileIds)
  const own = files.filter((file) => file.uploader_id === caller.id)
  if (own.length !== new Set(claim.fileIds).size) throw notFound('The file')
  const added = own.reduce((sum, file) => sum + file.size_bytes, 0)
  if (!(await fitsRecord(db, claim, added))) {
    throw new Problem(
      'file.total_too_large',
      413,
      `The files of one record have at most ${maxTotalBytes} bytes together`,
      { params: { most: maxTotalBytes } },
    )
  }
  await updateFileOwner(db, claim)
}

export interface MadeFile {
  readonly tenantId: string
  /** Whose users read it too; null: operators alone. */
  readonly merchantId: string | null
  /** For whom it was made. */
  readonly userId: string
  readonly name: string
  readonly contentType: string
  readonly bytes: Uint8Array
  readonly at: Date
}

/** Stores a file that the product makes itself, and answers its id. Claim it, or it is cleared away in time. */
export async function storeMadeFile(
  storage: Storage,
  database: Database,
  file: MadeFile,
): Promise<string> {
  const id = newId(file.at)
  const scope = tenantScope(file.tenantId)
  // announced first, so that bytes never lie anywhere without a row that names them
  await database.transaction(scope, (db) =>
    insertFile(db, {
      id,
      merchantId: file.merchantId,
      uploaderId: file.userId,
      uploaderTenantId: file.tenantId,
      name: file.name,
      contentType: file.contentType,
      size: file.bytes.byteLength,
      sha256: createHash('sha256').update(file.bytes).digest('hex'),
      at: file.at,
    }),
  )
  await storage.put(keyOf(file.tenantId, id), file.bytes, file.contentType)
  await database.transaction(scope, (db) => updateFileStored(db, id))
  return id
}

/** Hangs made files on their record, on the transaction that finishes it. */
export function claimMadeFiles(db: Db, claim: Claim): Promise<void> {
  return updateFileOwner(db, claim)
}

/**
 * Lets the files of a record go, on the transaction that stores it without them. A job removes them, and nobody reads them
 * until then; whoever uploaded one may hang it on a record again in the same breath.
 */
export function releaseFiles(db: Db, recordType: string, recordId: string): Promise<void> {
  return clearFileOwner(db, recordType, recordId)
}

/** One file of a record that may be seen, with its content; the 404 of what does not exist when there is none. */
export async function openFileOf(
  db: Db,
  storage: Storage,
  of: { readonly recordType: string; readonly recordId: string; readonly fileId: string },
) {
  const files = await listOfRecord(db, of.recordType, of.recordId)
  const file = files.find((one) => one.id === of.fileId)
  if (file === undefined) throw notFound('The file')
  const content = await storage.read(keyOf(file.tenant_id, file.id)).catch((cause) => {
    throw storageProblem(cause)
  })
  return { file, content }
}

/** The files of a record that the caller was found to see. */
export function listFilesOf(db: Db, recordType: string, recordId: string): Promise<StoredFile[]> {
  return listOfRecord(db, recordType, recordId)
}

/** The same of several records of one type at once. */
export function listFilesOfRecords(
  db: Db,
  recordType: string,
  recordIds: readonly string[],
): Promise<StoredFile[]> {
  return recordIds.length === 0 ? Promise.resolve([]) : listOfRecords(db, recordType, recordIds)
}
