import {
  mildestOutcome,
  type ScreeningOutcome,
} from '@counterfoil/features/routing/antifraud/screening.rules.ts'
import type { RuleCounts, RuleStatus } from './screening-rules.contract.ts'

interface RuleFacts {
  readonly id: string
  readonly effect: string
  readonly is_active: boolean
  readonly mode: number | null
}

interface Count {
  readonly effect: 'live' | 'shadow'
  readonly outcome: 'flag' | 'review' | 'block'
  readonly count: bigint
  readonly lastAt: Date
}

export const matchesOf = <Match extends { readonly ruleId: string }>(
  matches: readonly Match[],
  { id }: { readonly id: string },
): Match[] => matches.filter(({ ruleId }) => ruleId === id)

interface About {
  readonly isScreening: boolean
  readonly mode: number
  readonly isWaiting: boolean
}

/** The same of a rule of a merchant's own, which has no more effect than its operator opens to the merchant. */
export function ownStatusOf(
  rule: RuleFacts & { readonly outcome: string; readonly opened: string | null },
  found: readonly Count[],
  about: About,
): RuleStatus {
  const { reasons, ...rest } = statusOf(rule, found, about)
  if (rule.opened === null) return { ...rest, isInForce: false, reasons: ['notOpened', ...reasons] }
  const outcomes = [rule.outcome, rule.opened] as ScreeningOutcome[]
  const isLess = mildestOutcome(outcomes) !== rule.outcome
  return { ...rest, reasons: isLess ? ['openedToLess', ...reasons] : reasons }
}

/** Whether a rule is really in force, and what else there is to know of it. */
export function statusOf(rule: RuleFacts, found: readonly Count[], about: About): RuleStatus {
  const counts = countsOf(found)
  const isOn = about.isScreening && rule.is_active
  const isInForce = isOn && rule.effect === 'live'
  const reasons: RuleStatus['reasons'] = []
  if (!about.isScreening) reasons.push('masterSwitch')
  if (!rule.is_active) reasons.push('switchedOff')
  if (rule.effect === 'shadow') reasons.push('shadow')
  if (rule.mode !== null && rule.mode !== about.mode) reasons.push('otherMode')
  if (isOn && counts.matched === 0) reasons.push('neverMatched')
  if (about.isWaiting) reasons.push('changeWaits')
  return { ruleId: rule.id, isInForce, reasons, counts }
}

function countsOf(found: readonly Count[]): RuleCounts {
  const of = (effect: Count['effect'], outcome: Count['outcome']) =>
    found
      .filter((one) => one.effect === effect && one.outcome === outcome)
      .reduce((sum, one) => sum + Number(one.count), 0)
  const last = Math.max(...found.map(({ lastAt }) => lastAt.getTime()))
  return {
    matched: found.reduce((sum, one) => sum + Number(one.count), 0),
    blocked: of('live', 'block'),
    held: of('live', 'review'),
    flagged: of('live', 'flag'),
    wouldBlock: of('shadow', 'block'),
    wouldHold: of('shadow', 'review'),
    wouldFlag: of('shadow', 'flag'),
    lastAt: found.length === 0 ? null : new Date(last).toISOString(),
  }
}
