import type { FeatureName } from '@counterfoil/kit/contract/features.ts'
import type { Mode } from '@counterfoil/kit/contract/fields.ts'

/** What a secret key may be allowed to do in `/v1`; a publishable key has `publishableScope` alone. */
export const apiKeyScopes = [
  'payments:read',
  'payments:write',
  'refunds:write',
  'payouts:write',
  'disputes:write',
] as const

/** What goes with a feature that the platform keeps from a tenant: what its people may not do, its servers may not either. */
const featureOfScope: Readonly<Partial<Record<string, FeatureName>>> = {
  'payouts:write': 'payouts',
  'disputes:write': 'disputes',
}

/** The scopes that no key of a tenant has while these features are off. */
export const scopesKept = (featuresOff: readonly string[]): string[] =>
  apiKeyScopes.filter((scope) => featuresOff.includes(featureOfScope[scope] ?? ''))

/** The one scope of a publishable key: it stands in pages that everybody reads, and makes tokens of cards alone. */
export const publishableScope = 'tokens:write'

export const isPublishable = (scopes: readonly string[]): boolean =>
  scopes.includes(publishableScope)

const demoKey = /^cf_(pub_)?(test|live)_demo_/

/** Demo keys are published, so they work only in the demo. */
export const isDemoKey = (key: string): boolean => demoKey.test(key)

export const keyPrefixOf = (mode: Mode, isForPages = false): string =>
  `cf_${isForPages ? 'pub_' : ''}${mode === 1 ? 'test' : 'live'}_`

/** Enough of a key to recognise it in a list: `cf_test_aB3x…`. */
export const shownPrefixOf = (key: string): string =>
  `${key.slice(0, key.startsWith('cf_pub_') ? 16 : 12)}…`

/** NoProcessing takes no payments, SandboxEnabled only in Test, FullProcessing in both modes. */
export function mayProcess(processingStatus: string, mode: Mode): boolean {
  if (processingStatus === 'FullProcessing') return true
  return processingStatus === 'SandboxEnabled' && mode === 1
}
