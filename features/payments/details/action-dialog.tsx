import { isWaitingAnswer } from '@counterfoil/features/payments/confirmations/confirmations.schema.ts'
import type { PayoutResult } from '@counterfoil/features/payments/payouts/payouts.contract.ts'
import { causeText } from '@counterfoil/features/payments/processing/causes.rules.ts'
import type {
  ActionAnswer,
  PaymentAction,
  PaymentView,
} from '@counterfoil/features/payments/processing/payments.schema.ts'
import type { Audience } from '@counterfoil/kit/contract/audience.ts'
import type { AnyEndpoint } from '@counterfoil/kit/contract/endpoint.ts'
import {
  translatedProblem,
  useTranslatedProblem,
} from '@counterfoil/kit/web/calls/problem-translations.ts'
import { useAction, useCall } from '@counterfoil/kit/web/calls/use-call.ts'
import { Form } from '@counterfoil/kit/web/form/form.tsx'
import { Dialog } from '@counterfoil/kit/web/overlays/dialog.tsx'
import { showSnackbar } from '@counterfoil/kit/web/overlays/snackbar.tsx'
import { useUser } from '@counterfoil/kit/web/session/user.tsx'
import { useLanguage, useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { useState } from 'react'
import type { FieldValues } from 'react-hook-form'
import { ActionFields } from './action-fields.tsx'
import { hasField, useActionForm } from './action-form.tsx'
import { useReasons } from './action-reasons.tsx'
import { ActionSubject } from './action-subject.tsx'
import { amountMovedBy, useActionLabel } from './action-words.tsx'
import type { PaymentDetails } from './details.contract.ts'
import type { PaymentCalls } from './payment-calls.tsx'
import { actionTexts } from './payment-page.messages.ts'
import classes from './payment-page.module.css'

interface ActionDialogProps {
  /** As the payment allows it now: it may be refused while the dialog is open. */
  readonly action: ActionAnswer
  readonly payment: PaymentDetails
  readonly calls: PaymentCalls
  onClose(): void
}

const alwaysNeedsReason = new Set<PaymentAction>(['markRefunded', 'decline'])
const dangerous = new Set<PaymentAction>([
  'refund',
  'void',
  'reverse',
  'decline',
  'dispute',
  'acceptDispute',
  'declinePayout',
])
/** These endpoints decide on several payouts. */
const payoutDecisions = new Set<PaymentAction>(['approvePayout', 'declinePayout'])

/** The form of an action. It stays open until the server has accepted it, and follows the payment behind it. */
export function ActionDialog({ action, payment, calls, onClose }: ActionDialogProps) {
  const t = useTexts(actionTexts)
  const kind = action.action
  // an address may ask for an action that the payment never allowed
  const [wasAllowed] = useState(action.isAllowed)
  const { audience } = useUser()
  const [refusal, setRefusal] = useState<string>()
  const balance = usePayable(kind === 'payout', payment.id, calls)
  const max = boundOf(action, balance)
  const isReasonRequired = alwaysNeedsReason.has(kind) || payment.reasonRequiredFor.includes(kind)
  const isDisputed = payment.refundInDispute === 'warned'
  const { currency } = payment
  const form = useActionForm(kind, { max, currency, isReasonRequired, isDisputed })
  const moved = hasField(kind, 'amount')
    ? withinBound(form.watch('amount'), max)
    : amountMovedBy(kind, payment)
  const label = useActionLabel(kind, payment, moved)
  const reasons = useReasons(kind, payment.id, calls)
  const act = useAction(calls.actions[kind] as AnyEndpoint, {
    quiet: true,
    headers: actionHeaders(payment, audience),
    onDone: (answer) => {
      const result = operationIn(answer)
      const isRefused = result?.status === 'declined' || result?.status === 'failed'
      const refused = isRefused ? refusedText(result) : refusalIn(answer)
      setRefusal(refused)
      if (refused !== undefined) return
      const isPending = result?.status === 'pending'
      const how = isWaitingAnswer(answer) ? t.waits : isPending ? t.pending : t.done
      showSnackbar({ message: `${label}: ${how}`, tone: isPending ? 'info' : 'success' })
      onClose()
    },
  })

  const { language } = useLanguage()
  function refusedText({ declineReason: cause, declineCode: causeCode }: OperationAnswer): string {
    const reason = causeText({ cause, causeCode, causeValues: null }, language)
    return reason === null ? t.refused : t.refusedBecause({ reason })
  }

  function submit({ declineReason, despiteDispute, reason, ...values }: FieldValues) {
    setRefusal(undefined)
    const body = {
      ...values,
      ...(despiteDispute === true ? { despiteDispute } : {}),
      ...(reason === undefined ? {} : { reason: reasons.nameOf(reason) }),
      ...(values.actionType === 'Declined' && declineReason !== undefined
        ? { declineReason: reasons.nameOf(declineReason) }
        : {}),
    }
    const payout = payment.waitingPayout
    const decided = {
      transactions: [payment.id],
      // the one that is shown
      ...(payout === null ? {} : { payouts: [payout.id] }),
    }
    const input = payoutDecisions.has(kind)
      ? { body: { ...decided, reason: '', ...body } }
      : { params: { id: payment.id }, body }
    return act.run(input as never)
  }

  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t[kind]}
      size="sm"
      keepsOpenOutside
      action={{
        label,
        form: 'payment-action',
        isRunning: act.isRunning,
        isDisabled: !action.isAllowed && !act.isRunning,
        isDangerous: dangerous.has(kind),
      }}
    >
      <Form
        id="payment-action"
        form={form}
        about={`${kind} ${payment.id}`}
        problem={act.problem}
        onSubmit={submit}
      >
        <ActionSubject kind={kind} payment={payment} balance={balance} />
        <ActionFields
          kind={kind}
          max={max}
          payment={payment}
          calls={calls}
          reasons={reasons.labels}
          isReasonRequired={isReasonRequired}
        />
        {!action.isAllowed && !act.isRunning && refusal === undefined && (
          <NotAllowed action={action} hasChanged={wasAllowed} />
        )}
        {refusal !== undefined && (
          <p className={classes.problem} role="alert">
            {refusal}
          </p>
        )}
      </Form>
    </Dialog>
  )
}

