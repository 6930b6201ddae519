import { isAlike } from '@counterfoil/kit/web/form/stale-note.tsx'
import type { ResourceParts } from '@counterfoil/kit/web/resource/resource-page.tsx'
import { antifraudRules } from './antifraud-rules.resource.ts'
import { RuleBacktests } from './rule-backtests.tsx'
import { RuleDecisions } from './rule-decisions.tsx'
import { EffectCell, StatusPart } from './rule-status-parts.tsx'
import { decisionTexts } from './screening-rules.messages.ts'

const names = Object.keys(antifraudRules.fields)

export const parts: ResourceParts = {
  cells: { effect: (row) => <EffectCell row={row} /> },
  // a change of a rule in force is kept beside it until it is confirmed
  savedText: (saved, sent) =>
    saved.effect === 'live' && names.some((name) => !isAlike(saved[name], sent[name]))
      ? decisionTexts.asked
      : undefined,
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
