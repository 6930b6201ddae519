import type { Db } from '@counterfoil/kit/database/database.ts'
import { within } from '@counterfoil/kit/database/within.ts'
import type { ReasonGroup } from './reasons.rules.ts'

// The reasons that a tenant keeps beside the standard ones.

/** The active reasons that a tenant added to the standard ones. */
export function listTenantReasons(
  db: Db,
  action: ReasonGroup | 'dispute',
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

/** The decisions that a tenant lets nobody take without a reason. */
export async function listRequiredReasons(db: Db, tenantId: string): Promise<ReasonGroup[]> {
  const rows = await db
    .selectFrom('required_reason')
    .select('action')
    .where(within(db, 'required_reason', null))
    .where('tenant_id', '=', tenantId)
    .where('is_active', '=', true)
    .execute()
  return rows.map(({ action }) => action as ReasonGroup)
}
