import { PaymentConfirmations } from '@counterfoil/features/payments/confirmations/confirmations.screens.ts'
import { PaymentDisputes } from '@counterfoil/features/payments/disputes/disputes.screens.ts'
import { HeldNote } from '@counterfoil/features/payments/linked-payments/linked-payments.screens.ts'
import { PaymentNotes } from '@counterfoil/features/payments/notes/payment-notes.screens.ts'
import { isDisputeOpen } from '@counterfoil/features/payments/processing/payments.schema.ts'
import type { Audience } from '@counterfoil/kit/contract/audience.ts'
import { useCall } from '@counterfoil/kit/web/calls/use-call.ts'
import { disputeStatusMap } from '@counterfoil/kit/web/formats/status.ts'
import { StatusPill } from '@counterfoil/kit/web/formats/status-pill.tsx'
import { AuditLink } from '@counterfoil/kit/web/page/audit-link.tsx'
import { useCrumb } from '@counterfoil/kit/web/page/breadcrumbs.ts'
import { Page } from '@counterfoil/kit/web/page/page.tsx'
import { ErrorState, LoadingLines } from '@counterfoil/kit/web/page/states.tsx'
import { SupportLink } from '@counterfoil/kit/web/session/support-request.tsx'
import { useUser } from '@counterfoil/kit/web/session/user.tsx'
import { useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { Suspense } from 'react'
import { useParams } from 'react-router'
import { DeclineNote } from './decline-note.tsx'
import { DuplicateNote } from './duplicate-note.tsx'
import { PaymentActions } from './payment-actions.tsx'
import type { PaymentCalls } from './payment-calls.tsx'
import { pageTexts, useWords } from './payment-page.messages.ts'
import { PaymentSummary } from './payment-summary.tsx'
import { PaymentTabs } from './payment-tabs.tsx'

/** The interval of reloading a payment with open operations. */
const watchMs = 4_000

// what is shown with a payment comes beside it
for (const part of [PaymentConfirmations, PaymentDisputes, PaymentNotes]) part.fetchCode()

/** One payment: its state, its actions and its records. */
export function PaymentPage({ calls }: { calls: PaymentCalls }) {
  const t = useTexts(pageTexts)
  const word = useWords()
  const { audience } = useUser()
  const { id = '' } = useParams()
  const details = useCall(calls.details.details, { params: { id } }, { refetchEveryMs: watchMs })
  const payment = details.data
  const name = payment?.externalId ?? id.slice(-12)
  useCrumb(payment === undefined ? undefined : name)
  if (payment === undefined) {
    return (
      <Page title={t.title}>
        {details.error === null ? (
          <LoadingLines lines={8} />
        ) : (
          <ErrorState problem={details.error} onRetry={() => details.refetch()} />
        )}
      </Page>
    )
  }
  // what is to be answered by a day stands before what is known of the payment
  const isDisputed = payment.disputes.some(({ state }) => isDisputeOpen(state))
  const disputes = payment.disputes.length > 0 && (
    <Suspense fallback={<LoadingLines lines={3} />}>
      <PaymentDisputes disputes={payment.disputes} />
    </Suspense>
  )
  return (
    <Page
      title={t.titleOf({ name })}
      badge={
        <>
          <StatusPill status={payment.status} />
          {payment.disputeState !== null && (
            <StatusPill
              status={payment.disputeState}
              map={disputeStatusMap}
              label={word('disputeState', payment.disputeState)}
            />
          )}
        </>
      }
      description={payment.mode === 'Test' ? t.testNote : noteOf(payment.provider, t.sandboxNote)}
      actions={
        <>
          <AuditLink recordType="payment" recordId={payment.id} />
          <SupportLink
            about={{ key: payment.externalId ?? payment.id, tenantId: tenantOf(payment, audience) }}
          />
          <PaymentActions payment={payment} calls={calls} />
        </>
      }
    >
      <DuplicateNote payment={payment} />
      {payment.status === 'waiting_for_approval' && (
        <Suspense fallback={<LoadingLines lines={4} />}>
          <HeldNote payment={payment} isOperator={calls.isOperator} />
        </Suspense>
      )}
      <DeclineNote payment={payment} calls={calls} />
      {isDisputed && disputes}
      <PaymentSummary payment={payment} />
      <Suspense fallback={null}>
        <PaymentConfirmations paymentId={payment.id} />
      </Suspense>
      {!isDisputed && disputes}
      <PaymentTabs payment={payment} calls={calls} />
      <Suspense fallback={<LoadingLines lines={3} />}>
        <PaymentNotes paymentId={payment.id} />
      </Suspense>
    </Page>
  )
}

const noteOf = (provider: string | null, note: string) =>
  provider?.startsWith('sandbox_') === true ? note : undefined

/** Platform staff create tickets for a tenant; other users for their own. */
const tenantOf = (payment: { tenantId: string }, audience: Audience) =>
  audience === 'platform' ? payment.tenantId : undefined
