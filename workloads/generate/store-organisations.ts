import type { Database, Db } from '@counterfoil/kit/database/database.ts'
import { tenantScope } from '@counterfoil/kit/database/scope.ts'
import { demoBegan, demoId } from '../demo/demo-id.ts'
import { logo } from '../demo/logos.ts'
import { feesOf } from '../demo/organisations.ts'
import { modeWords, storeMerchant, storeTenant } from '../store-tenants.ts'
import type { GeneratedMerchant, GeneratedTenant } from './organisations.ts'

const colours = ['#2f5d50', '#5b3a8c', '#8a4b08', '#1f5f99', '#7a2e4d', '#3d5a1e']

/** Tenants and merchants that history is generated for, beside the demo's own. */
export async function storeGenerated(
  database: Database,
  tenants: readonly GeneratedTenant[],
): Promise<void> {
  for (const [at, tenant] of tenants.entries()) {
    const colour = colours[at % colours.length] ?? ''
    if (!tenant.isDemo) {
      await storeTenant(database, {
        ...tenant,
        homeCurrency: tenant.currency,
        colours: { sidebar: colour, primary: colour, button: colour, text: '#2b2f3a' },
        logo: logo(colour, '<path d="M12 34V16l12 12 12-12v18"/>'),
        fees: feesOfTenant(tenant),
      })
    }
    await database.transaction(tenantScope(tenant.id), async (db) => {
      for (const merchant of tenant.merchants) {
        if (!merchant.isDemo) await storeGeneratedMerchant(db, tenant, merchant)
      }
    })
  }
}

/** About what a payment costs in each currency, in its minor units. */
const fixedFees: Readonly<Record<string, readonly [fixed: bigint, dispute: bigint]>> = {
  TRY: [150n, 40_000n],
  SEK: [250n, 18_000n],
  PLN: [100n, 7_000n],
  JPY: [30n, 2_500n],
  KWD: [80n, 6_000n],
}

const feesOfTenant = ({ slug, currency: home }: GeneratedTenant) =>
  [...new Set([home, 'EUR'])].flatMap((currency) => {
    const [fixed, dispute] = fixedFees[currency] ?? [25n, 1_800n]
    return feesOf(currency, 165, fixed, dispute).map((fee) => ({
      ...fee,
      id: demoId(`generated fee ${slug} ${fee.type} ${currency}`),
    }))
  })

async function storeGeneratedMerchant(
  db: Db,
  tenant: GeneratedTenant,
  merchant: GeneratedMerchant,
): Promise<void> {
  const modes = [1, 2] as const
  await storeMerchant(db, {
    ...merchant,
    homeCurrency: merchant.currencies[0] ?? tenant.currency,
    boardingStage: 'Completed',
    merchantStatus: 'Active',
    reviewStatus: 'Approved',
    processingStatus: 'FullProcessing',
    merchantType: 'E-commerce',
    details: {},
    modes,
    websites: websitesOf(merchant),
    idOf: (kind, name) => demoId(`generated ${kind} ${tenant.slug} ${name}`),
  })
  // named as the actors of the payments; inactive, and their secrets exist nowhere
  await db
    .insertInto('api_key')
    .values(
      modes.map((mode) => ({
        tenant_id: tenant.id,
        id: demoId(`generated key ${tenant.slug} ${merchant.slug} ${modeWords[mode]}`),
        merchant_id: merchant.id,
        name: 'Shop server',
        mode,
        scopes: [],
        prefix: `cf_${modeWords[mode]}_…`,
        is_active: false,
        created_at: demoBegan,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** A second website for merchants that also sell abroad. */
const websitesOf = ({ slug, currencies }: GeneratedMerchant): string[] => [
  `${slug}.example`,
  ...(currencies.length > 1 ? [`world.${slug}.example`] : []),
]
