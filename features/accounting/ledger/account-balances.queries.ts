// Balances of merchants and of the tenant's own accounts, kept by deltas, so that a read costs the same at any number of entries
// (docs/decisions/0009).
import type { Db } from '@counterfoil/kit/database/database.ts'
import { sql } from 'kysely'

/** Tenants with unfolded changes, read as platform staff. */
export async function listTenantsWithChanges(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('ledger_account_delta')
    .select('tenant_id')
    .union(db.selectFrom('merchant_balance_delta').select('tenant_id'))
    .execute()
  return rows.map((row) => row.tenant_id)
}

/**
 * Folds up to `limit` changes of the scope's tenant and returns their number. It skips rows that another worker has
 * locked. Only this function of the database writes balances.
 */
export async function foldAccountChanges(db: Db, limit: number): Promise<number> {
  const { rows } = await sql<{
    taken: bigint
  }>`select app.fold_ledger_accounts(${limit}) as taken`.execute(db)
  return Number(rows[0]?.taken ?? 0n)
}

/** As `foldAccountChanges`, of the balances of merchants. */
export async function foldMerchantChanges(db: Db, limit: number): Promise<number> {
  const { rows } = await sql<{
    taken: bigint
  }>`select app.fold_merchant_balances(${limit}) as taken`.execute(db)
  return Number(rows[0]?.taken ?? 0n)
}
