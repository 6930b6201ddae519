import type { ResourceRow } from '@counterfoil/kit/contract/resource-calls.ts'
import { useCall } from '@counterfoil/kit/web/calls/use-call.ts'
import { DateTime } from '@counterfoil/kit/web/formats/dates.tsx'
import { StatusPill } from '@counterfoil/kit/web/formats/status-pill.tsx'
import { Facts } from '@counterfoil/kit/web/page/page.tsx'
import { RecordPart } from '@counterfoil/kit/web/resource/record-part.tsx'
import { SystemModeFilter, useSystemMode } from '@counterfoil/kit/web/session/system-mode.tsx'
import { useUser } from '@counterfoil/kit/web/session/user.tsx'
import { useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { readMerchantScreening } from './merchant-rules.contract.ts'
import { listRuleStatuses, type RuleStatus } from './screening-rules.contract.ts'
import { statusTexts } from './screening-rules.messages.ts'
import classes from './screening-rules.module.css'

// in small letters, as colours are looked up
const tones = { live: 'positive', shadow: 'pending', off: 'neutral' } as const

/** Merchants are answered with their own rules, operators with all that they see. */
function useRuleStatus(row: ResourceRow): RuleStatus | undefined {
  const isMerchant = useUser().audience === 'merchant'
  const all = useCall(listRuleStatuses, {}, { quiet: true, enabled: !isMerchant })
  const own = useCall(readMerchantScreening, {}, { quiet: true, enabled: isMerchant })
  return (all.data ?? own.data?.own)?.find(({ ruleId }) => ruleId === row.id)
}

const stateOf = ({ isInForce, reasons }: RuleStatus): keyof typeof tones => {
  if (isInForce) return 'live'
  const isOff = (['masterSwitch', 'switchedOff', 'notOpened'] as const).some((one) =>
    reasons.includes(one),
  )
  return isOff ? 'off' : 'shadow'
}

export function EffectCell({ row }: { row: ResourceRow }) {
  const ruleStatus = useRuleStatus(row)
  return ruleStatus === undefined ? null : <EffectPill of={ruleStatus} />
}

export function EffectPill({ of }: { of: RuleStatus }) {
  const t = useTexts(statusTexts)
  const state = stateOf(of)
  return (
    <>
      <StatusPill status={state} map={tones} label={state === 'live' ? t.inForce : t[state]} />{' '}
      {of.reasons.includes('changeWaits') && (
        <StatusPill status="changeWaits" map={{ changewaits: 'pending' }} label={t.waitsShort} />
      )}
    </>
  )
}

/** Whether the rule is really in force, and what it did. */
export function StatusPart({ row }: { row: ResourceRow }) {
  const t = useTexts(statusTexts)
  const ruleStatus = useRuleStatus(row)
  if (ruleStatus === undefined) return null
  return (
    <RecordPart title={t.title} action={<SystemModeFilter />}>
      <StatusFacts of={ruleStatus} />
    </RecordPart>
  )
}

export function StatusFacts({ of }: { of: RuleStatus }) {
  const t = useTexts(statusTexts)
  const { counts, reasons, isInForce } = of
  const { mode } = useSystemMode()
  const known = reasons.map((reason) => (reason === 'shadow' ? t.inShadow : t[reason]))
  const hasShadow = counts.wouldBlock + counts.wouldHold + counts.wouldFlag > 0
  return (
    <>
      <ul className={classes.list}>
        {(isInForce ? [t.live, ...known] : known).map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
      <p>{mode === 'Live' ? t.liveDays : t.testDays}</p>
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
    </>
  )
}
