import type { ModeName } from '@counterfoil/kit/contract/fields.ts'
import type { SignedInUser } from '@counterfoil/kit/web/user.tsx'

export const modeStorageKey = 'SystemMode'

export interface ModeDecision {
  /** What the pages work in; operators have no mode of their own and see Live unless they filter otherwise. */
  readonly mode: ModeName
  /** What the Mode header says; undefined: no header, which the server reads as Live. */
  readonly header: ModeName | undefined
  readonly toggle: 'hidden' | 'disabled' | 'enabled'
}

/** The documents' merchant-mode rules (000 §4). */
export function decideMode(
  user: Pick<SignedInUser, 'audience' | 'processingStatus'>,
  stored: string | null,
): ModeDecision {
  const hasToggle = user.audience === 'merchant' && user.processingStatus !== 'NoProcessing'
  if (!hasToggle) return { mode: 'Live', header: undefined, toggle: 'hidden' }
  if (user.processingStatus === 'SandboxEnabled') {
    return { mode: 'Test', header: 'Test', toggle: 'disabled' }
  }
  const mode = stored === 'Test' ? 'Test' : 'Live'
  return { mode, header: mode, toggle: 'enabled' }
}
