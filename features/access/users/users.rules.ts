// Who may see, invite and change which users, and what permissions they may grant them. A user cannot raise their own
// permissions, and no organisation is left without an administrator.

import { permissionsOf } from '@counterfoil/features/access/roles/permissions.rules.ts'
import type { Audience } from '@counterfoil/kit/contract/audience.ts'
import { notFound, Problem } from '@counterfoil/kit/contract/problem.ts'
import type { UserRow } from './users.contract.ts'

/** The user who manages users and roles. */
export interface Manager {
  readonly id: string
  readonly userType: Audience
  readonly merchantId: string | null
  readonly permissions: ReadonlySet<string>
  /** Granted, but without effect while the tenant's feature is switched off. */
  readonly withheld?: ReadonlySet<string>
}

export interface ManagedUser {
  readonly userType: Audience
  readonly merchantId: string | null
}

/** Operators manage operators and merchants' users, each by a permission; a merchant manages only its own users. */
export function mayManage(manager: Manager, user: ManagedUser): boolean {
  return hasManagementPermission(manager, user, ['Merchant.UserManagement.Users'])
}

/** The same for seeing users: a merchant's user may have a permission to view alone. */
export function maySee(manager: Manager, user: ManagedUser): boolean {
  return hasManagementPermission(manager, user, [
    'Merchant.UserManagement.Users',
    'Merchant.UserManagement.Users.View',
  ])
}

function hasManagementPermission(
  manager: Manager,
  user: ManagedUser,
  merchantPermissions: readonly string[],
): boolean {
  if (manager.userType === 'merchant') {
    return (
      user.userType === 'merchant' &&
      user.merchantId === manager.merchantId &&
      merchantPermissions.some((permission) => manager.permissions.has(permission))
    )
  }
  if (user.userType === 'merchant') return manager.permissions.has('manageMerchantRoles')
  if (user.userType === 'platform' && manager.userType !== 'platform') return false
  return manager.permissions.has('manageCrmRoles')
}

/** The user types whose lists the manager may see. */
export function visibleUserTypes(manager: Manager): Audience[] {
  const merchantId = manager.merchantId
  return (['platform', 'tenant', 'merchant'] as const).filter((userType) =>
    maySee(manager, { userType, merchantId: userType === 'merchant' ? merchantId : null }),
  )
}

/**
 * Those of these permissions that the manager may not grant. A permission that the manager's user type cannot have at all,
 * like a merchant's on its own payments, may be granted by any operator; every other one only by a user who has it.
 */
export function ungrantablePermissions(manager: Manager, permissions: Iterable<string>): string[] {
  const ofManager = new Set(permissionsOf(manager.userType))
  const ofMerchants = new Set(permissionsOf('merchant'))
  const isMerchantOnly = (permission: string) =>
    manager.userType !== 'merchant' && !ofManager.has(permission) && ofMerchants.has(permission)
  return [...permissions].filter(
    (permission) =>
      !manager.permissions.has(permission) &&
      manager.withheld?.has(permission) !== true &&
      !isMerchantOnly(permission),
  )
}

export interface GrantedRole {
  readonly userType: Audience
  readonly merchantId: string | null
  readonly permissions: readonly string[]
}

/** A manager grants no permission that they do not have. */
export function mayGrantRole(manager: Manager, role: GrantedRole, user: ManagedUser): boolean {
  if (role.userType !== user.userType) return false
  if (role.merchantId !== null && role.merchantId !== user.merchantId) return false
  return ungrantablePermissions(manager, role.permissions).length === 0
}

/** How long links in e-mails work. The provider's page shows the same (identity/password-pages.ts). */
export const resetMinutes = 30
export const invitationDays = 7

export interface UserRecord {
  readonly id: string
  readonly userType: Audience
  readonly merchantId: string | null
  readonly isAdministrator: boolean
  readonly isActive: boolean
  /** Of the role and of the user. */
  readonly permissions: readonly string[]
}

export function statusOf(
  user: { isActive: boolean; isInvited: boolean; lockedUntil: Date | null },
  now: Date,
): UserRow['status'] {
  if (!user.isActive) return 'Inactive'
  if (user.isInvited) return 'Invited'
  return user.lockedUntil !== null && user.lockedUntil > now ? 'Locked' : 'Active'
}

/** A user whom the manager may not see is answered as not found. */
export function requireVisible(manager: Manager, user: UserRecord | undefined): UserRecord {
  if (user === undefined || !maySee(manager, user)) throw notFound('The user')
  return user
}

/**
 * Throws unless the manager may change this user. Managers cannot change themselves, nor a user who has permissions that
 * they do not have.
 */
export function requireManageable(manager: Manager, user: UserRecord | undefined): UserRecord {
  if (user === undefined || !mayManage(manager, user)) throw notFound('The user')
  if (user.id === manager.id) {
    throw new Problem('user.own_rights', 409, 'Nobody changes their own rights')
  }
  if (ungrantablePermissions(manager, user.permissions).length > 0) {
    throw new Problem('user.beyond', 403, 'This user holds more than you do')
  }
  return user
}

/** `remaining`: the number of other active administrators of the same organisation. */
export function requireAdministratorLeft(user: UserRecord, remaining: number): void {
  if (user.isAdministrator && user.isActive && remaining === 0) {
    throw new Problem(
      'user.last_administrator',
      409,
      'This is the last administrator: make somebody else one first',
    )
  }
}

/** Throws unless these permissions exist for the user's type and the manager may grant them. */
export function requireGrantable(
  manager: Manager,
  known: ReadonlySet<string>,
  input: { permissions: readonly string[]; scaRequiredPermissions: readonly string[] },
): void {
  for (const path of ['permissions', 'scaRequiredPermissions'] as const) {
    const unknown = input[path].find((permission) => !known.has(permission))
    if (unknown !== undefined) {
      throw refused('role.permission_unknown', `No such permission: ${unknown}`, path)
    }
  }
  const ungrantable = ungrantablePermissions(manager, input.permissions)
  if (ungrantable.length > 0) {
    const message = `You do not hold this yourself: ${ungrantable.slice(0, 3).join(', ')}`
    throw refused('role.beyond_own', message, 'permissions')
  }
}

export type LimitKind = 'merchants' | 'paymentMethods' | 'serviceProviders'

/** Platform staff see across tenants by permission alone; a merchant's user sees only its merchant already. */
export function requireLimitable(userType: Audience, kind: LimitKind): void {
  if (userType === 'tenant' || (userType === 'merchant' && kind !== 'merchants')) return
  throw new Problem('user.not_limitable', 422, 'This kind of user cannot be limited so')
}

/** Throws when a limit names what does not exist, or is not within the scope. */
export function requireKnown(
  ids: readonly string[],
  known: ReadonlySet<string>,
  path: string,
): void {
  if (ids.every((one) => known.has(one))) return
  throw refused('user.limit_unknown', 'One of these does not exist', path)
}

/** Null or empty: no limit. */
export type Limit = readonly string[] | null

/** Throws when the new limit would show the user more than the manager sees. */
export function requireNoWiderLimit(
  managerLimit: Limit,
  limit: readonly string[],
  path: string,
): void {
  if (managerLimit === null) return
  const isWider = limit.length === 0 || limit.some((one) => !managerLimit.includes(one))
  if (isWider) {
    throw refused('user.limit_beyond', 'You are limited to less than that yourself', path)
  }
}

const refused = (code: string, message: string, path: string) =>
  new Problem(code, 422, message, { path })
