import type { Db } from '@counterfoil/kit/database/database.ts'
import { within } from '@counterfoil/kit/database/within.ts'
import { sql } from 'kysely'

/** The folded balance and unfolded changes in one statement, so that nothing is counted twice. */
export function listAccountBalances(db: Db, account: { tenantId: string; id: string }) {
  const balances = db
    .selectFrom('ledger_account_balance')
    .select(['mode', 'currency', 'amount_minor'])
    .where(within(db, 'ledger_account_balance'))
    .where('tenant_id', '=', account.tenantId)
    .where('ledger_account_id', '=', account.id)
  const since = db
    .selectFrom('ledger_account_delta')
    .select(['mode', 'currency', 'amount_minor'])
    .where(within(db, 'ledger_account_delta'))
    .where('tenant_id', '=', account.tenantId)
    .where('ledger_account_id', '=', account.id)
  return db
    .selectFrom(balances.unionAll(since).as('part'))
    .select(['mode', 'currency', sql<bigint>`sum(amount_minor)::bigint`.as('amountMinor')])
    .groupBy(['mode', 'currency'])
    .orderBy('mode', 'desc')
    .orderBy('currency')
    .execute()
}

/** Whether an account has postings. */
export async function hasEntries(db: Db, id: string): Promise<boolean> {
  const row = await db
    .selectFrom('ledger_entry')
    .select('id')
    .where(within(db, 'ledger_entry'))
    .where('ledger_account_id', '=', id)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** The billing settings that name an account, to check that they still match it. */
export function listSettingsOf(db: Db, id: string) {
  return db
    .selectFrom('billing_setting')
    .select(['purpose', 'currency'])
    .where(within(db, 'billing_setting'))
    .where('ledger_account_id', '=', id)
    .execute()
}
