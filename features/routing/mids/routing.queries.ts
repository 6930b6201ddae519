import type { Db } from '@counterfoil/kit/database/database.ts'
import { within } from '@counterfoil/kit/database/within.ts'
import type { Mid } from './routing.rules.ts'

/** All MIDs of a merchant, also ineligible ones, because the routing log names each. */
export async function listMids(db: Db, merchantId: string): Promise<Mid[]> {
  return db
    .selectFrom('mid')
    .leftJoin('currency as c', 'c.code', 'mid.cap_currency')
    .select([
      'mid.id',
      'provider',
      'mid_code as midCode',
      'mode',
      'methods',
      'brands',
      'currencies',
      'priority',
      'max_amount_minor as maxAmountMinor',
      'descriptor',
      'mid.is_active as isActive',
      'active_from as activeFrom',
      'active_until as activeUntil',
      'cap_currency as capCurrency',
      'c.decimal_places as capPlaces',
      'daily_cap_minor as dailyCapMinor',
      'monthly_cap_minor as monthlyCapMinor',
      'cost_basis_points as costBasisPoints',
      'cost_fixed_minor as costFixedMinor',
      'cost_currency as costCurrency',
    ])
    .where(within(db, 'mid'))
    .where('merchant_id', '=', merchantId)
    .execute()
}

/** The limits of a merchant's risk level; null without a limit. */
export interface RiskLimits {
  readonly currency: string | null
  readonly approvalAboveMinor: bigint | null
  readonly blockAboveMinor: bigint | null
}

/** The merchant's industry and risk level. An inactive level has no limits. */
export async function readMerchantClass(
  db: Db,
  merchantId: string,
): Promise<{ industryType: string | null; risk: RiskLimits | null }> {
  const row = await db
    .selectFrom('merchant as m')
    .leftJoin('risk_level as l', (join) =>
      join
        .onRef('l.tenant_id', '=', 'm.tenant_id')
        .onRef('l.id', '=', 'm.risk_level_id')
        .on('l.is_active', '=', true),
    )
    .select([
      'm.industry_type as industryType',
      'l.id as levelId',
      'l.currency',
      'l.approval_above_minor as approvalAboveMinor',
      'l.block_above_minor as blockAboveMinor',
    ])
    .where(within(db, 'm', 'id'))
    .where('m.id', '=', merchantId)
    .executeTakeFirst()
  if (row === undefined) return { industryType: null, risk: null }
  const { industryType, levelId, ...risk } = row
  return { industryType, risk: levelId === null ? null : risk }
}
