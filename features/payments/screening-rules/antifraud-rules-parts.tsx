import type { ResourceRow } from '@counterfoil/kit/contract/resource-calls.ts'
import { useCall } from '@counterfoil/kit/web/calls/use-call.ts'
import { DateTime } from '@counterfoil/kit/web/formats/dates.tsx'
import { StatusPill } from '@counterfoil/kit/web/formats/status-pill.tsx'
import { Facts } from '@counterfoil/kit/web/page/page.tsx'
import { RecordPart } from '@counterfoil/kit/web/resource/record-part.tsx'
import type { ResourceParts } from '@counterfoil/kit/web/resource/resource-page.tsx'
import { useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { RuleBacktests } from './rule-backtests.tsx'
import { RuleDecisions } from './rule-decisions.tsx'
import { listRuleStatuses, type RuleStatus } from './screening-rules.contract.ts'
import { decisionTexts, statusTexts } from './screening-rules.messages.ts'
import classes from './screening-rules.module.css'

export const parts: ResourceParts = {
  cells: { effect: (row) => <EffectCell row={row} /> },
  // a change of a rule in force is kept beside it until it is confirmed
  savedText: (saved) => (saved.effect === 'live' ? decisionTexts.asked : undefined),
  after: (row) => (
    <>
      <StatusPart row={row} />
      <RuleDecisions row={row} />
      <RuleBacktests row={row} />
    </>
  ),
}

// in small letters, as colours are looked up
const tones = { live: 'positive', shadow: 'pending', off: 'neutral' } as const

function useRuleStatus(row: ResourceRow): RuleStatus | undefined {
  const call = useCall(listRuleStatuses, {}, { quiet: true })
  return call.data?.find(({ ruleId }) => ruleId === row.id)
}

const stateOf = ({ isInForce, reasons }: RuleStatus): keyof typeof tones => {
  if (isInForce) return 'live'
  const isOff = reasons.includes('masterSwitch') || reasons.includes('switchedOff')
  return isOff ? 'off' : 'shadow'
}

function EffectCell({ row }: { row: ResourceRow }) {
  const t = useTexts(statusTexts)
  const ruleStatus = useRuleStatus(row)
  if (ruleStatus === undefined) return null
  const state = stateOf(ruleStatus)
  return <StatusPill status={state} map={tones} label={state === 'live' ? t.inForce : t[state]} />
}

/** Whether the rule is really in force, and what it did. */
function StatusPart({ row }: { row: ResourceRow }) {
  const t = useTexts(statusTexts)
  const ruleStatus = useRuleStatus(row)
  if (ruleStatus === undefined) return null
  const { counts, reasons, isInForce } = ruleStatus
  const known = reasons.map((reason) => (reason === 'shadow' ? t.inShadow : t[reason]))
  const hasShadow = counts.wouldBlock + counts.wouldHold + counts.wouldFlag > 0
  return (
    <RecordPart title={t.title}>
      <ul className={classes.list}>
        {(isInForce ? [t.live, ...known] : known).map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
      <p>{t.days}</p>
      <Facts
        facts={[
          [t.matched, String(counts.matched)],
          [t.blocked, String(counts.blocked)],
          [t.held, String(counts.held)],
          [t.flagged, String(counts.flagged)],
          ...(hasShadow || !isInForce
            ? ([
                [t.wouldBlock, String(counts.wouldBlock)],
                [t.wouldHold, String(counts.wouldHold)],
                [t.wouldFlag, String(counts.wouldFlag)],
              ] as [string, string][])
            : []),
        ]}
      />
      <p>
        {t.last}: {counts.lastAt === null ? t.never : <DateTime value={counts.lastAt} />}
      </p>
    </RecordPart>
  )
}
