import type { Text } from '@counterfoil/kit/contract/texts.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import { within } from '@counterfoil/kit/database/within.ts'

/** The categories that an organisation made, by name. */
export async function listCategoryNames(db: Db, tenantId: string): Promise<Record<string, Text>> {
  const rows = await db
    .selectFrom('dashboard_category as c')
    .select(['c.id', 'c.name', 'c.name_tr as nameTr'])
    .where(within(db, 'c', null))
    .where('c.tenant_id', '=', tenantId)
    .orderBy('c.name')
    .orderBy('c.id')
    .execute()
  return Object.fromEntries(rows.map(({ id, name, nameTr }) => [id, { en: name, tr: nameTr }]))
}
