import { fileCalls } from '@counterfoil/features/messaging/files/file-calls.rules.ts'
import { useKeptText } from '@counterfoil/kit/web/form/unsaved-text.ts'
import { useFileQueue } from '@counterfoil/kit/web/upload/file-queue.ts'
import { useUploads } from '@counterfoil/kit/web/upload/file-upload.tsx'
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
  const draft = useKeptText(`${draftName}:files`)
  const queue = useFileQueue(fileCalls, { tenantId }, parseUploaded(draft.text))
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
