import { useTranslatedProblem } from '@counterfoil/kit/web/calls/problem-translations.ts'
import { useAction, useCall } from '@counterfoil/kit/web/calls/use-call.ts'
import { TextAreaField } from '@counterfoil/kit/web/form/fields.tsx'
import { Form, useSchemaForm } from '@counterfoil/kit/web/form/form.tsx'
import { useMoneySign } from '@counterfoil/kit/web/formats/money.tsx'
import { Dialog } from '@counterfoil/kit/web/overlays/dialog.tsx'
import { showSnackbar } from '@counterfoil/kit/web/overlays/snackbar.tsx'
import { useUser } from '@counterfoil/kit/web/session/user.tsx'
import { useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { z } from 'zod'
import { RecurringFacts } from './recurring-parts.tsx'
import {
  merchantRecurringApprovals,
  operatorRecurringApprovals,
  type RecurringApprovalCalls,
} from './recurring-payouts.contract.ts'
import { decisionTexts, recurringTexts } from './recurring-payouts.messages.ts'
import classes from './recurring-payouts.module.css'
import type { RecurringDetails } from './recurring-payouts.schema.ts'

const watchMs = 10_000
const shownAtOnce = 50
const formId = 'decide-recurring'
type Kind = 'approve' | 'decline'

/** Recurring payouts that wait for approval, each with its dates; nothing where none does. */
export function RecurringApprovals() {
  const t = useTexts(decisionTexts)
  const words = useTexts(recurringTexts)
  const translated = useTranslatedProblem()
  const { audience } = useUser()
  const calls = audience === 'merchant' ? merchantRecurringApprovals : operatorRecurringApprovals
  const [deciding, decide] = useState<{ kind: Kind; recurring: RecurringDetails }>()
  const waiting = useCall(
    calls.list,
    { query: { pageSize: shownAtOnce } },
    { keepPrevious: true, refetchEveryMs: watchMs, quiet: true },
  )
  const found = waiting.data?.data ?? []
  if (found.length === 0) return null
  return (
    <section aria-label={t.waiting}>
      <h3 className={classes.heading}>{t.waiting}</h3>
      {found.map((recurring) => (
        <div key={recurring.id}>
          {audience !== 'merchant' && (
            <p className={classes.note}>
              {words.merchant}: {recurring.merchantName}
            </p>
          )}
          <RecurringFacts recurring={recurring} />
          {recurring.refusal !== null && (
            <p className={classes.note}>
              {t.cannot}: {translated(recurring.refusal.code) ?? recurring.refusal.message}
            </p>
          )}
          <div className={classes.buttons}>
            <Button
              size="xs"
              disabled={recurring.refusal !== null}
              onClick={() => decide({ kind: 'approve', recurring })}
            >
              {t.approve}
            </Button>
            <Button
              size="xs"
              variant="default"
              disabled={recurring.isOwn}
              onClick={() => decide({ kind: 'decline', recurring })}
            >
              {t.decline}
            </Button>
          </div>
        </div>
      ))}
      {deciding !== undefined && (
        <DecisionDialog calls={calls} {...deciding} onClose={() => decide(undefined)} />
      )}
    </section>
  )
}

function DecisionDialog(props: {
  calls: RecurringApprovalCalls
  kind: Kind
  recurring: RecurringDetails
  onClose(): void
}) {
  const t = useTexts(decisionTexts)
  const { calls, kind, recurring } = props
  const isApproval = kind === 'approve'
  const sign = useMoneySign()
  const named = { amount: sign(recurring.amount, recurring.currency), payee: recurring.payeeName }
  const label = isApproval ? t.approveAmount(named) : t.declineAmount(named)
  const reason = z.string().trim().max(500)
  const form = useSchemaForm(z.object({ reason: isApproval ? reason : reason.min(1) }), {
    reason: '',
  })
  const act = useAction(calls[kind], {
    quiet: true,
    onDone: () => {
      showSnackbar({ message: t.decided, tone: 'success' })
      props.onClose()
    },
  })
  return (
    <Dialog
      isOpen
      onClose={props.onClose}
      title={isApproval ? t.approveTitle : t.declineTitle}
      size="sm"
      keepsOpenOutside
      action={{
        ...{ label, form: formId, isRunning: act.isRunning, isDangerous: !isApproval },
      }}
    >
      <Form
        id={formId}
        form={form}
        problem={act.problem}
        onSubmit={(body) => act.run({ params: { id: recurring.id }, body })}
      >
        <RecurringFacts recurring={recurring} />
        <p className={classes.note}>{isApproval ? t.approveText : t.declineText}</p>
        <TextAreaField name="reason" label={t.reason} isRequired={!isApproval} maxLength={500} />
      </Form>
    </Dialog>
  )
}
