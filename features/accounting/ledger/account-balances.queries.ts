// Balances of the tenant's own accounts, kept by deltas, so that a read costs the same at any number of entries
// (docs/decisions/0009).
import type { Db } from '@counterfoil/kit/database/database.ts'
import { newId } from '@counterfoil/kit/database/ids.ts'
import { tenantOf } from '@counterfoil/kit/database/tenant-of.ts'
import { within } from '@counterfoil/kit/database/within.ts'
import { sql } from 'kysely'

export interface AccountChange {
  readonly ledgerAccountId: string
  readonly amountMinor: bigint
}

/** Runs in the transaction of the entries, which belong to one merchant and one currency. */
export async function insertAccountChanges(
  db: Db,
  of: {
    readonly merchantId: string
    readonly mode: number
    readonly currency: string
    readonly at: Date
  },
  changes: readonly AccountChange[],
): Promise<void> {
  const sums = new Map<string, bigint>()
  for (const { ledgerAccountId, amountMinor } of changes) {
    sums.set(ledgerAccountId, (sums.get(ledgerAccountId) ?? 0n) + amountMinor)
  }
  const changed = [...sums].filter(([, amount]) => amount !== 0n)
  if (changed.length === 0) return
  await db
    .insertInto('ledger_account_delta')
    .values(
      changed.map(([ledger_account_id, amount_minor]) => ({
        tenant_id: tenantOf(db),
        id: newId(of.at),
        ledger_account_id,
        merchant_id: of.merchantId,
        mode: of.mode,
        currency: of.currency,
        amount_minor,
      })),
    )
    .execute()
}

/** Tenants with unfolded changes, read as platform staff. */
export async function listTenantsWithChanges(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('ledger_account_delta').select('tenant_id').distinct().execute()
  return rows.map((row) => row.tenant_id)
}

/**
 * Folds up to `limit` changes of the scope's tenant and returns their number. It skips rows that another worker has
 * locked.
 */
export async function foldAccountChanges(db: Db, limit: number): Promise<number> {
  const { rows } = await sql<{ taken: bigint }>`
    with gone as (
      delete from ledger_account_delta as d
      where ${within(db, 'd')} and d.id = any (array(
        select w.id from ledger_account_delta as w where ${within(db, 'w')}
        order by w.id limit ${limit} for update skip locked
      ))
      returning d.*
    ), added as (
      insert into ledger_account_balance as b
        (tenant_id, ledger_account_id, merchant_id, mode, currency, amount_minor)
      select tenant_id, ledger_account_id, merchant_id, mode, currency, sum(amount_minor)
      from gone
      group by tenant_id, ledger_account_id, merchant_id, mode, currency
      order by ledger_account_id, merchant_id, mode, currency
      on conflict (tenant_id, ledger_account_id, merchant_id, mode, currency)
      do update set amount_minor = b.amount_minor + excluded.amount_minor
    )
    select count(*)::bigint as taken from gone`.execute(db)
  return Number(rows[0]?.taken ?? 0n)
}
