// Reads a user in any tenant that the caller reaches, and checks what the caller may do with the user.

import { tenantReader } from '@counterfoil/features/access/roles/roles.public.ts'
import type { Audience } from '@counterfoil/kit/contract/audience.ts'
import { Problem } from '@counterfoil/kit/contract/problem.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import type { Context, UserCaller } from '@counterfoil/kit/server/request/context.ts'
import { findKeptUsers, findRole } from './accounts.queries.ts'
import type { UserRow } from './users.contract.ts'
import { findUserRow, lockAdministrators, type UserListRow } from './users.queries.ts'
import {
  type ManagedUser,
  type Manager,
  mayGrantRole,
  requireAdministratorLeft,
  requireManageable,
  requireVisible,
  statusOf,
  type UserRecord,
} from './users.rules.ts'

type Caller = Pick<Context<UserCaller>, 'caller' | 'database'>

export function userRecordOf(row: UserListRow): UserRecord {
  return {
    id: row.id,
    userType: row.user_type as Audience,
    merchantId: row.merchant_id,
    isAdministrator: row.is_administrator,
    isActive: row.is_active,
    permissions: [...row.role_permissions, ...row.own_permissions],
  }
}

export async function readVisibleUser(context: Caller, userId: string): Promise<UserListRow> {
  const row = await find(context, userId)
  requireVisible(context.caller, row && userRecordOf(row))
  return row as UserListRow
}

export async function readManageableUser(context: Caller, userId: string): Promise<UserListRow> {
  const row = await find(context, userId)
  requireManageable(context.caller, row && userRecordOf(row))
  return row as UserListRow
}

const find = (context: Caller, userId: string) =>
  findUserRow(tenantReader(context), userId, context.caller.merchantIds)

/**
 * Throws when the organisation would be left without an administrator, or without one of the two who sign in by password. On the transaction of the change, where the user's
 * role is read again: the user may have become an administrator since.
 */
export async function requireAnotherAdministrator(db: Db, user: UserRecord): Promise<void> {
  const kept = await findKeptUsers(db)
  if (kept?.includes(user.id) === true) {
    const text =
      'This is one of the two accounts that are kept for signing in by password. Choose another in its place first.'
    throw new Problem('user.kept_for_passwords', 409, text)
  }
  const administrators = await lockAdministrators(db, user)
  const isAdministrator = user.isAdministrator || administrators.includes(user.id)
  requireAdministratorLeft(
    {
      ...user,
      isAdministrator,
      isActive: user.isActive || administrators.includes(user.id),
    },
    administrators.filter((id) => id !== user.id).length,
  )
}

/** A role that the caller may not grant answers like one that does not exist: 422, as the address names the user. */
export async function requireGrantableRole(
  db: Db,
  manager: Manager,
  user: ManagedUser & { readonly roleId: string },
  path = 'roleId',
): Promise<{ name: string; isAdministrator: boolean }> {
  // roles for every merchant have no merchant id, so a caller limited to merchants would not see them
  const role = await db.inWholeTenant((tenantDb) => findRole(tenantDb, user.roleId))
  const roleGrant = role && {
    userType: role.user_type as Audience,
    merchantId: role.merchant_id,
    permissions: role.permissions,
  }
  if (role === undefined || roleGrant === undefined || !mayGrantRole(manager, roleGrant, user)) {
    const message = 'There is no such role for this user'
    throw new Problem('user.role_unknown', 422, message, { path })
  }
  return { name: role.name, isAdministrator: role.is_administrator }
}

export function userRowOf(row: UserListRow, now: Date): UserRow {
  return {
    id: row.id,
    email: row.email,
    firstName: row.first_name,
    lastName: row.last_name,
    userType: row.user_type as Audience,
    tenantId: row.tenant_id,
    tenantName: row.tenant_name,
    merchantId: row.merchant_id,
    merchantName: row.merchant_name,
    roleId: row.role_id,
    roleName: row.role_name,
    isAdministrator: row.is_administrator,
    isActive: row.is_active,
    status: statusOf(
      { isActive: row.is_active, isInvited: row.is_invited, lockedUntil: row.locked_until },
      now,
    ),
    lastLoginTime: row.last_login_at?.toISOString() ?? null,
    createdAt: row.created_at.toISOString(),
  }
}
