import { useAction, useCall } from '@counterfoil/kit/web/calls/use-call.ts'
import { ConfirmDialog } from '@counterfoil/kit/web/overlays/dialog.tsx'
import { RejectDialog } from '@counterfoil/kit/web/overlays/reject-dialog.tsx'
import { AuditLink } from '@counterfoil/kit/web/page/audit-link.tsx'
import { Section } from '@counterfoil/kit/web/page/page.tsx'
import { EmptyState, ErrorState, LoadingLines } from '@counterfoil/kit/web/page/states.tsx'
import { useMay, useUser } from '@counterfoil/kit/web/session/user.tsx'
import { useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { DocumentList } from './document-list.tsx'
import {
  type DocumentEntry,
  documentRecord,
  listDocuments,
  rejectDocument,
  reviewPermission,
  withdrawRequest,
} from './documents.contract.ts'
import { documentTexts } from './documents.messages.ts'
import { AcceptDialog, RequestDialog } from './review-dialogs.tsx'
import { SubmitDialog } from './submit-dialog.tsx'

type ReviewAction = 'accept' | 'reject' | 'ask' | 'upload' | 'withdraw'

/** A merchant's documents on its page, for operators. */
export default function MerchantDocuments({ merchantId }: { merchantId: string }) {
  const t = useTexts(documentTexts)
  const mayDecide = useMay(reviewPermission)
  const { data, error, refetch } = useCall(
    listDocuments,
    { params: { id: merchantId } },
    { quiet: true },
  )
  const [work, setWork] = useState<{ doing: ReviewAction; entry: DocumentEntry }>()
  const close = () => setWork(undefined)
  const about = work && { merchantId, entry: work.entry, onClose: close }
  return (
    <Section title={t.title} flush>
      {data === undefined && error === null && <LoadingLines lines={4} />}
      {data === undefined && error !== null && (
        <ErrorState problem={error} onRetry={() => refetch()} />
      )}
      {data?.length === 0 && <EmptyState title={t.noneTypes} />}
      {data !== undefined && data.length > 0 && (
        <DocumentList
          entries={data}
          label={t.title}
          actionsOf={(entry) => (
            <>
              {entry.document !== null && (
                <AuditLink recordType={documentRecord} recordId={entry.document.id} />
              )}
              {mayDecide && <Actions entry={entry} onDo={(doing) => setWork({ doing, entry })} />}
            </>
          )}
        />
      )}
      {work?.doing === 'accept' && about && <AcceptDialog {...about} />}
      {work?.doing === 'ask' && about && <RequestDialog {...about} />}
      {work?.doing === 'upload' && about && <SubmitDialog {...about} />}
      {work?.doing === 'reject' && about && <RejectDocument {...about} />}
      {work?.doing === 'withdraw' && about && <WithdrawRequest {...about} />}
    </Section>
  )
}

function Actions({ entry, onDo }: { entry: DocumentEntry; onDo(doing: ReviewAction): void }) {
  const t = useTexts(documentTexts)
  // staff of the platform upload under tenants that are not theirs
  const mayUpload = useUser().audience === 'tenant'
  if (entry.standing === 'waiting') {
    return (
      <>
        <Button size="xs" variant="default" onClick={() => onDo('reject')}>
          {t.reject}
        </Button>
        <Button size="xs" onClick={() => onDo('accept')}>
          {t.accept}
        </Button>
      </>
    )
  }
  const rejection = acceptedIn(entry) !== undefined && (
    <Button size="xs" variant="default" onClick={() => onDo('reject')}>
      {t.rejectAccepted}
    </Button>
  )
  const withdrawal = entry.standing === 'asked' && (
    <Button size="xs" variant="default" onClick={() => onDo('withdraw')}>
      {t.withdrawRequest}
    </Button>
  )
  const ofAny = (
    <>
      {rejection}
      {withdrawal}
    </>
  )
  if (!entry.isActive) return ofAny
  return (
    <>
      {ofAny}
      {mayUpload && (
        <Button size="xs" variant="default" onClick={() => onDo('upload')}>
          {t.upload}
        </Button>
      )}
      <Button size="xs" variant="default" onClick={() => onDo('ask')}>
        {entry.standing === 'missing' ? t.ask : t.askAgain}
      </Button>
    </>
  )
}

/** The document that is accepted now: it can still turn out to be wrong. */
const acceptedIn = ({ document, earlier }: DocumentEntry) =>
  [document, ...earlier].find((one) => one?.state === 'accepted')

interface About {
  readonly merchantId: string
  readonly entry: DocumentEntry
  onClose(): void
}

function WithdrawRequest({ merchantId, entry, onClose }: About) {
  const t = useTexts(documentTexts)
  const withdraw = useAction(withdrawRequest, {
    quiet: true,
    rereadsOnConflict: true,
    onDone: onClose,
  })
  const { id: documentId = '', version = 0 } = entry.document ?? {}
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={t.withdrawRequest}
      text={t.withdrawRequestText({ name: entry.name })}
      confirmLabel={t.withdrawRequest}
      isRunning={withdraw.isRunning}
      problem={withdraw.problem}
      onConfirm={() =>
        void withdraw.run({ params: { id: merchantId, documentId }, body: { version } })
      }
    />
  )
}

function RejectDocument({ merchantId, entry, onClose }: About) {
  const reject = useAction(rejectDocument, {
    quiet: true,
    rereadsOnConflict: true,
    onDone: onClose,
  })
  const decided = entry.standing === 'waiting' ? entry.document : acceptedIn(entry)
  const { id: documentId = '', version = 0 } = decided ?? {}
  return (
    <RejectDialog
      onClose={onClose}
      isRunning={reject.isRunning}
      problem={reject.problem}
      onReject={(rejectReason) =>
        reject.run({ params: { id: merchantId, documentId }, body: { version, rejectReason } })
      }
    />
  )
}
