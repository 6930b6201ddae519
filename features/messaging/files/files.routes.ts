import { createHash } from 'node:crypto'
import { notFound, Problem } from '@counterfoil/kit/contract/problem.ts'
import { previewableTypes, type UploadedFile } from '@counterfoil/kit/contract/uploads.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import { newId } from '@counterfoil/kit/database/ids.ts'
import { describeAttachment } from '@counterfoil/kit/server/request/attachment.ts'
import type { Context, UserCaller } from '@counterfoil/kit/server/request/context.ts'
import { type Route, route } from '@counterfoil/kit/server/request/route.ts'
import type { Storage } from '@counterfoil/providers/storage/storage.ts'
import { inFileScope, readableFile, readableFileNamed } from './file-access.ts'
import { checkedContentType } from './file-sniffing.ts'
import { keyOf, storageProblem } from './file-storage.ts'
import {
  deleteFile,
  deleteTenantFile,
  readDailyReport,
  readFile,
  readFileDetails,
  readNamedFile,
  readTenantFile,
  readTenantFileDetails,
  uploadFile,
  uploadTenantFile,
} from './files.contract.ts'
import {
  deleteFileRow,
  insertFile,
  type StoredFile,
  tenantExists,
  updateFileRemoving,
  updateFileStored,
} from './files.queries.ts'

type Caller = Context<UserCaller>

export const routes = ({ storage }: { storage: Storage }): Route[] => [
  route(uploadFile, ({ body }, context) => store(storage, context, body)),
  route(readFile, ({ params }, context) => send(storage, context, params.id)),
  route(readNamedFile, async ({ query }, context) =>
    sendFile(storage, context, await readableFileNamed(context, query.fileName)),
  ),
  route(readDailyReport, async ({ params }, context) =>
    sendFile(storage, context, await readableFileNamed(context, params.name, 'text/csv')),
  ),
  route(readFileDetails, async ({ params }, context) =>
    detailsOf(await readableFile(context, params.id)),
  ),
  route(deleteFile, ({ params }, context) => remove(storage, context, params.id)),
  route(uploadTenantFile, ({ params, body }, context) =>
    store(storage, context, body, params.tenantId),
  ),
  route(readTenantFile, ({ params }, context) =>
    send(storage, context, params.id, params.tenantId),
  ),
  route(readTenantFileDetails, async ({ params }, context) =>
    detailsOf(await readableFile(context, params.id, params.tenantId)),
  ),
  route(deleteTenantFile, ({ params }, context) =>
    remove(storage, context, params.id, params.tenantId),
  ),
]

/**
 * Inserts the row, stores the bytes, then confirms the row, so that no bytes are stored without a row that names them. A job
 * finds by its age what a crash leaves behind.
 */
async function store(storage: Storage, context: Caller, upload: UploadedFile, tenantId?: string) {
  const { caller, now } = context
  const contentType = await checkedContentType(upload)
  const inTenant = tenantId ?? caller.tenantId
  if (!(await tenantExists(context.database.shared, inTenant))) throw notFound('The tenant')
  const id = newId(now)
  const size = upload.bytes.byteLength
  const stored = { fileId: id, name: upload.name, contentType, size }
  await inFileScope(context, tenantId, (db) =>
    insertFile(db, {
      id,
      merchantId: caller.merchantId,
      uploaderId: caller.id,
      uploaderTenantId: caller.tenantId,
      name: upload.name,
      contentType,
      size,
      sha256: createHash('sha256').update(upload.bytes).digest('hex'),
      at: now,
    }),
  )
  try {
    await storage.put(keyOf(inTenant, id), upload.bytes, contentType)
  } catch (cause) {
    await discard(storage, context, inTenant, id)
    throw storageProblem(cause)
  }
  await inFileScope(context, tenantId, async (db) => {
    await updateFileStored(db, id)
    await context.audit(db, { type: 'file', id, merchantId: caller.merchantId, after: stored })
  })
  return stored
}

/** Removes a file that could not be stored; if that fails too, a job finds it by its age. */
async function discard(storage: Storage, context: Caller, tenantId: string, id: string) {
  try {
    await storage.remove(keyOf(tenantId, id))
    await inFileScope(context, tenantId, (db) => deleteFileRow(db, id))
  } catch (error) {
    context.log.warn({ err: error, fileId: id }, 'a file that could not be stored is left behind')
  }
}

async function send(storage: Storage, context: Caller, id: string, tenantId?: string) {
  return sendFile(storage, context, await readableFile(context, id, tenantId))
}

async function sendFile(storage: Storage, context: Caller, file: StoredFile) {
  const content = await storage.read(keyOf(file.tenant_id, file.id)).catch((cause) => {
    throw storageProblem(cause)
  })
  describeAttachment(context.reply, {
    name: file.name,
    contentType: file.content_type,
    size: file.size_bytes,
  })
  const record = { type: 'file', id: file.id, merchantId: file.merchant_id }
  await context.transaction((db) => context.audit(db, record), file.tenant_id)
  return content
}

async function remove(storage: Storage, context: Caller, id: string, tenantId?: string) {
  const file = await readableFile(context, id, tenantId)
  const isGoing =
    file.record_type === null &&
    (await inFileScope(context, file.tenant_id, (db) => releaseUnclaimedFile(db, context, file)))
  if (!isGoing) {
    throw new Problem(
      'file.in_use',
      409,
      'A record holds this file: it cannot be deleted by itself',
    )
  }
  await discard(storage, context, file.tenant_id, id)
  return undefined
}

async function releaseUnclaimedFile(db: Db, { audit }: Caller, file: StoredFile): Promise<boolean> {
  if (!(await updateFileRemoving(db, file.id))) return false
  const before = { name: file.name, size: file.size_bytes }
  await audit(db, { type: 'file', id: file.id, merchantId: file.merchant_id, before })
  return true
}

function detailsOf(file: StoredFile) {
  return {
    fileId: file.id,
    name: file.name,
    contentType: file.content_type,
    size: file.size_bytes,
    isPreviewable: previewableTypes.includes(file.content_type),
    isReferenced: file.record_type !== null,
    createdAt: file.created_at.toISOString(),
  }
}
