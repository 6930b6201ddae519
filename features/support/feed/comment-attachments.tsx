import {
  deleteFile,
  deleteTenantFile,
  uploadFile,
  uploadTenantFile,
} from '@counterfoil/features/messaging/files/files.contract.ts'
import { uploadForm } from '@counterfoil/kit/contract/uploads.ts'
import { useClient } from '@counterfoil/kit/web/calls/use-call.ts'
import { useKeptText } from '@counterfoil/kit/web/form/unsaved-text.ts'
import { useUploadQueue, useUploads } from '@counterfoil/kit/web/upload/file-upload.tsx'
import type { UploadQueue } from '@counterfoil/kit/web/upload/upload-queue.ts'
import { useEffect } from 'react'
import { z } from 'zod'

export interface CommentAttachments {
  readonly queue: UploadQueue
  readonly fileIds: readonly string[]
  readonly count: number
  readonly isUploading: boolean
  /** No file is on its way or has failed. */
  readonly isReady: boolean
}

const uploadedFiles = z.array(z.object({ fileId: z.string(), name: z.string(), size: z.number() }))

/**
 * The files of a comment's draft. Uploaded files are kept with the draft, so that they are there again when the page is
 * opened again. `tenantId`: the tenant under which platform staff store files that a tenant may read.
 */
export function useCommentAttachments(
  draftName: string,
  tenantId: string | undefined,
): CommentAttachments {
  const { client } = useClient()
  const draft = useKeptText(`${draftName}:files`)
  const queue = useUploadQueue(
    {
      send: (file, options) => {
        const body = uploadForm(file)
        return tenantId === undefined
          ? client.send(uploadFile, { body }, options)
          : client.send(uploadTenantFile, { params: { tenantId }, body }, options)
      },
      remove: (id) =>
        tenantId === undefined
          ? client.send(deleteFile, { params: { id } })
          : client.send(deleteTenantFile, { params: { tenantId, id } }),
    },
    parseUploaded(draft.text),
  )
  const { files, ...uploads } = useUploads(queue)
  const uploaded = files.flatMap(({ fileId, file: { name, size } }) =>
    fileId === undefined ? [] : [{ fileId, name, size }],
  )
  const text = uploaded.length === 0 ? '' : JSON.stringify(uploaded)
  const { write } = draft
  useEffect(() => write(text), [text, write])
  return {
    queue,
    ...uploads,
    count: files.length,
  }
}

function parseUploaded(text: string): z.infer<typeof uploadedFiles> {
  if (text === '') return []
  try {
    return uploadedFiles.parse(JSON.parse(text))
  } catch {
    // a draft that cannot be read has no files
    return []
  }
}
