import type { Db } from '@counterfoil/kit/database/database.ts'
import { newId } from '@counterfoil/kit/database/ids.ts'
import { permissionsOf } from './permissions.rules.ts'
import { insertRole } from './roles.queries.ts'

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