/** The most that an action may move: of a payout the balance; how much more is authorised, the issuer decides. */
function boundOf({ action, maxAmount }: ActionAnswer, balance: number | undefined): number | null {
  if (action === 'payout') return balance ?? 0
  return action === 'increment' ? Number.POSITIVE_INFINITY : maxAmount
}

/** An amount that is refused is not what the button does. */
const withinBound = (amount: unknown, max: number | null) =>
  typeof amount === 'number' && amount <= (max ?? 0) ? amount : undefined

/** Why not; `hasChanged`: the payment has changed since the dialog was opened. */
function NotAllowed({ action, hasChanged }: { action: ActionAnswer; hasChanged: boolean }) {
  const t = useTexts(actionTexts)
  const translate = useTranslatedProblem()
  return (
    <p className={classes.problem} role="alert">
      {hasChanged && `${t.changedMeanwhile} `}
      {translate(action.code ?? '') ?? action.reason}
    </p>
  )
}

/**
 * A payment of another mode, website or tenant than the person saw is refused. The mode is the record's own, so that a
 * Test payment is never treated as a Live one.
 */
function actionHeaders(payment: PaymentDetails, audience: Audience): Record<string, string> {
  return {
    SystemMode: payment.mode,
    ...(payment.websiteId === null ? {} : { 'Website-Id': payment.websiteId }),
    ...(audience === 'platform' ? { tenantId: payment.tenantId } : {}),
  }
}

type OperationAnswer = NonNullable<PaymentView['operation']>

/** What the acquirer said, where it was asked: an answer that came is not yet an action that was done. */
const operationIn = (answer: unknown) => (answer as Partial<PaymentView> | null)?.operation

/** Endpoints for several payouts answer with a refusal for each. */
function refusalIn(answer: unknown): string | undefined {
  if (typeof answer !== 'object' || answer === null || !('data' in answer)) return undefined
  const [one] = (answer as { data: readonly PayoutResult[] }).data
  if (one === undefined || one.code === null) return undefined
  return translatedProblem(one.code) ?? one.message ?? undefined
}

/**
 * The amount that the merchant is owed, which bounds a payout; nothing before it is loaded. Users limited to some
 * payments do not see it, so for them only the server checks the bound.
 */
function usePayable(isNeeded: boolean, id: string, calls: PaymentCalls): number | undefined {
  const balance = useCall(calls.balance, { params: { id } }, { enabled: isNeeded, quiet: true })
  if (balance.error?.code === 'ledger.limited_payments') return Number.POSITIVE_INFINITY
  return balance.data === undefined ? undefined : Math.max(0, balance.data.available)
}
