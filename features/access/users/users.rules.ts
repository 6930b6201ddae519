export type UserType = 'platform' | 'tenant' | 'merchant'

/** Who does something to users. */
export interface Manager {
  readonly id: string
  readonly userType: UserType
  readonly merchantId: string | null
  readonly permissions: ReadonlySet<string>
}

export interface ManagedUser {
  readonly userType: UserType
  readonly merchantId: string | null
}

/** Operators look after operators and merchants' users by two permissions; merchants after their own users alone. */
export function mayManage(manager: Manager, user: ManagedUser): boolean {
  if (manager.userType === 'merchant') {
    return (
      user.userType === 'merchant' &&
      user.merchantId === manager.merchantId &&
      manager.permissions.has('Merchant.UserManagement.Users')
    )
  }
  if (user.userType === 'merchant') return manager.permissions.has('manageMerchantRoles')
  if (user.userType === 'platform' && manager.userType !== 'platform') return false
  return manager.permissions.has('manageCrmRoles')
}

export interface GivenRole {
  readonly userType: UserType
  readonly merchantId: string | null
  readonly permissions: readonly string[]
}

/** Nobody gives more than they have: a role for one's own kind of user holds none but one's own permissions. */
export function mayGive(manager: Manager, role: GivenRole, user: ManagedUser): boolean {
  if (role.userType !== user.userType) return false
  if (role.merchantId !== null && role.merchantId !== user.merchantId) return false
  if (role.userType !== manager.userType) return true
  return role.permissions.every((permission) => manager.permissions.has(permission))
}
