// Tenants and merchants that are made up, straight into the tables. What is there already stays as it is.
import type { Mode } from '@counterfoil/kit/contract/fields.ts'
import type { Database, Db } from '@counterfoil/kit/database/database.ts'
import { tenantScope } from '@counterfoil/kit/database/scope.ts'
import { tenantOf } from '@counterfoil/kit/database/tenant-of.ts'
import { sandboxNames } from '@counterfoil/providers/providers.ts'
import { demoBegan } from './demo/demo-id.ts'
import { type Colours, type DemoFee, themeOf } from './demo/organisations.ts'

export interface MadeTenant {
  readonly id: string
  readonly slug: string
  readonly name: string
  readonly isPlatform?: boolean
  readonly timeZone: string
  readonly locale: string
  readonly homeCurrency: string
  readonly logo: string
  readonly colours: Colours
  readonly fees: readonly (DemoFee & { readonly id: string })[]
}

export interface MadeMerchant {
  readonly id: string
  readonly slug: string
  readonly name: string
  readonly country: string
  readonly homeCurrency: string
  readonly boardingStage: string
  readonly merchantStatus: string
  readonly reviewStatus: string
  readonly processingStatus: string
  readonly merchantType: string
  /** Further columns. */
  readonly details: Readonly<Record<string, string | bigint | null>>
  /** Modes with MIDs. */
  readonly modes: readonly Mode[]
  /** Hosts of its websites. */
  readonly websites: readonly string[]
  idOf(kind: 'mid' | 'website', name: string): string
}

export const modeWords = { 1: 'test', 2: 'live' } as const

export async function storeTenant(database: Database, tenant: MadeTenant): Promise<void> {
  await database.shared
    .insertInto('tenant')
    .values({
      id: tenant.id,
      slug: tenant.slug,
      name: tenant.name,
      is_platform: tenant.isPlatform ?? false,
      support_email: `support@${tenant.slug}.example`,
      time_zone: tenant.timeZone,
      locale: tenant.locale,
      home_currency: tenant.homeCurrency,
      theme: JSON.stringify(themeOf(tenant.colours)),
      logo: tenant.logo,
      created_at: demoBegan,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  if (tenant.fees.length === 0) return
  await database.transaction(tenantScope(tenant.id), (db) =>
    db
      .insertInto('fee_schedule')
      .values(
        tenant.fees.map((fee) => ({
          tenant_id: tenant.id,
          id: fee.id,
          fee_type: fee.type,
          currency: fee.currency,
          basis_points: fee.basisPoints,
          fixed_minor: fee.fixedMinor,
          created_at: demoBegan,
        })),
      )
      .onConflict((conflict) => conflict.doNothing())
      .execute(),
  )
}

/** With its MIDs and websites, in the tenant of `db`. */
export async function storeMerchant(db: Db, merchant: MadeMerchant): Promise<void> {
  const common = { tenant_id: tenantOf(db), created_at: demoBegan }
  await db
    .insertInto('merchant')
    .values({
      ...common,
      id: merchant.id,
      slug: merchant.slug,
      legal_business_name: merchant.name,
      country: merchant.country,
      home_currency: merchant.homeCurrency,
      boarding_stage: merchant.boardingStage,
      merchant_status: merchant.merchantStatus,
      review_status: merchant.reviewStatus,
      processing_status: merchant.processingStatus,
      merchant_type: merchant.merchantType,
      activation_date: merchant.merchantStatus === 'Active' ? demoBegan : null,
      ...merchant.details,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const mids = merchant.modes.flatMap((mode) => midsOf(merchant, mode))
  if (mids.length > 0) {
    await db
      .insertInto('mid')
      .values(mids.map((mid) => ({ ...common, ...mid })))
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }
  if (merchant.websites.length > 0) {
    await db
      .insertInto('website')
      .values(
        merchant.websites.map((host) => ({
          ...common,
          id: merchant.idOf('website', host),
          merchant_id: merchant.id,
          name: host,
          url: `https://${host}`,
        })),
      )
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }
}

/** Two acquirers in order, so that a soft decline of the first has somewhere to go. */
function midsOf(merchant: MadeMerchant, mode: Mode) {
  return [...sandboxNames.keys()].map((provider, at) => {
    const code = `${merchant.slug}-${modeWords[mode]}-${provider.slice('sandbox_'.length)}`
    return {
      id: merchant.idOf('mid', code),
      merchant_id: merchant.id,
      provider,
      mid_code: code.toUpperCase(),
      mode,
      methods: [],
      brands: [],
      currencies: [],
      priority: at + 1,
      descriptor: merchant.name,
    }
  })
}
