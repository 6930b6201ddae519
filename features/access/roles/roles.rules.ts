// Who may create, change and remove a role: a manager grants no permission that they do not have, and cannot raise their
// own permissions through their own role.

import {
  type Manager,
  mayManage,
  ungrantablePermissions,
} from '@counterfoil/features/access/users/users.rules.ts'
import type { Audience } from '@counterfoil/kit/contract/audience.ts'
import { forbidden, notFound, Problem } from '@counterfoil/kit/contract/problem.ts'
import { permissionsOf } from './permissions.rules.ts'

export interface RoleManager extends Manager {
  readonly roleId: string
  /** Merchants that the manager is limited to; null: no limit. */
  readonly merchantIds: readonly string[] | null
}

export interface RoleRecord {
  readonly id: string
  readonly userType: Audience
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

/** The fields of a role in its audit entries. */
export const auditedFields = (role: RoleInput) => ({
  name: role.name,
  permissions: [...role.permissions].sort(),
  scaRequiredPermissions: [...role.scaRequiredPermissions].sort(),
})

/** The user types by all their names: merchants are also called customers, operators of tenants crm. */
export const userTypeNames = {
  merchant: 'merchant',
  customer: 'merchant',
  tenant: 'tenant',
  crm: 'tenant',
  platform: 'platform',
} as const satisfies Record<string, Audience>

/** Throws when the role cannot be created. */
export function decideNewRole(
  manager: RoleManager,
  role: { userType: Audience; merchantId: string | null },
  input: RoleInput,
): void {
  if (!mayManage(manager, role)) throw notFound('This kind of role')
  if (role.merchantId !== null && role.userType !== 'merchant') {
    throw refused('role.merchant_unknown', 'This kind of role belongs to no merchant', 'merchantId')
  }
  requireReachable(manager, role.merchantId)
  requireKnownPermissions(role.userType, input)
  requireGrantablePermissions(manager, input.permissions)
}

/** Throws when the role cannot be changed so. */
export function decideRoleChange(manager: RoleManager, role: RoleRecord, input: RoleInput): void {
  if (!mayManage(manager, role)) throw notFound('The role')
  requireReachable(manager, role.merchantId)
  requireKnownPermissions(role.userType, input)
  // a role with permissions that its editor may not grant cannot be changed by that editor, not even to remove some
  if (ungrantablePermissions(manager, role.permissions).length > 0) {
    throw new Problem('role.beyond', 403, 'This role holds more than you do')
  }
  requireGrantablePermissions(manager, input.permissions)
  if (role.isAdministrator && !isSame(role.permissions, input.permissions)) {
    throw refused(
      'role.administrator',
      'An administrator holds every permission of its kind',
      'permissions',
    )
  }
  if (role.id === manager.roleId) requireNoLooserRole(role, input)
}

/** The manager's own role gets no further permissions, and its remaining permissions go on requiring codes. */
function requireNoLooserRole(role: RoleRecord, input: RoleInput): void {
  const stillConfirmed = new Set(input.scaRequiredPermissions)
  const loosened = role.scaRequiredPermissions.filter(
    (permission) => input.permissions.includes(permission) && !stillConfirmed.has(permission),
  )
  const added = input.permissions.filter((permission) => !role.permissions.includes(permission))
  if (loosened.length > 0 || added.length > 0) {
    throw new Problem('role.own', 409, 'Nobody gives their own role more')
  }
}

/** Throws when the role cannot be removed. */
export function decideRoleRemoval(manager: RoleManager, role: RoleRecord, users: number): void {
  if (!mayManage(manager, role)) throw notFound('The role')
  requireReachable(manager, role.merchantId)
  if (ungrantablePermissions(manager, role.permissions).length > 0) {
    throw new Problem('role.beyond', 403, 'This role holds more than you do')
  }
  // a role cannot be turned into one of administrators, so the organisation could never have one again
  if (role.isAdministrator) {
    throw new Problem('role.administrator_kept', 409, 'The role of administrators stays')
  }
  if (users > 0) {
    throw new Problem('role.in_use', 409, 'This role is in use: give its users another one first', {
      errors: [{ message: `${users} users have this role` }],
    })
  }
}

/** A manager who is limited to merchants manages only these merchants' own roles. */
function requireReachable({ userType, merchantIds }: RoleManager, merchantId: string | null): void {
  const mayReach =
    userType === 'merchant' ||
    merchantIds === null ||
    (merchantId !== null && merchantIds.includes(merchantId))
  if (!mayReach) throw forbidden()
}

function requireKnownPermissions(userType: Audience, input: RoleInput): void {
  const known = new Set(permissionsOf(userType))
  for (const field of ['permissions', 'scaRequiredPermissions'] as const) {
    const unknown = input[field].find((permission) => !known.has(permission))
    if (unknown !== undefined) {
      throw refused('role.permission_unknown', `No such permission: ${unknown}`, field)
    }
  }
  const withoutPermission = input.scaRequiredPermissions.find(
    (one) => !input.permissions.includes(one),
  )
  if (withoutPermission !== undefined) {
    const message = `A code can only be asked for what the role holds: ${withoutPermission}`
    throw refused('role.sca_unheld', message, 'scaRequiredPermissions')
  }
}

function requireGrantablePermissions(manager: Manager, permissions: readonly string[]): void {
  const ungrantable = ungrantablePermissions(manager, permissions)
  if (ungrantable.length === 0) return
  const message = `You do not hold this yourself: ${ungrantable.slice(0, 3).join(', ')}`
  throw refused('role.beyond_own', message, 'permissions')
}

const isSame = (one: readonly string[], other: readonly string[]) =>
  new Set(one).symmetricDifference(new Set(other)).size === 0

const refused = (code: string, message: string, path: string) =>
  new Problem(code, 422, message, { path })
