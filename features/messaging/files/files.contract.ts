import { endpoint } from '@counterfoil/kit/contract/endpoint.ts'
import { id, timestamp } from '@counterfoil/kit/contract/fields.ts'
import { upload } from '@counterfoil/kit/contract/uploads.ts'
import { z } from 'zod'

export const storedFile = z.object({
  fileId: id,
  /** The name of the uploaded file. */
  name: z.string(),
  contentType: z.string(),
  size: z.int(),
})

const fileDetails = storedFile.extend({
  isPreviewable: z.boolean(),
  /** A record has claimed the file, which then cannot be deleted on its own. */
  isReferenced: z.boolean(),
  createdAt: timestamp,
})

/** The bytes, as a stream from the storage. */
const content = z.custom<AsyncIterable<Uint8Array>>()

/** Permissions of platform staff, who name the tenant in the path. */
const underTenant = ['Platform.Support.Lookup', 'Platform.Tenants.View']
const changingUnderTenant = ['Platform.Support.Lookup', 'Platform.Tenants.Edit']
const fileParams = z.object({ id })
const fileName = z.string().min(1).max(255)
const tenantParams = z.object({ tenantId: id })
const tenantFileParams = z.object({ tenantId: id, id })

export const uploadFile = endpoint({
  id: 'files.upload',
  method: 'POST',
  path: '/api/fs/file',
  summary: 'Stores a file of at most 5242880 bytes, sent in the form field file',
  permission: [],
  body: upload,
  answer: storedFile,
  status: 201,
})

export const readFile = endpoint({
  id: 'files.content',
  method: 'GET',
  path: '/api/fs/file/:id',
  summary: 'The content of a file, always as an attachment',
  permission: [],
  params: fileParams,
  answer: content,
  contentType: 'application/octet-stream',
})

/** The newest file of the name that the caller may read. */
export const readNamedFile = endpoint({
  id: 'files.named',
  method: 'GET',
  path: '/api/crm/files',
  summary: 'The content of a file by its name',
  permission: [],
  query: z.object({ fileName }),
  answer: content,
  contentType: 'application/octet-stream',
})

/** The newest CSV file of the name that the caller may read; a file of another type is not found. */
export const readDailyReport = endpoint({
  id: 'files.daily-report',
  method: 'GET',
  path: '/api/fs/transaction-daily-report-csv/file/:name',
  summary: 'The content of a CSV report by its name',
  permission: [],
  params: z.object({ name: fileName }),
  answer: content,
  contentType: 'application/octet-stream',
})

export const readFileDetails = endpoint({
  id: 'files.details',
  method: 'GET',
  path: '/api/fs/file/:id/details',
  summary: 'Name, type and size of a file',
  permission: [],
  params: fileParams,
  answer: fileDetails,
})

export const deleteFile = endpoint({
  id: 'files.delete',
  method: 'DELETE',
  path: '/api/fs/file/:id',
  summary: 'Deletes a file that no record has claimed',
  permission: [],
  params: fileParams,
})

export const uploadTenantFile = endpoint({
  id: 'files.tenant.upload',
  method: 'POST',
  path: '/api/fs/:tenantId/file',
  summary: 'Stores a file under a tenant, for staff of the platform',
  permission: changingUnderTenant,
  params: tenantParams,
  body: upload,
  answer: storedFile,
  status: 201,
})

export const readTenantFile = endpoint({
  id: 'files.tenant.content',
  method: 'GET',
  path: '/api/fs/:tenantId/file/:id',
  summary: "The content of a tenant's file",
  permission: underTenant,
  params: tenantFileParams,
  answer: content,
  contentType: 'application/octet-stream',
})

export const readTenantFileDetails = endpoint({
  id: 'files.tenant.details',
  method: 'GET',
  path: '/api/fs/:tenantId/file/:id/details',
  summary: "Name, type and size of a tenant's file",
  permission: underTenant,
  params: tenantFileParams,
  answer: fileDetails,
})

export const deleteTenantFile = endpoint({
  id: 'files.tenant.delete',
  method: 'DELETE',
  path: '/api/fs/:tenantId/file/:id',
  summary: 'Deletes a file of a tenant that no record has claimed',
  permission: changingUnderTenant,
  params: tenantFileParams,
})
