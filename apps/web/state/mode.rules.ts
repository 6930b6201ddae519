import type { ModeName } from '@counterfoil/kit/contract/fields.ts'
import { modesOf } from '@counterfoil/kit/web/session/modes.rules.ts'
import type { SignedInUser } from '@counterfoil/kit/web/session/user.tsx'

export const modeStorageKey = 'SystemMode'

export interface ModeDecision {
  /** The mode of the pages and of the Mode header. */
  readonly mode: ModeName
  /** Whether the toolbar has the Test/Live toggle, which only merchants have. */
  readonly toggle: 'hidden' | 'disabled' | 'enabled'
}

/** The stored mode, if it is valid. */
export function storedMode(stored: string | null): ModeName | undefined {
  return stored === 'Test' || stored === 'Live' ? stored : undefined
}

/** A merchant's mode follows its processing status and the stored choice. Operators store none: theirs is a filter, first Live. */
export function decideMode(
  user: Pick<SignedInUser, 'audience' | 'processingStatus'>,
  stored: string | null,
): ModeDecision {
  const hasToggle = user.audience === 'merchant' && user.processingStatus !== 'NoProcessing'
  if (!hasToggle) return { mode: 'Live', toggle: 'hidden' }
  const [only, ...others] = modesOf(user)
  if (only !== undefined && others.length === 0) return { mode: only, toggle: 'disabled' }
  return { mode: storedMode(stored) ?? 'Live', toggle: 'enabled' }
}
