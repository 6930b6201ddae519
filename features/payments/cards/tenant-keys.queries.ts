import type { Db } from '@counterfoil/kit/database/database.ts'
import { tenantOf } from '@counterfoil/kit/database/tenant-of.ts'
import { within } from '@counterfoil/kit/database/within.ts'

/** The tenant's key for a purpose; it is created on first use and never changes. */
export async function readOrInsertKey(
  db: Db,
  purpose: string,
  at: Date,
  createKey: () => Promise<string>,
): Promise<string> {
  const stored = await findKey(db, purpose)
  if (stored !== undefined) return stored
  const fresh = await createKey()
  await db
    .insertInto('tenant_key')
    .values({ tenant_id: tenantOf(db), purpose, key: fresh, created_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const inserted = await findKey(db, purpose)
  if (inserted === undefined) throw new Error(`The key for ${purpose} was not stored`)
  return inserted
}

async function findKey(db: Db, purpose: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('tenant_key')
    .select('key')
    .where(within(db, 'tenant_key', null))
    .where('purpose', '=', purpose)
    .executeTakeFirst()
  return row?.key
}
