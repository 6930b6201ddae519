import type { ResourceParts } from '@counterfoil/kit/web/resource/resource-page.tsx'
import { RuleBacktests } from './rule-backtests.tsx'
import { RuleDecisions } from './rule-decisions.tsx'
import { EffectCell, StatusPart } from './rule-status-parts.tsx'
import { decisionTexts } from './screening-rules.messages.ts'

export const parts: ResourceParts = {
  cells: { effect: (row) => <EffectCell row={row} /> },
  // a change of a rule in force is kept beside it until it is confirmed
  savedText: (saved) => (saved.effect === 'live' ? decisionTexts.asked : undefined),
  keptText: ({ effect, isActive }) =>
    effect === 'live' && isActive ? decisionTexts.notDeleted : undefined,
  after: (row) => (
    <>
      <StatusPart row={row} />
      <RuleDecisions row={row} />
      <RuleBacktests row={row} />
    </>
  ),
}
