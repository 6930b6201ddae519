import { type FeatureName, featureNames, isOfFeature } from '@counterfoil/kit/contract/features.ts'
import { permissionGroups } from './permissions.rules.ts'

const every = [...new Set(permissionGroups.flatMap(({ permissions }) => permissions))]
/**
 * What the platform gives a tenant or keeps from it, each as the permissions that it is made of: without the feature they
 * have no effect for anybody of the tenant or of its merchants, so that pages, menu entries and calls go together.
 */
export const features = Object.fromEntries(
  featureNames.map((name) => [name, every.filter((one) => isOfFeature(one, name))]),
) as unknown as Readonly<Record<FeatureName, readonly string[]>>

/** The permissions that have no effect as long as these features are off; names of no feature say nothing. */
export function permissionsOff(off: readonly string[]): ReadonlySet<string> {
  return new Set(off.flatMap((name) => features[name as FeatureName] ?? []))
}

/** The feature that keeps the permission back; undefined when none does. */
export function featureKeeping(off: readonly string[], permission: string) {
  return featureNames.find((name) => off.includes(name) && features[name].includes(permission))
}
