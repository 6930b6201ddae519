import { refundSources } from '@counterfoil/features/accounting/ledger/ledger.schema.ts'
import {
  captureBody,
  disputeAcceptBody,
  disputeBody,
  disputeContestBody,
  disputeEndBody,
  emptyBody,
  incrementBody,
  markRefundedBody,
  maxEvidenceFiles,
  payoutBody,
  reasonBody,
  refundBody,
  requiredReasonBody,
  statusChangeBody,
} from '@counterfoil/features/payments/processing/actions.contract.ts'
import type { PaymentAction } from '@counterfoil/features/payments/processing/payments.schema.ts'
import { useSchemaForm } from '@counterfoil/kit/web/form/form.tsx'
import { useMoney } from '@counterfoil/kit/web/formats/money.tsx'
import { useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { useEffect } from 'react'
import type { FieldValues } from 'react-hook-form'
import { z } from 'zod'
import { actionTexts } from './payment-page.messages.ts'

/** The fields of an action are those of its body. */
const bodies: Readonly<Record<PaymentAction, z.ZodObject>> = {
  refund: refundBody,
  increment: incrementBody,
  capture: captureBody,
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
  contestDispute: disputeContestBody,
  payout: payoutBody,
  approvePayout: reasonBody,
  declinePayout: reasonBody,
}

export const hasField = (kind: PaymentAction, name: string) => name in bodies[kind].shape

interface Bounds {
  /** The most that may be moved; null for an action without an amount. */
  readonly max: number | null
  readonly currency: string
  readonly isReasonRequired: boolean
  /** A refund has to be confirmed, because a dispute is open. */
  readonly isDisputed: boolean
}

/**
 * The form of an action, filled in with all that is left. It follows the record, of which less may be left meanwhile, until it
 * is sent.
 */
export function useActionForm(kind: PaymentAction, bounds: Bounds) {
  // a payout of the whole balance is never meant for one customer, and more can be authorised without a bound of ours
  const isOpen = kind === 'payout' || kind === 'increment'
  const filledIn = isOpen ? undefined : (bounds.max ?? undefined)
  const form = useSchemaForm(useBodySchema(kind, bounds), defaultsOf(kind, filledIn))
  const { getFieldState, resetField, trigger } = form
  const { isSubmitting, submitCount } = form.formState
  // what was sent stays as it is: the refusal says what is left, and another amount is another decision
  const isSent = isSubmitting || submitCount > 0
  useEffect(() => {
    if (!hasField(kind, 'amount') || filledIn === undefined || isSent) return
    if (getFieldState('amount').isDirty) void trigger('amount')
    else resetField('amount', { defaultValue: filledIn })
  }, [kind, filledIn, isSent, getFieldState, resetField, trigger])
  return form
}

/** The initial values of an action's fields. */
function defaultsOf(kind: PaymentAction, amount: number | undefined): FieldValues {
  const defaults = {
    amount,
    isFinal: false,
    despiteDispute: false,
    paidFrom: undefined,
    reason: '',
    reasonCode: undefined,
    outcome: 'won',
    disputeId: undefined,
    actionType: 'Captured',
    declineReason: '',
    statement: '',
    fileIds: [],
  }
  return Object.fromEntries(Object.entries(defaults).filter(([name]) => hasField(kind, name)))
}

/** The body's schema with texts of its own and the bound of the amount. An empty reason counts as absent. */
function useBodySchema(
  kind: PaymentAction,
  { max, currency, isReasonRequired, isDisputed }: Bounds,
) {
  const t = useTexts(actionTexts)
  const money = useMoney()
  const most = max ?? 0
  const { reason, declineReason, statement } = bodies[kind].shape as Record<string, z.ZodType>
  const fields: Record<string, z.ZodType> = {}
  if (hasField(kind, 'paidFrom')) {
    fields.paidFrom = z.enum(refundSources, t.paidFromRequired)
  }
  if (hasField(kind, 'despiteDispute') && isDisputed) {
    fields.despiteDispute = z.literal(true, t.despiteDisputeRequired)
  }
  if (hasField(kind, 'amount')) {
    fields.amount = z
      .int(t.wrongAmount)
      .positive(t.wrongAmount)
      .refine((amount) => amount <= most, t.tooMuch({ amount: money(most, currency) }))
  }
  const typed = (schema: z.ZodType) =>
    z.preprocess(
      emptyAsAbsent,
      isReasonRequired ? z.string(t.reasonRequired).pipe(schema as never) : schema,
    )
  if (reason !== undefined) fields.reason = typed(reason)
  if (statement !== undefined) {
    fields.statement = z.preprocess(
      emptyAsAbsent,
      z.string(t.statementRequired).pipe(statement as never),
    )
  }
  if (hasField(kind, 'fileIds')) {
    // null while a file is on its way or has failed
    fields.fileIds = z
      .array(z.string(), t.evidenceNotReady)
      .max(maxEvidenceFiles, t.tooMuchEvidence({ most: maxEvidenceFiles }))
  }
  if (declineReason !== undefined) {
    fields.declineReason = z.preprocess(emptyAsAbsent, declineReason)
  }
  const schema = bodies[kind].extend(fields)
  const checked =
    declineReason !== undefined && isReasonRequired
      ? schema.refine(isSaidWhy, { message: t.reasonRequired, path: ['declineReason'] })
      : schema
  return checked as unknown as z.ZodType<FieldValues, FieldValues>
}

const isSaidWhy = ({ actionType, declineReason }: FieldValues) =>
  actionType !== 'Declined' || declineReason !== undefined

const emptyAsAbsent = (text: unknown) => (text === '' ? undefined : text)
