import type { Db } from '@counterfoil/kit/database/database.ts'
import { within } from '@counterfoil/kit/database/within.ts'
import type { Mid } from './routing.rules.ts'

/** All MIDs of a merchant, also ineligible ones, because the routing log names each. */
export const listMids = (db: Db, merchantId: string): Promise<Mid[]> => listMidsOf(db, [merchantId])

/** The same of several merchants. */
export async function listMidsOf(
  db: Db,
  merchantIds: readonly string[],
): Promise<(Mid & { readonly merchantId: string })[]> {
  return db
    .selectFrom('mid')
    .leftJoin('currency as c', 'c.code', 'mid.cap_currency')
    .select([
      'mid.id',
      'mid.merchant_id as merchantId',
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
    .where('merchant_id', 'in', merchantIds)
    .execute()
}

/** The limits of a merchant's risk level; null without a limit. */
export interface RiskLimits {
  readonly currency: string | null
  readonly approvalAboveMinor: bigint | null
  readonly blockAboveMinor: bigint | null
}

/** The industry and the risk level of a merchant. */
export interface MerchantClass {
  readonly industryType: string | null
  readonly risk: RiskLimits | null
}

/** By merchant. An inactive level has no limits. */
export async function listMerchantClasses(
  db: Db,
  merchantIds: readonly string[],
): Promise<ReadonlyMap<string, MerchantClass>> {
  const rows = await db
    .selectFrom('merchant as m')
    .leftJoin('risk_level as l', (join) =>
      join
        .onRef('l.tenant_id', '=', 'm.tenant_id')
        .onRef('l.id', '=', 'm.risk_level_id')
        .on('l.is_active', '=', true),
    )
    .select([
      'm.id as merchantId',
      'm.industry_type as industryType',
      'l.id as levelId',
      'l.currency',
      'l.approval_above_minor as approvalAboveMinor',
      'l.block_above_minor as blockAboveMinor',
    ])
    .where(within(db, 'm', 'id'))
    .where('m.id', 'in', merchantIds)
    .execute()
  return new Map(
    rows.map(({ merchantId, industryType, levelId, ...risk }) => [
      merchantId,
      { industryType, risk: levelId === null ? null : risk },
    ]),
  )
}
