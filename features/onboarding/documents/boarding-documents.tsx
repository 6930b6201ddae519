import { useAction, useCall } from '@counterfoil/kit/web/calls/use-call.ts'
import { ConfirmDialog } from '@counterfoil/kit/web/overlays/dialog.tsx'
import { Page, Section } from '@counterfoil/kit/web/page/page.tsx'
import { EmptyState, ErrorState, LoadingLines } from '@counterfoil/kit/web/page/states.tsx'
import { useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { DocumentList } from './document-list.tsx'
import { type DocumentEntry, listOwnDocuments, withdrawDocument } from './documents.contract.ts'
import { documentTexts } from './documents.messages.ts'
import { SubmitDialog } from './submit-dialog.tsx'

/** The documents that a merchant's users submit, with the remarks on them. */
export default function BoardingDocuments() {
  const t = useTexts(documentTexts)
  const { data, error, refetch } = useCall(listOwnDocuments, {}, { quiet: true })
  const [handingIn, setHandingIn] = useState<string>()
  // as it is now: a colleague may have submitted one while files were chosen
  const handedIn = data?.find(({ documentTypeId }) => documentTypeId === handingIn)
  const [withdrawing, setWithdrawing] = useState<DocumentEntry>()
  return (
    <Page title={t.title} description={t.intro}>
      {data === undefined ? (
        error === null ? (
          <LoadingLines lines={8} />
        ) : (
          <ErrorState problem={error} onRetry={() => refetch()} />
        )
      ) : (
        <Section flush>
          {data.length === 0 ? (
            <EmptyState title={t.none} />
          ) : (
            <DocumentList
              entries={data}
              label={t.title}
              actionsOf={(entry) => (
                <Actions
                  entry={entry}
                  onHandIn={() => setHandingIn(entry.documentTypeId)}
                  onWithdraw={() => setWithdrawing(entry)}
                />
              )}
            />
          )}
        </Section>
      )}
      {handedIn !== undefined && (
        <SubmitDialog entry={handedIn} onClose={() => setHandingIn(undefined)} />
      )}
      {withdrawing !== undefined && (
        <WithdrawDialog entry={withdrawing} onClose={() => setWithdrawing(undefined)} />
      )}
    </Page>
  )
}

function Actions(props: { entry: DocumentEntry; onHandIn(): void; onWithdraw(): void }) {
  const t = useTexts(documentTexts)
  const isWaiting = props.entry.standing === 'waiting'
  const isDue = ['missing', 'asked', 'rejected', 'expired'].includes(props.entry.standing)
  return (
    <>
      {isWaiting && (
        <Button size="xs" variant="default" onClick={props.onWithdraw}>
          {t.withdraw}
        </Button>
      )}
      <Button size="xs" variant={isDue ? 'filled' : 'default'} onClick={props.onHandIn}>
        {isDue ? t.handIn : isWaiting ? t.replace : t.renew}
      </Button>
    </>
  )
}

function WithdrawDialog({ entry, onClose }: { entry: DocumentEntry; onClose(): void }) {
  const t = useTexts(documentTexts)
  const withdraw = useAction(withdrawDocument, {
    quiet: true,
    rereadsOnConflict: true,
    onDone: onClose,
  })
  const { document } = entry
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={t.withdrawTitle}
      text={t.withdrawText}
      confirmLabel={t.withdraw}
      isRunning={withdraw.isRunning}
      problem={withdraw.problem}
      onConfirm={() =>
        document !== null &&
        void withdraw.run({ params: { id: document.id }, body: { version: document.version } })
      }
    />
  )
}
