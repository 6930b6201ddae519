import type { ModeName } from '@counterfoil/kit/contract/fields.ts'
import type { SignedInUser } from '@counterfoil/kit/web/session/user.tsx'

export const modeStorageKey = 'SystemMode'

export interface ModeDecision {
  /** What the pages work in and what the Mode header says. */
  readonly mode: ModeName
  /** The toolbar's Test/Live toggle, which merchants alone have (READINGS 9). */
  readonly toggle: 'hidden' | 'disabled' | 'enabled'
}

/** What is stored, as far as it is a mode at all. */
export function storedMode(stored: string | null): ModeName | undefined {
  return stored === 'Test' || stored === 'Live' ? stored : undefined
}

/** The documents' merchant-mode rules (000 §4). Operators store no mode: theirs is a filter, and Live at first. */
export function decideMode(
  user: Pick<SignedInUser, 'audience' | 'processingStatus'>,
  stored: string | null,
): ModeDecision {
  const hasToggle = user.audience === 'merchant' && user.processingStatus !== 'NoProcessing'
  if (!hasToggle) return { mode: 'Live', toggle: 'hidden' }
  if (user.processingStatus === 'SandboxEnabled') return { mode: 'Test', toggle: 'disabled' }
  return { mode: storedMode(stored) ?? 'Live', toggle: 'enabled' }
}
