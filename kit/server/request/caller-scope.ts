import {
  platformScope,
  type Scope,
  type TenantScope,
  tenantScope,
} from '@counterfoil/kit/database/scope.ts'
import type { ApiKeyCaller, UserCaller } from './context.ts'

/** A caller's own tenant, as far as its merchants and modes reach. */
export const ownScopeOf = (caller: UserCaller | ApiKeyCaller): TenantScope =>
  tenantScope(caller.tenantId, caller.merchantIds, caller.kind === 'user' ? caller : undefined)

/** Sees payments of some methods or providers alone: what counts, sums or decides on all of them is not for it. */
export const isLimitedToPayments = ({
  methods,
  providers,
}: Pick<UserCaller, 'methods' | 'providers'>): boolean => methods !== null || providers !== null

/** What a caller may read: platform staff reads across tenants, everybody else its own. */
export const readScopeOf = (caller: UserCaller | ApiKeyCaller): Scope =>
  caller.kind === 'user' && caller.userType === 'platform' ? platformScope : ownScopeOf(caller)
