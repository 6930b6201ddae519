import type { ModeName } from '@counterfoil/kit/contract/fields.ts'
import { translatedProblem } from '@counterfoil/kit/web/calls/problem-translations.ts'
import { useAction } from '@counterfoil/kit/web/calls/use-call.ts'
import { sanitise } from '@counterfoil/kit/web/form/input-rules.ts'
import { RuledTextarea } from '@counterfoil/kit/web/form/ruled-input.tsx'
import { operationStatusMap } from '@counterfoil/kit/web/formats/status.ts'
import { StatusPill } from '@counterfoil/kit/web/formats/status-pill.tsx'
import { Dialog, ProblemNote } from '@counterfoil/kit/web/overlays/dialog.tsx'
import { showSnackbar } from '@counterfoil/kit/web/overlays/snackbar.tsx'
import { useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { Button } from '@mantine/core'
import { useState } from 'react'
import classes from './decision-bar.module.css'
import { decisionTexts } from './payout-decisions.messages.ts'
import type { PayoutCalls, PayoutResult } from './payouts.contract.ts'

interface Chosen {
  readonly id: string
  readonly name: string
}

type Decision = 'approve' | 'decline'

interface DecisionBarProps {
  readonly calls: PayoutCalls
  /** The mode of the selected payments, so that a Test payout is never decided on as a Live one. */
  readonly mode: ModeName
  readonly chosen: readonly Chosen[]
  onDone(): void
}

/** Approves or declines the selected payouts. */
export function DecisionBar(props: DecisionBarProps) {
  const t = useTexts(decisionTexts)
  const [deciding, decide] = useState<{ decision: Decision; chosen: readonly Chosen[] }>()
  const { chosen } = props
  const isNone = chosen.length === 0
  return (
    <>
      {!isNone && (
        <span className={classes.count} role="status">
          {t.selected({ count: chosen.length })}
        </span>
      )}
      <Button size="xs" disabled={isNone} onClick={() => decide({ decision: 'approve', chosen })}>
        {t.approve}
      </Button>
      <Button
        size="xs"
        variant="default"
        disabled={isNone}
        onClick={() => decide({ decision: 'decline', chosen })}
      >
        {t.decline}
      </Button>
      {deciding !== undefined && (
        <DecisionDialog
          {...props}
          {...deciding}
          onClose={() => {
            decide(undefined)
            props.onDone()
          }}
          onCancel={() => decide(undefined)}
        />
      )}
    </>
  )
}

/** One confirmation for all payouts; it stays open if some were refused. */
function DecisionDialog(
  props: Pick<DecisionBarProps, 'calls' | 'mode' | 'chosen'> & {
    decision: Decision
    onClose(): void
    onCancel(): void
  },
) {
  const t = useTexts(decisionTexts)
  const { decision, chosen } = props
  const [reason, setReason] = useState('')
  const [results, setResults] = useState<readonly PayoutResult[]>()
  const act = useAction(props.calls[decision], {
    quiet: true,
    headers: { SystemMode: props.mode },
    onDone: ({ data }) => {
      if (data.some((one) => !isAsWished(one, decision))) return setResults(data)
      showSnackbar({ message: decision === 'approve' ? t.approved : t.declined, tone: 'success' })
      props.onClose()
    },
  })
  const transactions = chosen.map(({ id }) => id)
  const name = t[decision]
  if (results !== undefined) {
    return (
      <Dialog
        isOpen
        onClose={props.onClose}
        title={t.results}
        footer={<Button onClick={props.onClose}>{t.close}</Button>}
      >
        <Results results={results} chosen={chosen} decision={decision} />
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
        label: name,
        onClick: () => act.run({ body: { transactions, reason: sanitise(reason) } }),
        isRunning: act.isRunning,
        isDangerous: decision === 'decline',
      }}
    >
      <p className={classes.text}>{decision === 'approve' ? t.approveText : t.declineText}</p>
      <RuledTextarea label={t.reason} minRows={2} value={reason} onValue={setReason} />
      <ProblemNote problem={act.problem} />
    </Dialog>
  )
}

/** A payout that a person approved may be declined by the acquirer. */
const isAsWished = ({ state }: PayoutResult, decision: Decision) =>
  decision === 'decline' ? state === 'declined' : state === 'succeeded' || state === 'pending'

function Results(props: {
  results: readonly PayoutResult[]
  chosen: readonly Chosen[]
  decision: Decision
}) {
  const t = useTexts(decisionTexts)
  const done = props.results.filter((one) => isAsWished(one, props.decision)).length
  return (
    <>
      <p className={classes.text}>{t.sum({ done, all: props.results.length })}</p>
      <ul className={classes.results}>
        {props.results.map((one) => (
          <li key={one.id}>
            <span className={classes.name}>
              {props.chosen.find(({ id }) => id === one.id)?.name ?? one.id}
            </span>
            {one.state !== null && <StatusPill status={one.state} map={operationStatusMap} />}
            {one.message !== null && (
              <span className={classes.message}>
                {(one.code && translatedProblem(one.code)) ?? one.message}
              </span>
            )}
          </li>
        ))}
      </ul>
    </>
  )
}
