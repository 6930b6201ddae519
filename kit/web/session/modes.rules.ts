import type { ModeName } from '@counterfoil/kit/contract/fields.ts'
import type { SignedInUser } from './user.tsx'

/** The modes whose payments a user looks at: both, but of a merchant only those that it processes in. */
export function modesOf({
  audience,
  processingStatus,
}: Pick<SignedInUser, 'audience' | 'processingStatus'>): readonly ModeName[] {
  if (audience !== 'merchant') return ['Live', 'Test']
  if (processingStatus === 'NoProcessing') return ['Live']
  return processingStatus === 'SandboxEnabled' ? ['Test'] : ['Live', 'Test']
}
