import type { Db } from '@counterfoil/kit/database/database.ts'
import { newId } from '@counterfoil/kit/database/ids.ts'
import { lockUntilCommit } from '@counterfoil/kit/database/named-locks.ts'
import { platformScope, tenantScope } from '@counterfoil/kit/database/scope.ts'
import { tenantOf } from '@counterfoil/kit/database/tenant-of.ts'
import type { Context, UserCaller } from '@counterfoil/kit/server/request/context.ts'
import { permissionsOf } from './permissions.rules.ts'
import {
  findAdministratorRole,
  findMerchantAdministratorRole,
  insertRole,
  isNameTaken,
} from './roles.queries.ts'
import { auditedFields } from './roles.rules.ts'

export { findMerchantAdministratorRole } from './roles.queries.ts'

/**
 * The roles of a new tenant: one of administrators for its operators, and one of administrators for its merchants. Returns
 * the id of the first.
 */
export async function createInitialRoles(db: Db, at: Date): Promise<string> {
  const roles = (['tenant', 'merchant'] as const).map((userType) => ({
    id: newId(at),
    userType,
    merchantId: null,
    name: 'Administrator',
    isAdministrator: true,
    permissions: permissionsOf(userType),
    scaRequiredPermissions: [],
    at,
  }))
  for (const role of roles) await insertRole(db, role)
  return roles[0]?.id ?? ''
}

/** The role of administrators of a kind of user, which is made where it is missing. Returns its id. */
export async function createAdministratorRole(
  db: Db,
  userType: 'platform',
  permissions: readonly string[],
  at: Date,
): Promise<string> {
  const known = await findAdministratorRole(db, userType)
  if (known !== undefined) return known
  const id = newId(at)
  const name = 'Platform administrator'
  const role = { id, userType, merchantId: null, name, isAdministrator: true, permissions, at }
  await insertRole(db, { ...role, scaRequiredPermissions: [] })
  return id
}

/**
 * Makes the role of administrators of every merchant where the tenant has none, with its audit entry. Nothing else could:
 * a role that a person makes is never one of administrators. On the transaction that makes a merchant.
 */
export async function createMerchantAdministratorRole(
  db: Db,
  { now, audit }: Pick<Context<UserCaller>, 'now' | 'audit'>,
): Promise<void> {
  if ((await findMerchantAdministratorRole(db)) !== undefined) return
  await lockUntilCommit(db, `merchant-administrators.${tenantOf(db)}`)
  // of two merchants that are made at once the second has waited, and finds the role of the first
  if ((await findMerchantAdministratorRole(db)) !== undefined) return
  const kind = { userType: 'merchant', merchantId: null } as const
  let name = 'Administrator'
  for (let count = 2; await isNameTaken(db, { ...kind, name }); count += 1) {
    name = `Administrator ${count}`
  }
  const id = newId(now)
  const role = { name, permissions: permissionsOf('merchant'), scaRequiredPermissions: [] }
  await insertRole(db, { ...role, ...kind, id, isAdministrator: true, at: now })
  await audit(db, { type: 'role', id, merchantId: null, after: auditedFields(role) })
}

/** Reads past the caller's limit to merchants, because roles for every merchant have no merchant id. */
export const tenantReader = ({
  caller,
  database,
}: Pick<Context<UserCaller>, 'caller' | 'database'>): Db =>
  database.reader(caller.userType === 'platform' ? platformScope : tenantScope(caller.tenantId))
