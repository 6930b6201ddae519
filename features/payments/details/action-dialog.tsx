import type { PayoutResult } from '@counterfoil/features/payments/payouts/payouts.contract.ts'
import type {
  ActionAnswer,
  PaymentAction,
} from '@counterfoil/features/payments/processing/payments.schema.ts'
import { decimalText } from '@counterfoil/kit/contract/decimal-text.ts'
import type { AnyEndpoint } from '@counterfoil/kit/contract/endpoint.ts'
import { translatedProblem } from '@counterfoil/kit/web/calls/problem-translations.ts'
import { useAction, useCall } from '@counterfoil/kit/web/calls/use-call.ts'
import { DraftOffer } from '@counterfoil/kit/web/form/draft.tsx'
import type { DraftValues } from '@counterfoil/kit/web/form/draft-store.ts'
import { inputRules } from '@counterfoil/kit/web/form/input-kinds.ts'
import { sanitise } from '@counterfoil/kit/web/form/input-rules.ts'
import { RuledInput, RuledTextarea } from '@counterfoil/kit/web/form/ruled-input.tsx'
import { decimalPlacesOf, parseAmount, useMoney } from '@counterfoil/kit/web/formats/money.tsx'
import { Dialog, ProblemNote } from '@counterfoil/kit/web/overlays/dialog.tsx'
import { showSnackbar } from '@counterfoil/kit/web/overlays/snackbar.tsx'
import { type Audience, useCurrencies, useUser } from '@counterfoil/kit/web/session/user.tsx'
import { useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { NativeSelect } from '@mantine/core'
import { type FormEvent, type ReactNode, useState } from 'react'
import type { PaymentDetails } from './details.contract.ts'
import { useDisputeCode, useDisputeEnd } from './dispute-fields.tsx'
import type { PaymentCalls } from './payment-calls.tsx'
import { actionTexts } from './payment-page.messages.ts'
import classes from './payment-page.module.css'

interface ActionDialogProps {
  readonly action: ActionAnswer
  readonly payment: PaymentDetails
  readonly calls: PaymentCalls
  onClose(): void
}

const takesAmount = new Set<PaymentAction>([
  'refund',
  'capture',
  'markRefunded',
  'dispute',
  'payout',
])
const needsReason = new Set<PaymentAction>(['markRefunded', 'decline'])
const takesReason = new Set<PaymentAction>([
  'refund',
  'capture',
  'void',
  'reverse',
  'approve',
  'dispute',
  'closeDispute',
  'acceptDispute',
  'payout',
  'approvePayout',
  'declinePayout',
  ...needsReason,
])
const dangerous = new Set<PaymentAction>([
  'refund',
  'void',
  'reverse',
  'decline',
  'dispute',
  'acceptDispute',
  'declinePayout',
])
/** Decided on by the calls that decide on many. */
const decidesOnPayout = new Set<PaymentAction>(['approvePayout', 'declinePayout'])

/** Asks for what an action needs, with what is left filled in, and stays open until the server agreed. */
export function ActionDialog(props: ActionDialogProps) {
  const { action, payment, calls } = props
  const t = useTexts(actionTexts)
  const name = t[action.action]
  const { audience } = useUser()
  const fields = useActionFields(props)
  const [refused, setRefused] = useState<string>()
  const act = useAction(calls.actions[action.action] as AnyEndpoint, {
    quiet: true,
    headers: actionHeaders(payment, audience),
    onDone: (answer) => {
      const why = refusalIn(answer)
      setRefused(why)
      if (why !== undefined) return
      showSnackbar({ message: `${name}: ${t.done}`, tone: 'success' })
      props.onClose()
    },
  })

  function submit(event: FormEvent) {
    event.preventDefault()
    const body = fields.body()
    if (body === undefined) return
    const input = decidesOnPayout.has(action.action)
      ? { body: { transactions: [payment.id], reason: '', ...body } }
      : { params: { id: payment.id }, body }
    void act.run(input as never)
  }

  return (
    <Dialog
      isOpen
      onClose={props.onClose}
      title={name}
      size="sm"
      keepsOpenOutside
      action={{
        label: name,
        form: 'payment-action',
        isRunning: act.isRunning,
        isDangerous: dangerous.has(action.action),
      }}
    >
      <form id="payment-action" onSubmit={submit} noValidate>
        <DraftOffer name={action.action} read={fields.typed} restore={fields.restore} />
        {fields.node}
        <ProblemNote problem={act.problem} />
        {refused !== undefined && (
          <p className={classes.problem} role="alert">
            {refused}
          </p>
        )}
      </form>
    </Dialog>
  )
}

/**
 * What the person took the payment to be: of another mode, website or tenant nothing is done to it. The mode is the
 * record's own, so that a Test payment is never acted on as a Live one.
 */
function actionHeaders(payment: PaymentDetails, audience: Audience): Record<string, string> {
  return {
    SystemMode: payment.mode,
    ...(payment.websiteId === null ? {} : { 'Website-Id': payment.websiteId }),
    ...(audience === 'platform' ? { tenantId: payment.tenantId } : {}),
  }
}

/** A call that decides on many tells of each what was refused. */
function refusalIn(answer: unknown): string | undefined {
  if (typeof answer !== 'object' || answer === null || !('data' in answer)) return undefined
  const [one] = (answer as { data: readonly PayoutResult[] }).data
  if (one === undefined || one.code === null) return undefined
  return translatedProblem(one.code) ?? one.message ?? undefined
}

/** The fields that this action has, and the body that they make; undefined while something is wrong. */
function useActionFields({ action, payment, calls }: ActionDialogProps) {
  const kind = action.action
  const payable = usePayable(kind === 'payout', payment.id, calls)
  const most = kind === 'payout' ? payable : takesAmount.has(kind) ? action.maxAmount : null
  const amount = useAmountField(most, payment.currency, kind !== 'payout')
  const reason = useReasonField(takesReason.has(kind), needsReason.has(kind))
  const code = useDisputeCode(kind === 'dispute', payment.id, calls)
  const end = useDisputeEnd(kind, payment, calls)
  const status = useNewStatus(kind === 'changeStatus')
  return {
    node: (
      <>
        {amount.node}
        {code.node}
        {end.node}
        {status.node}
        {reason.node}
      </>
    ),
    body(): Record<string, unknown> | undefined {
      // each says what is wrong with it, not the first alone
      const parts = [amount.part(), reason.part(), code.part(), end.part(), status.part()]
      if (parts.some((part) => part === undefined)) return undefined
      return Object.assign({}, ...parts)
    },
    /** What a person typed, for its draft; what was filled in already is none of it. */
    typed(): DraftValues | undefined {
      const typed = { amount: amount.typed, reason: reason.typed, declineReason: status.typed }
      return Object.values(typed).some((each) => each !== undefined) ? typed : undefined
    },
    restore(draft: DraftValues) {
      if (typeof draft.amount === 'string') amount.set?.(draft.amount)
      if (typeof draft.reason === 'string') reason.set?.(draft.reason)
      if (typeof draft.declineReason === 'string') status.set?.(draft.declineReason)
    },
  }
}

/** A field that an action may lack. */
interface Field {
  readonly node: ReactNode
  part(): Part
  /** What a person typed into it; undefined when it stands as it was filled in. */
  readonly typed?: string | undefined
  set?(typed: string): void
}

type Part = Record<string, unknown> | undefined

/**
 * What the merchant is owed, out of which a payout is paid; nothing before it is known. Whoever sees some of the payments
 * alone is not told, so for them the server alone sets the bound.
 */
function usePayable(isThere: boolean, id: string, calls: PaymentCalls): number {
  const balance = useCall(calls.balance, { params: { id } }, { enabled: isThere, quiet: true })
  if (balance.error?.code === 'ledger.limited_payments') return Number.POSITIVE_INFINITY
  return Math.max(0, balance.data?.available ?? 0)
}

function useAmountField(max: number | null, currency: string, isAllFilledIn: boolean): Field {
  const t = useTexts(actionTexts)
  const places = decimalPlacesOf(currency, useCurrencies())
  const money = useMoney()
  const filledIn = max === null || !isAllFilledIn ? '' : decimalText(max, places)
  const [typed, setTyped] = useState(filledIn)
  const [wrong, setWrong] = useState<string>()
  if (max === null) return { node: null, part: (): Part => ({}) }
  const node = (
    <RuledInput
      data-autofocus
      rule={inputRules.decimal}
      label={`${t.amount} (${currency})`}
      description={Number.isFinite(max) ? t.atMost(money(max, currency)) : undefined}
      value={typed}
      error={wrong}
      onValue={(text) => {
        setTyped(text)
        setWrong(undefined)
      }}
    />
  )
  function part(): Part {
    const amount = parseAmount(typed, places)
    const found =
      amount === undefined || amount === 0
        ? t.wrongAmount
        : amount > (max ?? 0)
          ? t.tooMuch(money(max ?? 0, currency))
          : undefined
    setWrong(found)
    return found === undefined ? { amount } : undefined
  }
  return { node, part, typed: typed === filledIn ? undefined : typed, set: setTyped }
}

function useReasonField(isThere: boolean, isRequired: boolean): Field {
  const t = useTexts(actionTexts)
  const [typed, setTyped] = useState('')
  const [wrong, setWrong] = useState<string>()
  if (!isThere) return { node: null, part: (): Part => ({}) }
  const node = (
    <RuledTextarea
      mt="sm"
      label={t.reason}
      required={isRequired}
      minRows={2}
      value={typed}
      error={wrong}
      onValue={(text) => {
        setTyped(text)
        setWrong(undefined)
      }}
    />
  )
  function part(): Part {
    const reason = sanitise(typed)
    if (isRequired && reason === '') {
      setWrong(t.reasonRequired)
      return undefined
    }
    return reason === '' ? {} : { reason }
  }
  return { node, part, typed: typed || undefined, set: setTyped }
}

function useNewStatus(isThere: boolean): Field {
  const t = useTexts(actionTexts)
  const [status, setStatus] = useState('Captured')
  const [reason, setReason] = useState('')
  if (!isThere) return { node: null, part: (): Part => ({}) }
  const node = (
    <>
      <NativeSelect
        label={t.newStatus}
        value={status}
        data={[
          { value: 'Captured', label: t.captured },
          { value: 'Declined', label: t.declined },
        ]}
        onChange={(event) => setStatus(event.currentTarget.value)}
      />
      {status === 'Declined' && (
        <RuledTextarea mt="sm" label={t.reason} minRows={2} value={reason} onValue={setReason} />
      )}
    </>
  )
  function part(): Part {
    const declineReason = sanitise(reason)
    return {
      actionType: status,
      ...(status === 'Declined' && declineReason !== '' ? { declineReason } : {}),
    }
  }
  return {
    node,
    part,
    typed: reason || undefined,
    set: (draft) => {
      setStatus('Declined')
      setReason(draft)
    },
  }
}
