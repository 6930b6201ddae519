import { type FeatureName, featureNames, isOfFeature } from '@counterfoil/kit/contract/features.ts'
import { permissionGroups } from './permissions.rules.ts'

const everyPermission = [...new Set(permissionGroups.flatMap(({ permissions }) => permissions))]

/**
 * The features that the platform can switch off for a tenant, each with its permissions. While a feature is off, its
 * permissions have no effect for users of the tenant and of its merchants: pages, menu entries and calls go together.
 */
export const featurePermissions = Object.fromEntries(
  featureNames.map((name) => [name, everyPermission.filter((one) => isOfFeature(one, name))]),
) as unknown as Readonly<Record<FeatureName, readonly string[]>>

/** The permissions without effect while these features are off; unknown names are ignored. */
export function disabledPermissions(disabledFeatures: readonly string[]): ReadonlySet<string> {
  return new Set(disabledFeatures.flatMap((name) => featurePermissions[name as FeatureName] ?? []))
}

/** The switched-off feature that disables the permission; undefined when there is none. */
export function disablingFeature(disabledFeatures: readonly string[], permission: string) {
  return featureNames.find(
    (name) => disabledFeatures.includes(name) && featurePermissions[name].includes(permission),
  )
}
