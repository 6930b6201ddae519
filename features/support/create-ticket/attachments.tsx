import { fileCalls } from '@counterfoil/features/messaging/files/file-calls.rules.ts'
import { showSnackbar } from '@counterfoil/kit/web/overlays/snackbar.tsx'
import { useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { useFileQueue } from '@counterfoil/kit/web/upload/file-queue.ts'
import { useUploads } from '@counterfoil/kit/web/upload/file-upload.tsx'
import type { UploadQueue } from '@counterfoil/kit/web/upload/upload-queue.ts'
import { contactTexts } from './contact-support.messages.ts'

export interface Attachments {
  readonly queue: UploadQueue
  readonly fileIds: readonly string[]
  readonly count: number
  readonly isUploading: boolean
  /** No file is on its way or has failed. */
  readonly isReady: boolean
  /** Deletes the uploaded files, and shows a message. */
  discard(): Promise<void>
}

/** Uploads files for a ticket: under `tenantId` for platform staff, else under the caller's own organisation. */
export function useAttachments(tenantId?: string): Attachments {
  const t = useTexts(contactTexts)
  const queue = useFileQueue(fileCalls, {
    tenantId,
    onFinished: () => showSnackbar({ message: t.filesFinished, tone: 'success' }),
  })
  const { files, ...uploads } = useUploads(queue)
  return {
    queue,
    ...uploads,
    count: files.length,
    discard: async () => {
      const deleted = await queue.discard()
      if (deleted > 0) showSnackbar({ message: t.filesDeleted })
    },
  }
}
