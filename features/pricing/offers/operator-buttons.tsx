import { useAction } from '@counterfoil/kit/web/calls/use-call.ts'
import { ConfirmDialog } from '@counterfoil/kit/web/overlays/dialog.tsx'
import { ReasonDialog } from '@counterfoil/kit/web/overlays/reject-dialog.tsx'
import { showSnackbar } from '@counterfoil/kit/web/overlays/snackbar.tsx'
import { useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { NewOffer } from './new-offer.tsx'
import type { OfferKind } from './offer-kinds.schema.ts'
import { hasPassed } from './offer-status.tsx'
import { type Agreement, maxReasonLength, offerCalls, type Proposal } from './offers.contract.ts'
import { kindTexts, offerTexts } from './offers.messages.ts'
import { isPending } from './offers.rules.ts'

interface OperatorButtonsProps {
  readonly kind: OfferKind
  readonly offer: Proposal | Agreement
  onEdit(): void
  /** Called with a new offer to edit. */
  onOther(kind: OfferKind, id: string): void
  onClose(): void
}

/** The operator's buttons for an offer, by its status. */
export default function OperatorButtons(props: OperatorButtonsProps) {
  const { kind, offer } = props
  if (offer.status === 'Created') return <DraftButtons {...props} />
  const isSent = isPending(kind, offer.status)
  const isOver = offer.status === 'Rejected' || (isSent && hasPassed(offer.expiresAt))
  // only the last version is followed by another one
  if (isOver) return offer.newerVersion === null && <ReviseButton {...props} />
  if (isSent) return <WithdrawButton {...props} />
  if (kind === 'proposal' && offer.status === 'Accepted') return <AgreementButton {...props} />
  return null
}

function DraftButtons({ kind, offer, onEdit, onClose }: OperatorButtonsProps) {
  const t = useTexts(offerTexts)
  const words = useTexts(kindTexts[kind])
  const [isRemoving, askRemoval] = useState(false)
  const [isSending, askSending] = useState(false)
  const isReadByNone = offer.recipients?.length === 0
  const calls = offerCalls[kind]
  const send = useAction(calls.send, {
    rereadsOnConflict: true,
    onDone: () => showSnackbar({ message: words.sent, tone: 'success' }),
  })
  const remove = useAction(calls.remove, {
    quiet: true,
    rereadsOnConflict: true,
    onDone: () => {
      showSnackbar({ message: t.removed, tone: 'success' })
      onClose()
    },
  })
  const params = { id: offer.id }
  const sendNow = () => send.run({ params, body: { revision: offer.revision } })
  return (
    <>
      <Button variant="subtle" color="danger" onClick={() => askRemoval(true)}>
        {t.remove}
      </Button>
      <Button variant="default" onClick={onEdit}>
        {t.edit}
      </Button>
      <Button
        loading={send.isRunning}
        onClick={() => (isReadByNone ? askSending(true) : sendNow())}
      >
        {t.send}
      </Button>
      <ConfirmDialog
        isOpen={isSending}
        onClose={() => askSending(false)}
        onConfirm={sendNow}
        title={t.sendTitle}
        text={t.sendToNone({ merchant: offer.merchantName })}
        confirmLabel={t.sendAnyway}
        isDangerous
        isRunning={send.isRunning}
      />
      <ConfirmDialog
        isOpen={isRemoving}
        onClose={() => askRemoval(false)}
        onConfirm={() => remove.run({ params })}
        title={words.removeTitle}
        text={t.removeText}
        confirmLabel={t.remove}
        isDangerous
        isRunning={remove.isRunning}
        problem={remove.problem}
      />
    </>
  )
}

function ReviseButton({ kind, offer, onOther }: OperatorButtonsProps) {
  const t = useTexts(offerTexts)
  const revise = useAction(offerCalls[kind].revise, {
    rereadsOnConflict: true,
    onDone: ({ id }) => onOther(kind, id),
  })
  return (
    <Button
      variant="default"
      loading={revise.isRunning}
      onClick={() => revise.run({ params: { id: offer.id } })}
    >
      {t.revise}
    </Button>
  )
}

/** Takes back what was sent, as with a wrong fee in it; the next version can begin then. */
function WithdrawButton({ kind, offer }: OperatorButtonsProps) {
  const t = useTexts(offerTexts)
  const words = useTexts(kindTexts[kind])
  const [isAsked, ask] = useState(false)
  const withdraw = useAction(offerCalls[kind].withdraw, {
    quiet: true,
    rereadsOnConflict: true,
    onDone: () => showSnackbar({ message: words.withdrawn, tone: 'success' }),
  })
  return (
    <>
      <Button variant="subtle" color="danger" onClick={() => ask(true)}>
        {t.withdraw}
      </Button>
      {isAsked && (
        <ReasonDialog
          texts={{
            title: words.withdrawTitle,
            reason: t.withdrawReason,
            required: t.withdrawReasonMissing,
            save: t.withdraw,
          }}
          maxLength={maxReasonLength}
          isRunning={withdraw.isRunning}
          problem={withdraw.problem}
          onReject={(reason) => withdraw.run({ params: { id: offer.id }, body: { reason } })}
          onClose={() => ask(false)}
        />
      )}
    </>
  )
}

function AgreementButton({ offer, onOther }: OperatorButtonsProps) {
  const t = useTexts(offerTexts)
  const [isAsked, ask] = useState(false)
  return (
    <>
      <Button variant="default" onClick={() => ask(true)}>
        {t.toAgreement}
      </Button>
      {isAsked && (
        <NewOffer
          kind="agreement"
          merchantId={offer.merchantId}
          proposalId={offer.id}
          language={offer.language}
          onMade={(id) => onOther('agreement', id)}
          onClose={() => ask(false)}
        />
      )}
    </>
  )
}
