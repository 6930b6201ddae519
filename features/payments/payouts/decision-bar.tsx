import type { ModeName } from '@counterfoil/kit/contract/fields.ts'
import { useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { Button } from '@mantine/core'
import { useState } from 'react'
import classes from './decision-bar.module.css'
import { type Chosen, type Decision, DecisionDialog } from './decision-dialog.tsx'
import { decisionTexts } from './payout-decisions.messages.ts'
import type { PayoutCalls } from './payouts.contract.ts'

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
