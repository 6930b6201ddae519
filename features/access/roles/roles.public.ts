import type { Db } from '@counterfoil/kit/database/database.ts'
import { newId } from '@counterfoil/kit/database/ids.ts'
import { platformScope, tenantScope } from '@counterfoil/kit/database/scope.ts'
import type { Context, UserCaller } from '@counterfoil/kit/server/request/context.ts'
import { permissionsOf } from './permissions.rules.ts'
import { findAdministratorRole, insertRole } from './roles.queries.ts'

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

/** Reads past the caller's limit to merchants, because roles for every merchant have no merchant id. */
export const tenantReader = ({
  caller,
  database,
}: Pick<Context<UserCaller>, 'caller' | 'database'>): Db =>
  database.reader(caller.userType === 'platform' ? platformScope : tenantScope(caller.tenantId))
