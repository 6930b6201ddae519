import type { Db } from '@counterfoil/kit/database/database.ts'
import { within } from '@counterfoil/kit/database/within.ts'

export function listLeadStatuses(db: Db, tenantId: string | undefined) {
  return db
    .selectFrom('lead_status')
    .select(['id', 'name', 'kind', 'is_active as isActive'])
    .where(within(db, 'lead_status', null))
    .$if(tenantId !== undefined, (query) => query.where('tenant_id', '=', tenantId ?? ''))
    .orderBy('sort_order')
    .orderBy('name')
    .limit(500)
    .execute()
}

/** The first active status of the kind. */
export async function findStatusOf(db: Db, kind: 'open' | 'won') {
  return await db
    .selectFrom('lead_status')
    .select('id')
    .where(within(db, 'lead_status', null))
    .where('kind', '=', kind)
    .where('is_active', '=', true)
    .orderBy('sort_order')
    .orderBy('name')
    .limit(1)
    .executeTakeFirst()
}

export async function findStatusName(db: Db, id: string): Promise<string | undefined> {
  const found = await db
    .selectFrom('lead_status')
    .select('name')
    .where(within(db, 'lead_status', null))
    .where('id', '=', id)
    .executeTakeFirst()
  return found?.name
}

export async function updateLeadConversion(db: Db, leadId: string, at: Date): Promise<void> {
  await db
    .updateTable('lead')
    .set({ converted_at: at })
    .where(within(db, 'lead', null))
    .where('id', '=', leadId)
    .execute()
}
