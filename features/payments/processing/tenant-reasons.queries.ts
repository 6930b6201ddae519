import type { Db } from '@counterfoil/kit/database/database.ts'
import { within } from '@counterfoil/kit/database/within.ts'

/** The active reasons that a tenant added to the standard ones. */
export function listTenantReasons(
  db: Db,
  action: 'decline' | 'approve' | 'dispute',
  tenantId: string,
): Promise<{ id: string; name: string }[]> {
  return db
    .selectFrom('reason')
    .select(['code as id', 'name'])
    .where(within(db, 'reason', null))
    .where('tenant_id', '=', tenantId)
    .where('action', '=', action)
    .where('is_active', '=', true)
    .orderBy('name')
    .execute()
}
