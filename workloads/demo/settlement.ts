// The demo's settlement terms: what its merchants capture becomes available some business days later, and of new trades a
// part is kept in reserve.
import type { Database } from '@counterfoil/kit/database/database.ts'
import { bumpSettings } from '@counterfoil/kit/database/resource-rows.ts'
import { tenantScope } from '@counterfoil/kit/database/scope.ts'
import { demoId } from './demo-id.ts'
import { merchantIdOf, tenantIdOf } from './store-organisations.ts'

interface DemoTerms {
  readonly merchant?: string
  readonly currency?: string
  readonly days: number
  readonly reserve?: { readonly basisPoints: number; readonly days: number }
  readonly smallest?: bigint
}

const terms: Readonly<Record<string, readonly DemoTerms[]>> = {
  northwind: [
    { days: 2 },
    { currency: 'GBP', days: 2, smallest: 1_000n },
    { merchant: 'harbour', currency: 'GBP', days: 1, reserve: { basisPoints: 500, days: 30 } },
    { merchant: 'quayside', days: 3, reserve: { basisPoints: 1_000, days: 90 } },
  ],
  bosphorus: [
    { days: 3 },
    { currency: 'TRY', days: 1, smallest: 10_000n },
    { merchant: 'galata', currency: 'TRY', days: 1, reserve: { basisPoints: 500, days: 60 } },
  ],
}

/** Stores the terms before the history, which settles by them. */
export async function makeSettlementTerms(database: Database, at: Date): Promise<void> {
  for (const [slug, lines] of Object.entries(terms)) {
    const tenant_id = tenantIdOf(slug)
    const rows = lines.map(({ merchant, currency, days, reserve, smallest }) => ({
      tenant_id,
      id: demoId(`settlement terms ${slug} ${merchant ?? 'all'} ${currency ?? 'all'}`),
      merchant_id: merchant === undefined ? null : merchantIdOf(merchant),
      currency: currency ?? null,
      settlement_days: days,
      reserve_basis_points: reserve?.basisPoints ?? 0,
      reserve_days: reserve?.days ?? 0,
      minimum_payout_minor: smallest ?? null,
      created_at: at,
      updated_at: at,
    }))
    await database.transaction(tenantScope(tenant_id), async (db) => {
      await db
        .insertInto('settlement_terms')
        .values(rows)
        .onConflict((conflict) => conflict.doNothing())
        .execute()
      await bumpSettings(db, tenant_id)
    })
  }
}
