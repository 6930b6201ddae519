import { useAction, useCall } from '@counterfoil/kit/web/calls/use-call.ts'
import { useMoneySums } from '@counterfoil/kit/web/formats/money.tsx'
import { SideDrawer } from '@counterfoil/kit/web/overlays/side-drawer.tsx'
import { showSnackbar } from '@counterfoil/kit/web/overlays/snackbar.tsx'
import {
  type Decision,
  DecisionDialog,
  WaitingDecisions,
} from '@counterfoil/kit/web/overlays/waiting-decisions.tsx'
import { useUser } from '@counterfoil/kit/web/session/user.tsx'
import { useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { BatchLines } from './batch-lines.tsx'
import { BatchFacts } from './batch-view.tsx'
import {
  type BatchApprovalCalls,
  merchantBatchApprovals,
  operatorBatchApprovals,
} from './payout-batches.contract.ts'
import { batchTexts } from './payout-batches.messages.ts'
import classes from './payout-batches.module.css'
import type { BatchDetails } from './payout-batches.schema.ts'

const watchMs = 10_000
const shownAtOnce = 50

/** Files that wait for approval, each with its totals; nothing where none does. */
export function BatchApprovals() {
  const t = useTexts(batchTexts)
  const { audience } = useUser()
  const calls = audience === 'merchant' ? merchantBatchApprovals : operatorBatchApprovals
  const waiting = useCall(
    calls.list,
    { query: { pageSize: shownAtOnce } },
    { keepPrevious: true, refetchEveryMs: watchMs, quiet: true },
  )
  const [shown, show] = useState<BatchDetails>()
  return (
    <>
      <WaitingDecisions
        waiting={waiting.data}
        texts={t}
        facts={(batch) => (
          <>
            <BatchFacts batch={batch} />
            <div className={classes.buttons}>
              <Button size="xs" variant="default" onClick={() => show(batch)}>
                {t.showLines}
              </Button>
            </div>
          </>
        )}
        dialog={(decision, batch, onClose) => (
          <DecideBatch {...{ calls, decision, batch, onClose }} />
        )}
      />
      {shown !== undefined && (
        <SideDrawer isOpen onClose={() => show(undefined)} title={shown.fileName}>
          <BatchLines batch={shown} asWaiting={calls.lines} />
        </SideDrawer>
      )}
    </>
  )
}

function DecideBatch(props: {
  calls: BatchApprovalCalls
  decision: Decision
  batch: BatchDetails
  onClose(): void
}) {
  const t = useTexts(batchTexts)
  const { calls, decision, batch } = props
  const named = { amount: useMoneySums()(batch.totals), file: batch.fileName }
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
      onDecide={(body) => act.run({ params: { id: batch.id }, body })}
      onClose={props.onClose}
    >
      <BatchFacts batch={batch} />
    </DecisionDialog>
  )
}
