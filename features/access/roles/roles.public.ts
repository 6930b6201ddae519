import type { Db } from '@counterfoil/kit/database/database.ts'
import { newId } from '@counterfoil/kit/database/ids.ts'
import { permissionsOf } from './permissions.rules.ts'
import { insertRole } from './roles.queries.ts'

/**
 * What a new tenant begins with: an administrator's role for its own people, and one that its merchants' administrators
 * can be given. Answers the first.
 */
export async function createFirstRoles(db: Db, at: Date): Promise<string> {
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
