import type { Db } from '@counterfoil/kit/database/database.ts'
import { sql } from 'kysely'

/** Tenants with unfolded changes, read as platform staff. */
export async function listTenantsWithDeltas(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('payment_rollup_delta').select('tenant_id').distinct().execute()
  return rows.map((row) => row.tenant_id)
}

/**
 * Folds up to `limit` deltas of the scope's tenant into its rollups, and returns their number. It skips deltas that another
 * worker has locked. Only this function of the database writes rollups.
 */
export async function foldDeltas(db: Db, limit: number): Promise<number> {
  const { rows } = await sql<{
    taken: bigint
  }>`select app.fold_payment_rollup(${limit}) as taken`.execute(db)
  return Number(rows[0]?.taken ?? 0n)
}
