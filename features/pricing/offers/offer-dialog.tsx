import type { NotificationDialog } from '@counterfoil/features/messaging/notifications/notification-dialogs.screens.ts'
import { useCall } from '@counterfoil/kit/web/calls/use-call.ts'
import { Dialog, ProblemNote } from '@counterfoil/kit/web/overlays/dialog.tsx'
import { RejectDialog } from '@counterfoil/kit/web/overlays/reject-dialog.tsx'
import { auditParameter } from '@counterfoil/kit/web/page/audit-address.ts'
import { AuditLink } from '@counterfoil/kit/web/page/audit-link.tsx'
import { ErrorState, LoadingLines } from '@counterfoil/kit/web/page/states.tsx'
import { useMay, useUser } from '@counterfoil/kit/web/session/user.tsx'
import { useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { Button } from '@mantine/core'
import { lazy, Suspense, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { useAnswer } from './offer-answer.tsx'
import { OfferDocument } from './offer-document.tsx'
import { createPermission, type OfferKind, offerKindNames } from './offer-kinds.schema.ts'
import { hasPassed } from './offer-status.tsx'
import { type Agreement, maxReasonLength, offerCalls, type Proposal } from './offers.contract.ts'
import { kindTexts, offerTexts } from './offers.messages.ts'
import classes from './offers.module.css'
import { isPending } from './offers.rules.ts'

// the operators' buttons are loaded for operators only
const OperatorButtons = lazy(() => import('./operator-buttons.tsx'))
const AcceptDialog = lazy(() => import('./accept-dialog.tsx'))
const RecordAcceptance = lazy(() => import('./record-acceptance.tsx'))
const OfferEditor = lazy(() => import('./offer-editor.tsx'))

interface OfferDialogProps extends NotificationDialog {
  readonly kind: OfferKind
  /** A new offer opens in the editor. */
  readonly isNew?: boolean
}

export function ProposalDialog(props: NotificationDialog) {
  return <OfferDialog kind="proposal" {...props} />
}

export function AgreementDialog(props: NotificationDialog) {
  return <OfferDialog kind="agreement" {...props} />
}

/** One version as both sides read it, with the allowed actions. */
export function OfferDialog(props: OfferDialogProps) {
  const [shown, show] = useState({ kind: props.kind, id: props.recordId })
  const [isEditing, edit] = useState(props.isNew === true)
  const t = useTexts(kindTexts[shown.kind])
  const found = useCall(offerCalls[shown.kind].read, { params: { id: shown.id } }, { quiet: true })
  const offer: Proposal | Agreement | undefined = found.data
  const answering = useAnswer(shown.kind, offer)
  const isMerchant = useUser().audience === 'merchant'
  // the audit trail opens beside the page, which the dialog would cover
  const [address] = useSearchParams()
  const showsChanges = address.has(auditParameter)
  const edited = useRef<string>(undefined)
  // the address still marks the offer as new after it was sent
  if (isEditing && offer?.status === 'Created') edited.current = offer.id
  // the editor stays open, with what is typed, when a colleague sends the draft meanwhile
  if (isEditing && offer !== undefined && offer.id === edited.current) {
    return (
      <Suspense fallback={null}>
        <OfferEditor kind={shown.kind} offer={offer} onDone={() => edit(false)} />
      </Suspense>
    )
  }
  return (
    <>
      <Dialog
        isOpen={!showsChanges}
        onClose={props.onClose}
        title={t.view}
        size="90%"
        keepsOpenOutside
        footer={
          offer !== undefined && (
            <Footer
              {...{ kind: shown.kind, offer, answering }}
              onEdit={() => edit(true)}
              onOther={(kind, id) => {
                show({ kind, id })
                edit(true)
              }}
              onClose={props.onClose}
            />
          )
        }
      >
        {offer === undefined ? (
          found.error === null ? (
            <LoadingLines lines={12} />
          ) : (
            <ErrorState problem={found.error} onRetry={() => found.refetch()} />
          )
        ) : (
          <OfferDocument
            offer={offer}
            onNewer={(newerId) => {
              answering.stop()
              show({ kind: shown.kind, id: newerId })
              edit(false)
            }}
          />
        )}
      </Dialog>
      {answering.asked === 'acceptance' && offer !== undefined && (
        <Suspense fallback={null}>
          {isMerchant ? (
            <AcceptDialog offer={offer} answering={answering} />
          ) : (
            <RecordAcceptance offer={offer} answering={answering} />
          )}
        </Suspense>
      )}
      {answering.asked === 'reason' && (
        <RejectDialog
          isRunning={answering.action.isRunning}
          problem={answering.action.problem}
          maxLength={maxReasonLength}
          onReject={answering.reject}
          onClose={answering.stop}
        />
      )}
    </>
  )
}

function Footer(props: {
  kind: OfferKind
  offer: Proposal | Agreement
  answering: ReturnType<typeof useAnswer>
  onEdit(): void
  onOther(kind: OfferKind, id: string): void
  onClose(): void
}) {
  const t = useTexts(offerTexts)
  const { kind, offer, answering } = props
  const isMerchant = useUser().audience === 'merchant'
  const mayMake = useMay(createPermission)
  const mayAnswer = useMay(offerKindNames[kind].answering, createPermission)
  const seesChanges = useMay('CRM.Organization.View', createPermission)
  // what a newer version has taken the place of is answered there
  const isOpen = isPending(kind, offer.status) && offer.newerVersion === null
  const { isRunning } = answering.action
  return (
    <div className={classes.actions}>
      {/* beside the buttons: at the end of a long document it is out of sight */}
      {answering.asked === undefined && answering.action.problem !== null && (
        <div className={classes.refusal}>
          <ProblemNote problem={answering.action.problem} />
        </div>
      )}
      <Button variant="subtle" className={classes.print ?? ''} onClick={() => window.print()}>
        {t.print}
      </Button>
      {seesChanges && <AuditLink recordType={offerKindNames[kind].id} recordId={offer.id} />}
      {mayMake && (
        <Suspense fallback={null}>
          <OperatorButtons {...props} />
        </Suspense>
      )}
      {mayAnswer && isOpen && (
        <>
          <Button variant="default" disabled={isRunning} onClick={answering.askReason}>
            {t.reject}
          </Button>
          <Button
            // beside Revise and Reject nothing of the operator's binds the merchant by itself
            variant={isMerchant ? 'filled' : 'default'}
            disabled={isRunning || hasPassed(offer.expiresAt)}
            onClick={answering.askAcceptance}
          >
            {isMerchant ? t.accept : t.recordAcceptance}
          </Button>
        </>
      )}
    </div>
  )
}
