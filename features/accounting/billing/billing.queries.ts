import type { Db } from '@counterfoil/kit/database/database.ts'
import { tenantOf } from '@counterfoil/kit/database/tenant-of.ts'
import { within } from '@counterfoil/kit/database/within.ts'
import type { BillingLine } from './billing.rules.ts'

/** The active settings of the tenant that name an active account. */
export function listBillingLines(db: Db): Promise<BillingLine[]> {
  return db
    .selectFrom('billing_setting as s')
    .innerJoin('ledger_account as a', (join) =>
      join.onRef('a.tenant_id', '=', 's.tenant_id').onRef('a.id', '=', 's.ledger_account_id'),
    )
    .select([
      's.purpose',
      's.merchant_id as merchantId',
      's.method',
      's.currency',
      's.ledger_account_id as ledgerAccountId',
    ])
    .where(within(db, 's', null))
    .where(within(db, 'a', null))
    .where('s.is_active', '=', true)
    .where('a.is_active', '=', true)
    .execute()
}

/** Locks the account of a setting, so that its type and currency do not change until the setting is stored. */
export function lockAccount(db: Db, id: string) {
  return db
    .selectFrom('ledger_account')
    .select(['account_type as accountType', 'currency'])
    .where(within(db, 'ledger_account', null))
    .where('id', '=', id)
    .forShare()
    .executeTakeFirst()
}

/** The time zone of the tenant's business days. */
export async function readTimeZone(db: Db): Promise<string> {
  const { timeZone } = await db
    .selectFrom('tenant')
    .select('time_zone as timeZone')
    .where('id', '=', tenantOf(db))
    .executeTakeFirstOrThrow()
  return timeZone
}
