// What may become of a role: nobody grants what they do not hold, and nobody raises themselves by a role of their own.

import {
  type Manager,
  mayManage,
  permissionsBeyond,
  type UserType,
} from '@counterfoil/features/access/users/users.rules.ts'
import { forbidden, notFound, Problem } from '@counterfoil/kit/contract/problem.ts'
import { permissionsOf } from './permissions.rules.ts'

export interface RoleManager extends Manager {
  readonly roleId: string
  /** Merchants that the manager is limited to; null: none. */
  readonly merchantIds: readonly string[] | null
}

export interface RoleRecord {
  readonly id: string
  readonly userType: UserType
  readonly merchantId: string | null
  readonly isAdministrator: boolean
  readonly name: string
  readonly permissions: readonly string[]
  readonly scaRequiredPermissions: readonly string[]
  readonly version: number
}

export interface RoleInput {
  readonly name: string
  readonly permissions: readonly string[]
  readonly scaRequiredPermissions: readonly string[]
}

/** The kind of user by any of its names (READINGS 2): merchants are customers too, operators of tenants crm. */
export const userTypeNames = {
  merchant: 'merchant',
  customer: 'merchant',
  tenant: 'tenant',
  crm: 'tenant',
  platform: 'platform',
} as const satisfies Record<string, UserType>

/** Throws when the role cannot be made. */
export function decideNewRole(
  manager: RoleManager,
  role: { userType: UserType; merchantId: string | null },
  wish: RoleInput,
): void {
  if (!mayManage(manager, role)) throw notFound('This kind of role')
  if (role.merchantId !== null && role.userType !== 'merchant') {
    throw refused('role.merchant_unknown', 'This kind of role belongs to no merchant', 'merchantId')
  }
  requireReach(manager, role.merchantId)
  requireKnown(role.userType, wish)
  requireHeld(manager, wish.permissions)
}

/** Throws when the role cannot be changed so. */
export function decideRoleChange(manager: RoleManager, role: RoleRecord, wish: RoleInput): void {
  if (!mayManage(manager, role)) throw notFound('The role')
  requireReach(manager, role.merchantId)
  requireKnown(role.userType, wish)
  // a role that holds more than its editor is not the editor's to touch, not even to take away
  if (permissionsBeyond(manager, role.permissions).length > 0) {
    throw new Problem('role.beyond', 403, 'This role holds more than you do')
  }
  requireHeld(manager, wish.permissions)
  if (role.isAdministrator && !isSame(role.permissions, wish.permissions)) {
    throw refused(
      'role.administrator',
      'An administrator holds every permission of its kind',
      'permissions',
    )
  }
  if (role.id === manager.roleId) requireNoRelief(role, wish)
}

/** Of one's own role nothing may be taken that makes its holder careful: codes stay asked for what is still held. */
function requireNoRelief(role: RoleRecord, wish: RoleInput): void {
  const kept = new Set(wish.scaRequiredPermissions)
  const relieved = role.scaRequiredPermissions.filter(
    (permission) => wish.permissions.includes(permission) && !kept.has(permission),
  )
  const added = wish.permissions.filter((permission) => !role.permissions.includes(permission))
  if (relieved.length > 0 || added.length > 0) {
    throw new Problem('role.own', 409, 'Nobody gives their own role more')
  }
}

/** Throws when the role cannot go. */
export function decideRoleRemoval(manager: RoleManager, role: RoleRecord, users: number): void {
  if (!mayManage(manager, role)) throw notFound('The role')
  requireReach(manager, role.merchantId)
  if (permissionsBeyond(manager, role.permissions).length > 0) {
    throw new Problem('role.beyond', 403, 'This role holds more than you do')
  }
  // no role becomes one of administrators later, and so nobody could be one again
  if (role.isAdministrator) {
    throw new Problem('role.administrator_kept', 409, 'The role of administrators stays')
  }
  if (users > 0) {
    throw new Problem('role.in_use', 409, 'This role is in use: give its users another one first', {
      errors: [{ message: `${users} users have this role` }],
    })
  }
}

/** Who is limited to some merchants looks after these merchants' own roles alone. */
function requireReach({ userType, merchantIds }: RoleManager, merchantId: string | null): void {
  const isReached =
    userType === 'merchant' ||
    merchantIds === null ||
    (merchantId !== null && merchantIds.includes(merchantId))
  if (!isReached) throw forbidden()
}

function requireKnown(userType: UserType, wish: RoleInput): void {
  const known = new Set(permissionsOf(userType))
  for (const field of ['permissions', 'scaRequiredPermissions'] as const) {
    const strange = wish[field].find((permission) => !known.has(permission))
    if (strange !== undefined) {
      throw refused('role.permission_unknown', `No such permission: ${strange}`, field)
    }
  }
  const unheld = wish.scaRequiredPermissions.find((one) => !wish.permissions.includes(one))
  if (unheld !== undefined) {
    const message = `A code can only be asked for what the role holds: ${unheld}`
    throw refused('role.sca_unheld', message, 'scaRequiredPermissions')
  }
}

function requireHeld(manager: Manager, permissions: readonly string[]): void {
  const beyond = permissionsBeyond(manager, permissions)
  if (beyond.length === 0) return
  const message = `You do not hold this yourself: ${beyond.slice(0, 3).join(', ')}`
  throw refused('role.beyond_own', message, 'permissions')
}

const isSame = (one: readonly string[], other: readonly string[]) =>
  new Set(one).symmetricDifference(new Set(other)).size === 0

const refused = (code: string, message: string, path: string) =>
  new Problem(code, 422, message, { errors: [{ message, path }] })
