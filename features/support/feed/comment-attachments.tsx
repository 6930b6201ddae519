import { fileCalls } from '@counterfoil/features/messaging/files/file-calls.rules.ts'
import { useFileQueue } from '@counterfoil/kit/web/upload/file-queue.ts'
import { useKeptUploads } from '@counterfoil/kit/web/upload/kept-uploads.ts'

export type CommentAttachments = ReturnType<typeof useCommentAttachments>

/** The files of a comment's draft. `tenantId`: the tenant under which platform staff store files that a tenant may read. */
export const useCommentAttachments = (draftName: string, tenantId: string | undefined) =>
  useKeptUploads(draftName, (uploaded) => useFileQueue(fileCalls, { tenantId }, uploaded))
