import {
  type Audience,
  permissionsOf,
} from '@counterfoil/features/access/roles/permissions.rules.ts'

export type UserType = Audience

/** Who does something to users and roles. */
export interface Manager {
  readonly id: string
  readonly userType: UserType
  readonly merchantId: string | null
  readonly permissions: ReadonlySet<string>
  /** Held, but of no effect as long as the tenant does not have the feature. */
  readonly withheld?: ReadonlySet<string>
}

export interface ManagedUser {
  readonly userType: UserType
  readonly merchantId: string | null
}

/** Operators look after operators and merchants' users by two permissions; merchants after their own users alone. */
export function mayManage(manager: Manager, user: ManagedUser): boolean {
  return mayAct(manager, user, ['Merchant.UserManagement.Users'])
}

/** The same for looking at them: a merchant's people may have that right alone. */
export function maySee(manager: Manager, user: ManagedUser): boolean {
  return mayAct(manager, user, [
    'Merchant.UserManagement.Users',
    'Merchant.UserManagement.Users.View',
  ])
}

function mayAct(manager: Manager, user: ManagedUser, ofMerchants: readonly string[]): boolean {
  if (manager.userType === 'merchant') {
    return (
      user.userType === 'merchant' &&
      user.merchantId === manager.merchantId &&
      ofMerchants.some((permission) => manager.permissions.has(permission))
    )
  }
  if (user.userType === 'merchant') return manager.permissions.has('manageMerchantRoles')
  if (user.userType === 'platform' && manager.userType !== 'platform') return false
  return manager.permissions.has('manageCrmRoles')
}

/** The kinds of users whose lists somebody may look at. */
export function typesSeen(manager: Manager): UserType[] {
  const merchantId = manager.merchantId
  return (['platform', 'tenant', 'merchant'] as const).filter((userType) =>
    maySee(manager, { userType, merchantId: userType === 'merchant' ? merchantId : null }),
  )
}

/**
 * What of these permissions is more than the manager has. A right that people of the manager's kind cannot have at all,
 * like a merchant's to its own payments, is given by managing such users; every other one only by who has it.
 */
export function permissionsBeyond(manager: Manager, permissions: Iterable<string>): string[] {
  const own = new Set(permissionsOf(manager.userType))
  const others = new Set(permissionsOf('merchant'))
  const mayGiveUnheld = (permission: string) =>
    manager.userType !== 'merchant' && !own.has(permission) && others.has(permission)
  return [...permissions].filter(
    (permission) =>
      !manager.permissions.has(permission) &&
      manager.withheld?.has(permission) !== true &&
      !mayGiveUnheld(permission),
  )
}

export interface GivenRole {
  readonly userType: UserType
  readonly merchantId: string | null
  readonly permissions: readonly string[]
}

/** Nobody gives more than they have. */
export function mayGive(manager: Manager, role: GivenRole, user: ManagedUser): boolean {
  if (role.userType !== user.userType) return false
  if (role.merchantId !== null && role.merchantId !== user.merchantId) return false
  return permissionsBeyond(manager, role.permissions).length === 0
}

/** How long the link of a mail lets somebody in. The provider's page says the same (identity/password-pages.ts). */
export const resetMinutes = 30
export const invitationDays = 7
