// Whose eyes an administrator may look through, and what they see then: never more than both of them may.

import {
  type Limit,
  type Manager,
  maySee,
  ungrantablePermissions,
} from '@counterfoil/features/access/users/users.rules.ts'
import { notFound, Problem } from '@counterfoil/kit/contract/problem.ts'
import { viewAsPermission } from './view-as.contract.ts'

/** A view ends by itself after this time. */
export const viewMinutes = 30

/** Why a view ended, as the audit trail says it. */
export type ViewEnd = 'ended' | 'expired' | 'signed_out' | 'no_longer_allowed'

interface Person extends Manager {
  readonly tenantId: string
  readonly merchantIds: Limit
  readonly methods: Limit
  readonly providers: Limit
  readonly scaPermissions: ReadonlySet<string>
  readonly locale: string
}

/** Throws unless the administrator may look through this user's eyes, as both are now. */
export function requireViewable(administrator: Person, user: Person): void {
  if (!administrator.permissions.has(viewAsPermission)) throw lost()
  const isReachable =
    (administrator.userType === 'platform' || administrator.tenantId === user.tenantId) &&
    maySee(administrator, user) &&
    isWithin(administrator.merchantIds, user.merchantId)
  if (!isReachable) throw notFound('The user')
  if (user.id === administrator.id) {
    throw new Problem('view_as.own', 409, 'You see the portal with your own eyes already')
  }
  const held = [...user.permissions, ...(user.withheld ?? [])]
  if (ungrantablePermissions(administrator, held).length > 0) {
    throw new Problem('view_as.beyond', 403, 'This user holds more than you do')
  }
}

const lost = () => new Problem('view_as.lost', 403, 'You may no longer look through users’ eyes')

/** Somebody who is limited to merchants sees the users of these alone. */
const isWithin = (limit: Limit, merchantId: string | null) =>
  limit === null || (merchantId !== null && limit.includes(merchantId))

/** What the user sees, within what the administrator may see; guarded by the codes of both. */
export function narrowedTo<User extends Person>(user: User, administrator: Person) {
  return {
    ...user,
    merchantIds: within(user.merchantIds, administrator.merchantIds),
    methods: within(user.methods, administrator.methods),
    providers: within(user.providers, administrator.providers),
    scaPermissions: new Set([...user.scaPermissions, ...administrator.scaPermissions]),
    // texts are in the administrator's language
    locale: administrator.locale,
  }
}

const within = (one: Limit, other: Limit): Limit =>
  one === null ? other : other === null ? one : one.filter((each) => other.includes(each))
