import { useAction, useCall } from '@counterfoil/kit/web/calls/use-call.ts'
import { useMoneySign } from '@counterfoil/kit/web/formats/money.tsx'
import { showSnackbar } from '@counterfoil/kit/web/overlays/snackbar.tsx'
import {
  type Decision,
  DecisionDialog,
  WaitingDecisions,
} from '@counterfoil/kit/web/overlays/waiting-decisions.tsx'
import { useUser } from '@counterfoil/kit/web/session/user.tsx'
import { useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { RecurringFacts } from './recurring-parts.tsx'
import {
  merchantRecurringApprovals,
  operatorRecurringApprovals,
  type RecurringApprovalCalls,
} from './recurring-payouts.contract.ts'
import { decisionTexts, recurringTexts } from './recurring-payouts.messages.ts'
import type { RecurringDetails } from './recurring-payouts.schema.ts'

const watchMs = 10_000
const shownAtOnce = 50

/** Recurring payouts that wait for approval, each with its dates; nothing where none does. */
export function RecurringApprovals() {
  const t = useTexts(decisionTexts)
  const { merchant } = useTexts(recurringTexts)
  const { audience } = useUser()
  const calls = audience === 'merchant' ? merchantRecurringApprovals : operatorRecurringApprovals
  const waiting = useCall(
    calls.list,
    { query: { pageSize: shownAtOnce } },
    { keepPrevious: true, refetchEveryMs: watchMs, quiet: true },
  )
  return (
    <WaitingDecisions
      waiting={waiting.data}
      texts={{ ...t, merchant }}
      facts={(recurring) => <RecurringFacts recurring={recurring} />}
      dialog={(decision, recurring, onClose) => (
        <DecideRecurring {...{ calls, decision, recurring, onClose }} />
      )}
    />
  )
}

function DecideRecurring(props: {
  calls: RecurringApprovalCalls
  decision: Decision
  recurring: RecurringDetails
  onClose(): void
}) {
  const t = useTexts(decisionTexts)
  const { calls, decision, recurring } = props
  const sign = useMoneySign()
  const named = { amount: sign(recurring.amount, recurring.currency), payee: recurring.payeeName }
  const act = useAction(calls[decision], {
    quiet: true,
    onDone: () => {
      showSnackbar({ message: t.decided, tone: 'success' })
      props.onClose()
    },
  })
  return (
    <DecisionDialog
      decision={decision}
      texts={t}
      label={decision === 'approve' ? t.approveAmount(named) : t.declineAmount(named)}
      act={act}
      onDecide={(body) => act.run({ params: { id: recurring.id }, body })}
      onClose={props.onClose}
    >
      <RecurringFacts recurring={recurring} />
    </DecisionDialog>
  )
}
