import { translatedProblem } from '@counterfoil/kit/web/calls/problem-translations.ts'
import { operationStatusMap } from '@counterfoil/kit/web/formats/status.ts'
import { StatusPill } from '@counterfoil/kit/web/formats/status-pill.tsx'
import { useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import classes from './decision-bar.module.css'
import { decisionTexts } from './payout-decisions.messages.ts'
import type { PayoutResult } from './payouts.contract.ts'

/** A payout that a person approved may be declined by the acquirer. */
export const isAsWished = ({ state }: PayoutResult, decision: 'approve' | 'decline') =>
  decision === 'decline' ? state === 'declined' : state === 'succeeded' || state === 'pending'

/** What became of each payout. */
export function DecidedPayouts(props: {
  results: readonly PayoutResult[]
  chosen: readonly { readonly id: string; readonly name: string }[]
  decision: 'approve' | 'decline'
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
