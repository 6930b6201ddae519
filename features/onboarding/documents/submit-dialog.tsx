import { fileCalls } from '@counterfoil/features/messaging/files/file-calls.rules.ts'
import { useAction } from '@counterfoil/kit/web/calls/use-call.ts'
import { Dialog, ProblemNote } from '@counterfoil/kit/web/overlays/dialog.tsx'
import { showSnackbar } from '@counterfoil/kit/web/overlays/snackbar.tsx'
import { useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { useFileQueue } from '@counterfoil/kit/web/upload/file-queue.ts'
import { FileUpload, useUploads } from '@counterfoil/kit/web/upload/file-upload.tsx'
import classes from './document-list.module.css'
import {
  type DocumentEntry,
  fileDocument,
  maxFilesPerDocument,
  submitOwnDocument,
} from './documents.contract.ts'
import { documentTexts } from './documents.messages.ts'

/** Uploads the files of a document and submits them together: one's own, or those of a merchant for it. */
export function SubmitDialog(props: {
  entry: DocumentEntry
  /** For which merchant an operator submits. */
  merchantId?: string
  onClose(): void
}) {
  const { entry, merchantId, onClose } = props
  const t = useTexts(documentTexts)
  const queue = useFileQueue(fileCalls)
  const { fileIds, isReady } = useUploads(queue)
  const options = {
    quiet: true,
    rereadsOnConflict: true,
    onDone: () => {
      const message = merchantId === undefined ? t.handedInDone : t.uploadedDone
      showSnackbar({ message, tone: 'success' })
      onClose()
    },
  }
  const own = useAction(submitOwnDocument, options)
  const forMerchant = useAction(fileDocument, options)
  const handIn = merchantId === undefined ? own : forMerchant
  const body = { documentTypeId: entry.documentTypeId, fileIds }
  const replaces = entry.standing === 'waiting' ? (entry.document?.version ?? null) : null
  const submit = () =>
    merchantId === undefined
      ? own.run({ body: { ...body, replaces } })
      : forMerchant.run({ params: { id: merchantId }, body })
  function cancel() {
    // the uploaded files are not needed any more
    void queue.discard()
    onClose()
  }
  return (
    <Dialog
      isOpen
      onClose={cancel}
      title={entry.name}
      keepsOpenOutside
      action={{
        label: t.handIn,
        onClick: submit,
        isRunning: handIn.isRunning,
        isDisabled: fileIds.length === 0 || fileIds.length > maxFilesPerDocument || !isReady,
      }}
    >
      <div className={classes.dialog}>
        {entry.document?.state === 'asked' && (
          <p className={classes.said}>{entry.document.remark}</p>
        )}
        {entry.standing === 'waiting' && <p className={classes.about}>{t.replaces}</p>}
        <p className={classes.about}>{t.handInLimits}</p>
        <FileUpload queue={queue} />
        {fileIds.length > maxFilesPerDocument && (
          <p className={classes.about} role="alert">
            {t.tooMany}
          </p>
        )}
        <ProblemNote problem={handIn.problem} />
      </div>
    </Dialog>
  )
}
