import { listReasons } from '@counterfoil/features/payments/action-options/action-options.contract.ts'
import { reasonWords } from '@counterfoil/features/payments/action-options/reasons.rules.ts'
import { offeredReasons } from '@counterfoil/features/payments/processing/causes.rules.ts'
import type { ModeName } from '@counterfoil/kit/contract/fields.ts'
import { useAction, useCall } from '@counterfoil/kit/web/calls/use-call.ts'
import { Form, useSchemaForm } from '@counterfoil/kit/web/form/form.tsx'
import { SuggestionField } from '@counterfoil/kit/web/form/select-fields.tsx'
import { useMoneySums } from '@counterfoil/kit/web/formats/money.tsx'
import { Dialog } from '@counterfoil/kit/web/overlays/dialog.tsx'
import { showSnackbar } from '@counterfoil/kit/web/overlays/snackbar.tsx'
import { LoadingLines } from '@counterfoil/kit/web/page/states.tsx'
import { useLanguage, useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { z } from 'zod'
import { DecidedPayouts, isAsWished } from './decided-payouts.tsx'
import classes from './decision-bar.module.css'
import { decisionTexts } from './payout-decisions.messages.ts'
import {
  maxPayouts,
  type PayoutCalls,
  type PayoutResult,
  type WaitingPayout,
} from './payouts.contract.ts'
import { PayoutsToDecide, useCardOrMethod } from './payouts-to-decide.tsx'

/** A payment whose payout is decided on. */
export interface Chosen {
  readonly id: string
  readonly name: string
}

export type Decision = 'approve' | 'decline'

const formId = 'payout-decision'
const reasonGroups = { approve: 'approve', decline: 'decline' } as const
const actions = { approve: 'approvePayout', decline: 'declinePayout' } as const

/** One confirmation for all payouts: who gets how much. It stays open if some were refused. */
export function DecisionDialog(props: {
  calls: PayoutCalls
  mode: ModeName
  chosen: readonly Chosen[]
  decision: Decision
  onClose(): void
  onCancel(): void
}) {
  const t = useTexts(decisionTexts)
  const { decision, chosen } = props
  const transactions = chosen.map(({ id }) => id)
  const headers = { SystemMode: props.mode }
  const [results, setResults] = useState<readonly PayoutResult[]>()
  const waiting = useCall(
    props.calls.list,
    { query: { id: transactions, pageIndex: 0, pageSize: maxPayouts } },
    { enabled: results === undefined },
  )
  const payouts = waiting.data?.data
  const isReasonRequired =
    payouts?.some(({ reasonRequiredFor }) => reasonRequiredFor.includes(actions[decision])) ?? false
  const reasons = useReasons(decision)
  const form = useSchemaForm(
    z.object({
      reason: z
        .string()
        .trim()
        .min(isReasonRequired ? 1 : 0, t.reasonRequired)
        .max(500),
    }),
    { reason: '' },
  )
  const act = useAction(props.calls[decision], {
    quiet: true,
    headers,
    onDone: ({ data }) => {
      if (data.some((one) => !isAsWished(one, decision))) return setResults(data)
      showSnackbar({ message: decision === 'approve' ? t.approved : t.declined, tone: 'success' })
      props.onClose()
    },
  })
  const label = useLabel(decision, payouts)
  if (results !== undefined) {
    return (
      <Dialog
        isOpen
        onClose={props.onClose}
        title={t.results}
        footer={<Button onClick={props.onClose}>{t.close}</Button>}
      >
        <DecidedPayouts results={results} chosen={chosen} decision={decision} />
      </Dialog>
    )
  }
  return (
    <Dialog
      isOpen
      onClose={props.onCancel}
      title={
        decision === 'approve'
          ? t.approveTitle({ count: chosen.length })
          : t.declineTitle({ count: chosen.length })
      }
      size="sm"
      keepsOpenOutside
      action={{
        label,
        form: formId,
        isRunning: act.isRunning,
        // of one's own requests nothing can be approved
        isDisabled:
          payouts === undefined || (decision === 'approve' && payouts.every(({ isOwn }) => isOwn)),
        isDangerous: decision === 'decline',
      }}
    >
      <Form
        id={formId}
        form={form}
        problem={act.problem ?? waiting.error}
        onSubmit={({ reason }) =>
          act.run({
            body: {
              transactions,
              // those that are shown
              payouts: payouts?.map(({ payoutId }) => payoutId),
              reason: reasons.nameOf(reason),
            },
          })
        }
      >
        {payouts === undefined && waiting.error === null && <LoadingLines lines={3} />}
        {payouts !== undefined && <PayoutsToDecide payouts={payouts} decision={decision} />}
        <p className={classes.text}>
          {decision === 'approve' ? t.approveText({ count: chosen.length }) : t.declineText}
        </p>
        {chosen.length > 1 && (
          <p className={classes.text}>{decision === 'approve' ? t.approveFails : t.declineFails}</p>
        )}
        <SuggestionField
          name="reason"
          label={t.reason}
          suggestions={reasons.labels}
          isRequired={isReasonRequired}
        />
      </Form>
    </Dialog>
  )
}

/** What the button does, whole: the sum of each currency, and to whom if it is one payout. */
function useLabel(decision: Decision, payouts: readonly WaitingPayout[] | undefined) {
  const t = useTexts(decisionTexts)
  const sums = useMoneySums()
  const cardOf = useCardOrMethod()
  const [only, ...others] = payouts ?? []
  if (payouts === undefined || only === undefined) return t[decision]
  const amount = sums(payouts)
  if (others.length === 0) {
    const one = { amount, payee: cardOf(only) }
    return decision === 'approve' ? t.approveOne(one) : t.declineOne(one)
  }
  return decision === 'approve' ? t.approveAmount({ amount }) : t.declineAmount({ amount })
}

function useReasons(decision: Decision) {
  const { language } = useLanguage()
  const params = { type: 'transaction', status: reasonWords[reasonGroups[decision]] }
  const answer = useCall(listReasons, { params }, { quiet: true })
  return offeredReasons(answer.data ?? [], language)
}
