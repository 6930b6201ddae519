import type { Db } from '@counterfoil/kit/database/database.ts'
import { within } from '@counterfoil/kit/database/within.ts'
import type { SettlementTerms } from './settlement-terms.rules.ts'

/** The active terms of the tenant, of all merchants and of single ones. */
export function listSettlementTerms(db: Db): Promise<SettlementTerms[]> {
  return db
    .selectFrom('settlement_terms')
    .select([
      'merchant_id as merchantId',
      'currency',
      'settlement_days as settlementDays',
      'reserve_basis_points as reserveBasisPoints',
      'reserve_days as reserveDays',
      'minimum_payout_minor as minimumPayoutMinor',
    ])
    .where(within(db, 'settlement_terms', null))
    .where('is_active', '=', true)
    .execute()
}
