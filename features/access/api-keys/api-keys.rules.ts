import type { Mode } from '@counterfoil/kit/contract/fields.ts'

/** What a key may be allowed to do in `/v1`. */
export const apiKeyScopes = ['payments:read', 'payments:write', 'refunds:write'] as const

const demoKey = /^cf_(test|live)_demo_/

/** Demo keys are published, so they work only in the demo. */
export const isDemoKey = (key: string): boolean => demoKey.test(key)

export const keyPrefixOf = (mode: Mode): string => (mode === 1 ? 'cf_test_' : 'cf_live_')

/** Enough of a key to recognise it in a list: `cf_test_aB3x…`. */
export const shownPrefixOf = (key: string): string => `${key.slice(0, 12)}…`

/** NoProcessing takes no payments, SandboxEnabled only in Test, FullProcessing in both modes. */
export function mayProcess(processingStatus: string, mode: Mode): boolean {
  if (processingStatus === 'FullProcessing') return true
  return processingStatus === 'SandboxEnabled' && mode === 1
}
