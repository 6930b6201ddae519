// Who is asked for a permission, and where they give it.

import {
  isPermission,
  permissionsOf,
} from '@counterfoil/features/access/roles/permissions.rules.ts'
import {
  type ManagedUser,
  type Manager,
  mayManage,
  ungrantablePermissions,
} from '@counterfoil/features/access/users/users.rules.ts'
import { Problem } from '@counterfoil/kit/contract/problem.ts'

/** A permission is asked for again after this time. */
export const askedAgainHours = 24

/** Throws unless each of these is one that the user could have and has not. */
export function requireMissing(user: Manager, permissions: readonly string[]): void {
  const possible = new Set(permissionsOf(user.userType))
  const unknown = permissions.find((one) => !isPermission(one) || !possible.has(one))
  if (unknown !== undefined) {
    throw refused('access_request.unknown', `No such permission for you: ${unknown}`)
  }
  if (permissions.some((one) => user.permissions.has(one))) {
    throw new Problem(
      'access_request.held',
      409,
      'You hold this permission by now. Try the page again.',
    )
  }
  if (permissions.some((one) => user.withheld?.has(one))) {
    throw new Problem(
      'access_request.withheld',
      409,
      'Your role has this permission, but what it belongs to is switched off for your organisation',
    )
  }
}

const refused = (code: string, message: string) =>
  new Problem(code, 422, message, { path: 'permissions' })

/** Whether this colleague can give the user one of the permissions. */
export const mayGive = (colleague: Manager, user: ManagedUser, permissions: readonly string[]) =>
  mayManage(colleague, user) &&
  permissions.some((one) => ungrantablePermissions(colleague, [one]).length === 0)

/** The user's page, as the one who is asked reaches it. */
export const userPagePath = (reader: ManagedUser, user: ManagedUser & { readonly id: string }) =>
  reader.userType === 'merchant'
    ? `/merchant/users/merchant-management/${user.id}`
    : `/crm/users/${user.userType === 'merchant' ? 'merchant' : 'crm'}/${user.id}`
