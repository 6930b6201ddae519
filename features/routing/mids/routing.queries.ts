import type {
  AntifraudRule,
  Finding,
  ScreeningOutcome,
} from '@counterfoil/features/routing/antifraud/screening.rules.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import { firstIdAt, newId } from '@counterfoil/kit/database/ids.ts'
import { tenantOf } from '@counterfoil/kit/database/tenant-of.ts'
import { within } from '@counterfoil/kit/database/within.ts'
import { sql } from 'kysely'
import { type Card, lastLifted } from './restrictions.queries.ts'
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
    ])
    .where(within(db, 'mid'))
    .where('merchant_id', '=', merchantId)
    .execute()
}

export async function listAntifraudRules(
  db: Db,
  merchantId: string,
  mode: number,
): Promise<AntifraudRule[]> {
  const rows = await db
    .selectFrom('antifraud_rule')
    .leftJoin('currency as c', 'c.code', 'antifraud_rule.currency')
    .select([
      'rule',
      'outcome',
      'threshold',
      'currency',
      'c.decimal_places as decimalPlaces',
      'amount_minor as amountMinor',
      'countries',
    ])
    .where(within(db, 'antifraud_rule', null))
    .where('antifraud_rule.is_active', '=', true)
    .where((or) => or.or([or('merchant_id', 'is', null), or('merchant_id', '=', merchantId)]))
    .where((or) => or.or([or('mode', 'is', null), or('mode', '=', mode)]))
    .execute()
  return rows.map((row) => ({ ...row, outcome: row.outcome as ScreeningOutcome }))
}

/**
 * Counts payments of a merchant with this card since an instant, or since its restriction was last lifted, up to a limit
 * above that of any rule.
 */
export async function countRecentWithCard(
  db: Db,
  { merchantId, mode, cardToken }: Card,
  since: Date,
  countedAtMost: number,
): Promise<bigint> {
  const recent = db
    .selectFrom('payment')
    .select(sql`1`.as('one'))
    .where(within(db, 'payment'))
    .where('merchant_id', '=', merchantId)
    .where('mode', '=', mode)
    .where('id', '>=', firstIdAt(since))
    .where('card_token', '=', cardToken)
    .where('created_at', '>', lastLifted(db, { merchantId, mode, cardToken }))
    .limit(countedAtMost)
  const { count } = await db
    .selectFrom(recent.as('recent'))
    .select(sql<bigint>`count(*)`.as('count'))
    .executeTakeFirstOrThrow()
  return count
}

export async function insertFindings(
  db: Db,
  payment: { readonly id: string; readonly merchantId: string },
  findings: readonly Finding[],
  at: Date,
): Promise<void> {
  if (findings.length === 0) return
  const tenantId = tenantOf(db)
  await db
    .insertInto('antifraud_alert')
    .values(
      findings.map((finding) => ({
        tenant_id: tenantId,
        id: newId(at),
        payment_id: payment.id,
        merchant_id: payment.merchantId,
        rule: finding.rule,
        outcome: finding.outcome,
        message: finding.message,
        created_at: at,
      })),
    )
    .execute()
}

/** The values of an order that are on one of the tenant's lists. */
export function listListed(
  db: Db,
  list: 'blacklist_entry' | 'whitelist_entry',
  sought: readonly { readonly kind: string; readonly values: readonly string[] }[],
  at: Date,
): Promise<{ kind: string; reason: string }[]> {
  return db
    .selectFrom(list)
    .select(['kind', 'reason'])
    .where(within(db, list, null))
    .where('is_active', '=', true)
    .where((or) => or.or([or('expires_at', 'is', null), or('expires_at', '>', at)]))
    .where((or) =>
      or.or(
        sought.map(({ kind, values }) =>
          or.and([or('kind', '=', kind), or('value', '=', sql<string>`any (${values}::text[])`)]),
        ),
      ),
    )
    .execute()
}

export async function hasEntries(
  db: Db,
  list: 'blacklist_entry' | 'whitelist_entry',
): Promise<boolean> {
  const row = await db
    .selectFrom(list)
    .select('id')
    .where(within(db, list, null))
    .where('is_active', '=', true)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
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
