import type { Db } from '@counterfoil/kit/database/database.ts'
import { tenantOf } from '@counterfoil/kit/database/tenant-of.ts'
import { within } from '@counterfoil/kit/database/within.ts'

/** The tenant's key for a purpose. The first one that is stored stays; a fresh one is made in case there is none. */
export async function readOrStoreKey(
  db: Db,
  purpose: string,
  at: Date,
  makeFresh: () => Promise<string>,
): Promise<string> {
  const stored = await findKey(db, purpose)
  if (stored !== undefined) return stored
  const fresh = await makeFresh()
  await db
    .insertInto('tenant_key')
    .values({ tenant_id: tenantOf(db), purpose, key: fresh, created_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const kept = await findKey(db, purpose)
  if (kept === undefined) throw new Error(`The key for ${purpose} was not stored`)
  return kept
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
