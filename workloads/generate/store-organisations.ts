import type { Database, Db } from '@counterfoil/kit/database/database.ts'
import { tenantScope } from '@counterfoil/kit/database/scope.ts'
import { demoBegan, demoId } from '../demo/demo-id.ts'
import { logo } from '../demo/logos.ts'
import { feesOf, themeOf } from '../demo/organisations.ts'
import type { GeneratedMerchant, GeneratedTenant } from './organisations.ts'

const sandboxes = ['sandbox_alpha', 'sandbox_beta']
const colours = ['#2f5d50', '#5b3a8c', '#8a4b08', '#1f5f99', '#7a2e4d', '#3d5a1e']

/** Tenants and merchants that history is generated for, beside the demo's own. What is there already stays. */
export async function storeGenerated(
  database: Database,
  tenants: readonly GeneratedTenant[],
): Promise<void> {
  for (const [at, tenant] of tenants.entries()) {
    if (!tenant.isDemo)
      await insertTenant(database.shared, tenant, colours[at % colours.length] ?? '')
    await database.transaction(tenantScope(tenant.id), async (db) => {
      if (!tenant.isDemo) await storeFees(db, tenant)
      for (const merchant of tenant.merchants) {
        if (!merchant.isDemo) await storeMerchant(db, tenant, merchant)
      }
    })
  }
}

async function insertTenant(shared: Db, tenant: GeneratedTenant, colour: string): Promise<void> {
  await shared
    .insertInto('tenant')
    .values({
      id: tenant.id,
      slug: tenant.slug,
      name: tenant.name,
      support_email: `support@${tenant.slug}.example`,
      time_zone: tenant.timeZone,
      locale: tenant.locale,
      home_currency: tenant.currency,
      theme: JSON.stringify(
        themeOf({ sidebar: colour, primary: colour, button: colour, text: '#2b2f3a' }),
      ),
      logo: logo(colour, '<path d="M12 34V16l12 12 12-12v18"/>'),
      created_at: demoBegan,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** About what a payment costs in each currency, in its minor units. */
const fixedFees: Readonly<Record<string, readonly [fixed: bigint, dispute: bigint]>> = {
  TRY: [150n, 40_000n],
  SEK: [250n, 18_000n],
  PLN: [100n, 7_000n],
  JPY: [30n, 2_500n],
  KWD: [80n, 6_000n],
}

async function storeFees(db: Db, tenant: GeneratedTenant): Promise<void> {
  for (const currency of new Set([tenant.currency, 'EUR'])) {
    const [fixed, dispute] = fixedFees[currency] ?? [25n, 1_800n]
    for (const fee of feesOf(currency, 165, fixed, dispute)) {
      await db
        .insertInto('fee_schedule')
        .values({
          tenant_id: tenant.id,
          id: demoId(`generated fee ${tenant.slug} ${fee.type} ${currency}`),
          fee_type: fee.type,
          currency,
          basis_points: fee.basisPoints,
          fixed_minor: fee.fixedMinor,
          created_at: demoBegan,
        })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    }
  }
}

async function storeMerchant(
  db: Db,
  tenant: GeneratedTenant,
  merchant: GeneratedMerchant,
): Promise<void> {
  const common = { tenant_id: tenant.id, created_at: demoBegan }
  await db
    .insertInto('merchant')
    .values({
      ...common,
      id: merchant.id,
      slug: merchant.slug,
      legal_business_name: merchant.name,
      country: merchant.country,
      home_currency: merchant.currencies[0] ?? tenant.currency,
      boarding_stage: 'Completed',
      merchant_status: 'Active',
      review_status: 'Approved',
      processing_status: 'FullProcessing',
      merchant_type: 'E-commerce',
      activation_date: demoBegan,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  for (const host of websitesOf(merchant)) {
    await db
      .insertInto('website')
      .values({
        ...common,
        id: demoId(`generated website ${tenant.slug} ${host}`),
        merchant_id: merchant.id,
        name: host,
        url: `https://${host}`,
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }
  for (const mode of [1, 2]) {
    const word = mode === 1 ? 'test' : 'live'
    for (const [at, provider] of sandboxes.entries()) {
      const code = `${merchant.slug}-${word}-${provider.slice('sandbox_'.length)}`
      await db
        .insertInto('mid')
        .values({
          ...common,
          id: demoId(`generated mid ${tenant.slug} ${code}`),
          merchant_id: merchant.id,
          provider,
          mid_code: code.toUpperCase(),
          mode,
          methods: [],
          brands: [],
          currencies: [],
          priority: at + 1,
          descriptor: merchant.name,
        })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    }
    // its secret was shown to nobody: it stands for whoever took the payments, and opens nothing
    await db
      .insertInto('api_key')
      .values({
        ...common,
        id: demoId(`generated key ${tenant.slug} ${merchant.slug} ${word}`),
        merchant_id: merchant.id,
        name: 'Shop server',
        mode,
        scopes: [],
        prefix: `cf_${word}_…`,
        is_active: false,
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }
}

/** A shop, and for those that also sell abroad a second one. */
const websitesOf = ({ slug, currencies }: GeneratedMerchant): string[] => [
  `${slug}.example`,
  ...(currencies.length > 1 ? [`world.${slug}.example`] : []),
]
