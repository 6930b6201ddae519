import { fileCalls } from '@counterfoil/features/messaging/files/file-calls.rules.ts'
import { showSnackbar } from '@counterfoil/kit/web/overlays/snackbar.tsx'
import { useUser } from '@counterfoil/kit/web/session/user.tsx'
import { useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { useFileQueue } from '@counterfoil/kit/web/upload/file-queue.ts'
import { useKeptUploads } from '@counterfoil/kit/web/upload/kept-uploads.ts'
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
  /** The ticket has them now. */
  forget(): void
}

/**
 * Uploads files for a ticket: under `tenantId` for platform staff, else under the caller's own organisation. The latter are
 * there again with the text when the page was loaded anew.
 */
export function useAttachments(tenantId?: string): Attachments {
  const t = useTexts(contactTexts)
  const { audience } = useUser()
  const uploads = useKeptUploads('new ticket', (uploaded) =>
    useFileQueue(
      fileCalls,
      {
        tenantId,
        onFinished: () => showSnackbar({ message: t.filesFinished, tone: 'success' }),
      },
      // those of one tenant are not another's, and which one is chosen only later
      audience === 'platform' ? [] : uploaded,
    ),
  )
  return {
    ...uploads,
    discard: async () => {
      uploads.forget()
      const deleted = await uploads.queue.discard()
      if (deleted > 0) showSnackbar({ message: t.filesDeleted })
    },
  }
}
