import type { FeeTerms } from '@counterfoil/features/accounting/fees/fees.rules.ts'
import type { Mid } from '@counterfoil/features/routing/mids/routing.rules.ts'
import type { Database } from '@counterfoil/kit/database/database.ts'
import { tenantScope } from '@counterfoil/kit/database/scope.ts'
import { within } from '@counterfoil/kit/database/within.ts'
import { sql } from 'kysely'
import type { GeneratedTenant } from './organisations.ts'

/** A tenant's fees, MIDs, websites and API keys as they are stored: the history uses them as the engine does. */
export interface TenantFacts {
  readonly fees: readonly FeeTerms[]
  /** By merchant. */
  readonly mids: ReadonlyMap<string, readonly Mid[]>
  /** By merchant, in the order of their names. */
  readonly websites: ReadonlyMap<string, readonly string[]>
  /** By merchant and mode: who takes its payments. */
  readonly apiKeys: ReadonlyMap<string, string>
}

export const keyName = (merchantId: string, mode: number): string => `${merchantId} ${mode}`

export async function readFacts(database: Database, tenant: GeneratedTenant): Promise<TenantFacts> {
  const db = database.reader(tenantScope(tenant.id))
  const fees = await db
    .selectFrom('fee_schedule')
    .select([
      'fee_type as feeType',
      'merchant_id as merchantId',
      'currency',
      'basis_points as basisPoints',
      'fixed_minor as fixedMinor',
    ])
    .where(within(db, 'fee_schedule', null))
    .where('is_active', '=', true)
    .execute()
  const mids = await db
    .selectFrom('mid')
    .select([
      'merchant_id as merchantId',
      'id',
      'provider',
      'mid_code as midCode',
      'mode',
      'methods',
      'brands',
      'currencies',
      'priority',
      'max_amount_minor as maxAmountMinor',
      'descriptor',
      'is_active as isActive',
      sql<null>`null`.as('activeFrom'),
      sql<null>`null`.as('activeUntil'),
      'cap_currency as capCurrency',
      sql<null>`null`.as('capPlaces'),
      sql<null>`null`.as('dailyCapMinor'),
      sql<null>`null`.as('monthlyCapMinor'),
      sql<null>`null`.as('costBasisPoints'),
      sql<null>`null`.as('costFixedMinor'),
      sql<null>`null`.as('costCurrency'),
    ])
    .where(within(db, 'mid'))
    .execute()
  const websites = await db
    .selectFrom('website')
    .select(['merchant_id', 'id'])
    .where(within(db, 'website'))
    .orderBy('name')
    .execute()
  const keys = await db
    .selectFrom('api_key')
    .select(['merchant_id', 'mode', 'id'])
    .where(within(db, 'api_key'))
    .where('merchant_id', 'is not', null)
    .$narrowType<{ merchant_id: string }>()
    .orderBy('id')
    .execute()
  return {
    fees,
    mids: Map.groupBy(mids, (mid) => mid.merchantId),
    websites: new Map(
      [...Map.groupBy(websites, (one) => one.merchant_id)].map(([id, some]) => [
        id,
        some.map((one) => one.id),
      ]),
    ),
    apiKeys: new Map(keys.map((key) => [keyName(key.merchant_id, key.mode), key.id])),
  }
}
