import type { Db } from '@counterfoil/kit/database/database.ts'
import { listTenantsOf } from '@counterfoil/kit/database/tenants.ts'
import { sql } from 'kysely'

/** Tenants with unfolded changes, read as platform staff. */
export const listTenantsWithDeltas = (db: Db): Promise<string[]> =>
  listTenantsOf(db.selectFrom('payment_rollup_delta'))

/** Tenants with days that are not counted by channel and decline, read as platform staff. */
export const listTenantsWithGaps = (db: Db): Promise<string[]> =>
  listTenantsOf(db.selectFrom('dimension_rollup_gap'))

/** Counts the newest such day of the scope's tenant, and returns whether there was one. Only the database's function writes. */
export async function fillDimensions(db: Db): Promise<boolean> {
  const { rows } = await sql<{
    day: string | null
  }>`select app.fill_dimension_rollup()::text as day`.execute(db)
  return (rows[0]?.day ?? null) !== null
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
