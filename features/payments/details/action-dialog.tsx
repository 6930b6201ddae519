import type { PayoutResult } from '@counterfoil/features/payments/payouts/payouts.contract.ts'
import {
  amountBody,
  disputeAcceptBody,
  disputeBody,
  disputeEndBody,
  emptyBody,
  markRefundedBody,
  payoutBody,
  reasonBody,
  requiredReasonBody,
  statusChangeBody,
} from '@counterfoil/features/payments/processing/actions.contract.ts'
import type {
  ActionAnswer,
  PaymentAction,
} from '@counterfoil/features/payments/processing/payments.schema.ts'
import type { AnyEndpoint } from '@counterfoil/kit/contract/endpoint.ts'
import { translatedProblem } from '@counterfoil/kit/web/calls/problem-translations.ts'
import { useAction, useCall } from '@counterfoil/kit/web/calls/use-call.ts'
import { AmountField, ChoiceField, TextAreaField } from '@counterfoil/kit/web/form/fields.tsx'
import { Form, useSchemaForm } from '@counterfoil/kit/web/form/form.tsx'
import { useMoney } from '@counterfoil/kit/web/formats/money.tsx'
import { Dialog } from '@counterfoil/kit/web/overlays/dialog.tsx'
import { showSnackbar } from '@counterfoil/kit/web/overlays/snackbar.tsx'
import { type Audience, useUser } from '@counterfoil/kit/web/session/user.tsx'
import { useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { useState } from 'react'
import { type FieldValues, useFormContext } from 'react-hook-form'
import { z } from 'zod'
import type { PaymentDetails } from './details.contract.ts'
import { DisputeCodeField, DisputeEndFields } from './dispute-fields.tsx'
import type { PaymentCalls } from './payment-calls.tsx'
import { actionTexts } from './payment-page.messages.ts'
import classes from './payment-page.module.css'

interface ActionDialogProps {
  readonly action: ActionAnswer
  readonly payment: PaymentDetails
  readonly calls: PaymentCalls
  onClose(): void
}

/** The fields of an action are those of its body. */
const bodies: Readonly<Record<PaymentAction, z.ZodObject>> = {
  refund: amountBody,
  capture: amountBody,
  markRefunded: markRefundedBody,
  void: reasonBody,
  reverse: reasonBody,
  approve: reasonBody,
  decline: requiredReasonBody,
  checkStatus: emptyBody,
  changeStatus: statusChangeBody,
  dispute: disputeBody,
  closeDispute: disputeEndBody,
  acceptDispute: disputeAcceptBody,
  payout: payoutBody,
  approvePayout: reasonBody,
  declinePayout: reasonBody,
}
const needsReason = new Set<PaymentAction>(['markRefunded', 'decline'])
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

/** The form of an action, filled in with all that is left. It stays open until the server has accepted it. */
export function ActionDialog({ action, payment, calls, onClose }: ActionDialogProps) {
  const t = useTexts(actionTexts)
  const kind = action.action
  const name = t[kind]
  const { audience } = useUser()
  const [refusal, setRefusal] = useState<string>()
  const payable = usePayable(kind === 'payout', payment.id, calls)
  const max = kind === 'payout' ? payable : action.maxAmount
  const filledIn = kind === 'payout' ? undefined : (max ?? undefined)
  const form = useSchemaForm(useBodySchema(kind, max, payment.currency), defaultsOf(kind, filledIn))
  const act = useAction(calls.actions[kind] as AnyEndpoint, {
    quiet: true,
    headers: actionHeaders(payment, audience),
    onDone: (answer) => {
      const refused = refusalIn(answer)
      setRefusal(refused)
      if (refused !== undefined) return
      showSnackbar({ message: `${name}: ${t.done}`, tone: 'success' })
      onClose()
    },
  })

  function submit({ declineReason, ...values }: FieldValues) {
    const body = values.actionType === 'Declined' ? { ...values, declineReason } : values
    const input = payoutDecisions.has(kind)
      ? { body: { transactions: [payment.id], reason: '', ...body } }
      : { params: { id: payment.id }, body }
    return act.run(input as never)
  }

  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={name}
      size="sm"
      keepsOpenOutside
      action={{
        label: name,
        form: 'payment-action',
        isRunning: act.isRunning,
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
        <ActionFields kind={kind} max={max} payment={payment} calls={calls} />
        {refusal !== undefined && (
          <p className={classes.problem} role="alert">
            {refusal}
          </p>
        )}
      </Form>
    </Dialog>
  )
}

/** The initial values of an action's fields. */
function defaultsOf(kind: PaymentAction, amount: number | undefined): FieldValues {
  const defaults = {
    amount,
    reason: '',
    reasonCode: undefined,
    outcome: 'won',
    disputeId: undefined,
    actionType: 'Captured',
    declineReason: '',
  }
  return Object.fromEntries(Object.entries(defaults).filter(([name]) => hasField(kind, name)))
}

const hasField = (kind: PaymentAction, name: string) => name in bodies[kind].shape

/** The body's schema with texts of its own and the bound of the amount. An empty reason counts as absent. */
function useBodySchema(kind: PaymentAction, max: number | null, currency: string) {
  const t = useTexts(actionTexts)
  const money = useMoney()
  const most = max ?? 0
  const { reason, declineReason } = bodies[kind].shape as Record<string, z.ZodType>
  const fields: Record<string, z.ZodType> = {}
  if (hasField(kind, 'amount')) {
    fields.amount = z
      .int(t.wrongAmount)
      .positive(t.wrongAmount)
      .refine((amount) => amount <= most, t.tooMuch({ amount: money(most, currency) }))
  }
  if (reason !== undefined) {
    const typed = needsReason.has(kind) ? z.string(t.reasonRequired).pipe(reason as never) : reason
    fields.reason = z.preprocess(emptyAsAbsent, typed)
  }
  if (declineReason !== undefined) {
    fields.declineReason = z.preprocess(emptyAsAbsent, declineReason)
  }
  return bodies[kind].extend(fields) as z.ZodType<FieldValues, FieldValues>
}

const emptyAsAbsent = (text: unknown) => (text === '' ? undefined : text)

/** The fields of an action, in the order of all dialogs. */
function ActionFields(props: {
  kind: PaymentAction
  max: number | null
  payment: PaymentDetails
  calls: PaymentCalls
}) {
  const { kind, max, payment, calls } = props
  const t = useTexts(actionTexts)
  const money = useMoney()
  const newStatus = useFormContext().watch('actionType')
  const isBounded = max !== null && Number.isFinite(max)
  return (
    <>
      {hasField(kind, 'amount') && (
        <AmountField
          name="amount"
          label={t.amount}
          currency={payment.currency}
          description={isBounded ? t.atMost({ amount: money(max, payment.currency) }) : undefined}
        />
      )}
      {hasField(kind, 'reasonCode') && <DisputeCodeField paymentId={payment.id} calls={calls} />}
      {hasField(kind, 'disputeId') && (
        <DisputeEndFields action={kind} payment={payment} calls={calls} />
      )}
      {hasField(kind, 'actionType') && (
        <ChoiceField
          name="actionType"
          label={t.newStatus}
          choices={[
            { value: 'Captured', label: t.outcomeCaptured },
            { value: 'Declined', label: t.declined },
          ]}
        />
      )}
      {newStatus === 'Declined' && (
        <TextAreaField name="declineReason" label={t.reason} rows={[2, 7]} />
      )}
      {hasField(kind, 'reason') && (
        <TextAreaField
          name="reason"
          label={t.reason}
          rows={[2, 7]}
          isRequired={needsReason.has(kind)}
        />
      )}
    </>
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
function usePayable(isNeeded: boolean, id: string, calls: PaymentCalls): number {
  const balance = useCall(calls.balance, { params: { id } }, { enabled: isNeeded, quiet: true })
  if (balance.error?.code === 'ledger.limited_payments') return Number.POSITIVE_INFINITY
  return Math.max(0, balance.data?.available ?? 0)
}
