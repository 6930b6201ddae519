import type { Db } from '@counterfoil/kit/database/database.ts'
import { tenantOf } from '@counterfoil/kit/database/tenant-of.ts'
import { within } from '@counterfoil/kit/database/within.ts'
import { type SqlBool, sql } from 'kysely'

export interface NewFile {
  readonly id: string
  readonly merchantId: string | null
  readonly uploaderId: string
  readonly uploaderTenantId: string
  readonly name: string
  readonly contentType: string
  readonly size: number
  readonly sha256: string
  readonly at: Date
}

/** Inserts the row of a file before its bytes are stored. */
export async function insertFile(db: Db, file: NewFile): Promise<void> {
  await db
    .insertInto('file')
    .values({
      tenant_id: tenantOf(db),
      id: file.id,
      merchant_id: file.merchantId,
      uploader_id: file.uploaderId,
      uploader_tenant_id: file.uploaderTenantId,
      name: file.name,
      content_type: file.contentType,
      size_bytes: file.size,
      sha256: file.sha256,
      state: 'storing',
      created_at: file.at,
    })
    .execute()
}

/** Marks the file as stored. */
export async function updateFileStored(db: Db, id: string): Promise<void> {
  await db
    .updateTable('file')
    .set({ state: 'stored' })
    .where(within(db, 'file'))
    .where('id', '=', id)
    .where('state', '=', 'storing')
    .execute()
}

/** A stored file; undefined: the tenant has no such file. */
export function findStored(db: Db, tenantId: string | undefined, id: string) {
  return db
    .selectFrom('file')
    .selectAll()
    .where(within(db, 'file'))
    .$if(tenantId !== undefined, (query) => query.where('tenant_id', '=', tenantId ?? ''))
    .where('id', '=', id)
    .where('state', '=', 'stored')
    .executeTakeFirst()
}

/** Only so many files of one name are considered. */
const maxNamed = 20

/** Files of a name, newest first. */
export function listStoredNamed(db: Db, name: string, contentType: string | undefined) {
  return db
    .selectFrom('file')
    .selectAll()
    .where(within(db, 'file'))
    .where('name', '=', name)
    .$if(contentType !== undefined, (query) => query.where('content_type', '=', contentType ?? ''))
    .where('state', '=', 'stored')
    .orderBy('created_at', 'desc')
    .limit(maxNamed)
    .execute()
}

export type StoredFile = NonNullable<Awaited<ReturnType<typeof findStored>>>

/** Marks an unclaimed file for removal; false: a record has claimed it meanwhile. */
export async function updateFileRemoving(db: Db, id: string): Promise<boolean> {
  const marked = await db
    .updateTable('file')
    .set({ state: 'removing' })
    .where(within(db, 'file'))
    .where('id', '=', id)
    .where('record_type', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return marked !== undefined
}

export async function deleteFileRow(db: Db, id: string): Promise<void> {
  await db
    .deleteFrom('file')
    .where(within(db, 'file'))
    .where('id', '=', id)
    .where('state', '!=', 'stored')
    .execute()
}

export interface AbandonedBefore {
  /** Uploads and removals that began before this were interrupted. */
  readonly unfinishedBefore: Date
  /** Files that were uploaded before this and not claimed. */
  readonly unclaimedBefore: Date
}

/** Marks abandoned and released files for removal, and lists them, the oldest first and `without` those named. */
export async function markAbandonedFiles(
  db: Db,
  ages: AbandonedBefore,
  { limit, without }: { readonly limit: number; readonly without: readonly string[] },
): Promise<string[]> {
  const found = await db
    .selectFrom('file')
    .select('id')
    .where(within(db, 'file'))
    .where('record_type', 'is', null)
    .where((eb) =>
      eb.or([
        eb('created_at', '<', ages.unclaimedBefore),
        eb('released_at', 'is not', null),
        eb.and([eb('state', '!=', 'stored'), eb('created_at', '<', ages.unfinishedBefore)]),
      ]),
    )
    .where(sql<SqlBool>`id <> all(${without}::uuid[])`)
    .orderBy('created_at')
    .limit(limit)
    .execute()
  const taken: string[] = []
  for (const { id } of found) if (await updateFileRemoving(db, id)) taken.push(id)
  return taken
}

export interface Claim {
  readonly fileIds: readonly string[]
  readonly recordType: string
  readonly recordId: string
  readonly merchantId: string | null
}

/** The named files that are unclaimed, locked until the end of the transaction. */
export function lockUnclaimedFiles(db: Db, fileIds: readonly string[]) {
  return db
    .selectFrom('file')
    .select(['id', 'size_bytes', 'uploader_id'])
    .where(within(db, 'file'))
    .where('id', 'in', [...fileIds])
    .where('state', '=', 'stored')
    .where('record_type', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute()
}

export async function updateFileOwner(db: Db, claim: Claim): Promise<void> {
  await db
    .updateTable('file')
    .set({
      record_type: claim.recordType,
      record_id: claim.recordId,
      merchant_id: claim.merchantId,
      released_at: null,
    })
    .where(within(db, 'file'))
    .where('id', 'in', [...claim.fileIds])
    .execute()
}

export async function updateFileUnowned(
  db: Db,
  recordType: string,
  recordId: string,
): Promise<void> {
  await db
    .updateTable('file')
    .set({ record_type: null, record_id: null, released_at: sql`now()` })
    .where(within(db, 'file'))
    .where('record_type', '=', recordType)
    .where('record_id', '=', recordId)
    .execute()
}

export function listFilesOfRecord(db: Db, recordType: string, recordId: string) {
  return listOfRecords(db, recordType, [recordId])
}

export function listOfRecords(db: Db, recordType: string, recordIds: readonly string[]) {
  return db
    .selectFrom('file')
    .selectAll()
    .where(within(db, 'file'))
    .where('record_type', '=', recordType)
    .where('record_id', 'in', [...recordIds])
    .where('state', '=', 'stored')
    .orderBy('id')
    .execute()
}

export async function tenantExists(shared: Db, tenantId: string): Promise<boolean> {
  const found = await shared
    .selectFrom('tenant')
    .select('id')
    .where('id', '=', tenantId)
    .executeTakeFirst()
  return found !== undefined
}
