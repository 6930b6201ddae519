import { deleteFile, deleteTenantFile, uploadFile, uploadTenantFile } from './files.contract.ts'

/** The calls of a queue of files. */
export const fileCalls = {
  own: { upload: uploadFile, remove: deleteFile },
  ofTenant: { upload: uploadTenantFile, remove: deleteTenantFile },
}
