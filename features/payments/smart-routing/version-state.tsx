import { StatusPill } from '@counterfoil/kit/web/formats/status-pill.tsx'
import { useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import type { VersionSummary } from './smart-routing.contract.ts'
import { stateTexts } from './smart-routing.messages.ts'

/** Who looks: a merchant at its ordered list or at everything, or an operator at a merchant. */
export type Face = 'v1' | 'v2' | 'operator'

const tones = { draft: 'neutral', waiting: 'pending', active: 'positive', past: 'neutral' } as const

export function VersionState({ of }: { of: Pick<VersionSummary, 'state'> }) {
  const states = useTexts(stateTexts)
  return <StatusPill status={of.state} map={tones} label={states[of.state]} />
}
