import type { Resource } from '@counterfoil/kit/contract/resource.ts'
import type { ResourceRow } from '@counterfoil/kit/contract/resource-calls.ts'
import { useMay, useUser } from '../session/user.tsx'

/**
 * Whether the user makes records of this kind, or changes this one. What platform staff switch for every tenant takes a
 * right of its own.
 */
export function useMayEdit(of: Resource, row?: ResourceRow | undefined): boolean {
  const mayForAll = useMay(...(of.forAll === undefined ? [] : [of.forAll]))
  const isForAll = useUser().audience === 'platform'
  const limit = useLimit(of, row)
  return useMay(...of.permissions.edit) && (mayForAll || !isForAll) && limit === undefined
}

/**
 * What keeps the user from a record, or from all of this kind: that they hand on payments that the user does not see, or
 * that they hold for merchants that it does not look after. The server refuses the same (kit/server/resources/resource-limits.ts).
 */
export function useLimit(
  of: Resource,
  row?: ResourceRow | undefined,
): 'payments' | 'merchants' | undefined {
  const { isLimitedToPayments, isLimitedToMerchants } = useUser()
  if (of.credential !== undefined && isLimitedToPayments) return 'payments'
  return isLimitedToMerchants && isForAllMerchants(of, row) ? 'merchants' : undefined
}

function isForAllMerchants(of: Resource, row: ResourceRow | undefined): boolean {
  if (of.merchantField === undefined) return true
  if (of.merchantField === 'id') return row === undefined
  return row !== undefined && row[of.merchantField] === null
}
