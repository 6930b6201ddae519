import { viewPermissions } from '@counterfoil/features/payments/lookup/lookup.contract.ts'

/** Who sees what others did to records of a type: holders of any of these. Types that are not here: their doer alone. */
const viewersOf: Readonly<Record<string, readonly string[]>> = {
  payment: [...viewPermissions.operator, ...viewPermissions.merchant],
  payment_event: [...viewPermissions.operator, ...viewPermissions.merchant],
}

/** What users do for themselves is no event: it would drown what matters. */
export const privateTypes = ['note', 'notes', 'preference', 'notifications'] as const

export function visibleTypes(permissions: ReadonlySet<string>): string[] {
  return Object.entries(viewersOf)
    .filter(([, anyOf]) => anyOf.some((permission) => permissions.has(permission)))
    .map(([type]) => type)
}
