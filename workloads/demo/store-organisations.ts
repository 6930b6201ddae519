import { createApiKey } from '@counterfoil/features/access/api-keys/api-keys.public.ts'
import { permissionsOf } from '@counterfoil/features/access/roles/permissions.rules.ts'
import type { Mode } from '@counterfoil/kit/contract/fields.ts'
import type { Database, Db } from '@counterfoil/kit/database/database.ts'
import { tenantScope } from '@counterfoil/kit/database/scope.ts'
import { demoBegan, demoId, demoSecret } from './demo-id.ts'
import {
  type DemoAccount,
  type DemoMerchant,
  type DemoTenant,
  demoAccounts,
  demoKeyOf,
  demoMerchants,
  demoTenants,
  themeOf,
} from './organisations.ts'

const modes: readonly Mode[] = [1, 2]
const modeWords = { 1: 'test', 2: 'live' } as const

export const tenantIdOf = (slug: string): string => demoId(`tenant ${slug}`)
export const merchantIdOf = (slug: string): string => demoId(`merchant ${slug}`)
export const userIdOf = (email: string): string => demoId(`user ${email}`)
export const apiKeyIdOf = (slug: string, mode: Mode): string =>
  demoId(`api key ${slug} ${modeWords[mode]}`)
export const websiteIdOf = (host: string): string => demoId(`website ${host}`)
export const endpointIdOf = (slug: string, mode: Mode): string =>
  demoId(`webhook endpoint ${slug} ${modeWords[mode]}`)

/**
 * Tenants, merchants, people, MIDs, fees, keys and webhook endpoints of the demo. What is there already is left as it
 * is, so that a start that was interrupted is taken up again.
 */
export async function storeOrganisations(database: Database): Promise<void> {
  for (const tenant of demoTenants) await insertTenant(database.shared, tenant)
  for (const tenant of demoTenants) {
    await database.transaction(tenantScope(tenantIdOf(tenant.slug)), async (db) => {
      await storeFees(db, tenant)
      for (const merchant of demoMerchants) {
        if (merchant.tenant === tenant.slug) await storeMerchant(db, merchant)
      }
      for (const account of demoAccounts) {
        if (account.tenant === tenant.slug) await insertUser(db, account)
      }
    })
  }
}

async function insertTenant(shared: Db, tenant: DemoTenant): Promise<void> {
  await shared
    .insertInto('tenant')
    .values({
      id: tenantIdOf(tenant.slug),
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
}

async function storeFees(db: Db, tenant: DemoTenant): Promise<void> {
  for (const fee of tenant.fees) {
    await db
      .insertInto('fee_schedule')
      .values({
        tenant_id: tenantIdOf(tenant.slug),
        id: demoId(`fee ${tenant.slug} ${fee.type} ${fee.currency}`),
        fee_type: fee.type,
        currency: fee.currency,
        basis_points: fee.basisPoints,
        fixed_minor: fee.fixedMinor,
        created_at: demoBegan,
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }
}

async function storeMerchant(db: Db, merchant: DemoMerchant): Promise<void> {
  const isActive = merchant.merchantStatus === 'Active'
  await db
    .insertInto('merchant')
    .values({
      tenant_id: tenantIdOf(merchant.tenant),
      id: merchantIdOf(merchant.slug),
      slug: merchant.slug,
      legal_business_name: merchant.name,
      country: merchant.country,
      home_currency: merchant.currencies[0],
      boarding_stage: merchant.boardingStage,
      merchant_status: merchant.merchantStatus,
      review_status: merchant.reviewStatus,
      processing_status: merchant.processingStatus,
      merchant_type: merchant.merchantType,
      ...merchant.details,
      description: merchant.description,
      logo: merchant.logo,
      activation_date: isActive ? demoBegan : null,
      approval_threshold_minor: merchant.approvalThresholdMinor ?? null,
      created_at: demoBegan,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  for (const mode of merchant.modes) {
    await storeMids(db, merchant, mode)
    await storeEndpoint(db, merchant, mode)
  }
  for (const host of merchant.websites) {
    await db
      .insertInto('website')
      .values({
        tenant_id: tenantIdOf(merchant.tenant),
        id: websiteIdOf(host),
        merchant_id: merchantIdOf(merchant.slug),
        name: host,
        url: `https://${host}`,
        created_at: demoBegan,
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }
  await storeKeys(db, merchant)
}

/** Two acquirers in order, so that a soft decline of the first has somewhere to go. */
async function storeMids(db: Db, merchant: DemoMerchant, mode: Mode): Promise<void> {
  for (const [at, provider] of ['sandbox_alpha', 'sandbox_beta'].entries()) {
    const name = `${merchant.slug}-${modeWords[mode]}-${provider.slice('sandbox_'.length)}`
    await db
      .insertInto('mid')
      .values({
        tenant_id: tenantIdOf(merchant.tenant),
        id: demoId(`mid ${name}`),
        merchant_id: merchantIdOf(merchant.slug),
        provider,
        mid_code: name.toUpperCase(),
        mode,
        methods: [],
        brands: [],
        currencies: [],
        priority: at + 1,
        descriptor: merchant.name,
        created_at: demoBegan,
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }
}

/** The address is filled in at each start: it depends on the port. */
async function storeEndpoint(db: Db, merchant: DemoMerchant, mode: Mode): Promise<void> {
  const id = endpointIdOf(merchant.slug, mode)
  const secret = demoSecret(`${merchant.slug} ${mode}`)
  await db
    .insertInto('webhook_endpoint')
    .values({
      tenant_id: tenantIdOf(merchant.tenant),
      id,
      merchant_id: merchantIdOf(merchant.slug),
      url: `http://localhost/sandbox/webhooks/${id}`,
      mode,
      secret,
      event_types: ['*'],
      created_at: demoBegan,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await db
    .insertInto('sandbox.webhook_receiver')
    .values({ endpoint_id: id, secret })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

async function storeKeys(db: Db, merchant: DemoMerchant): Promise<void> {
  for (const mode of modes.filter((one) => merchant.keyModes.includes(one))) {
    const id = apiKeyIdOf(merchant.slug, mode)
    const known = await db
      .selectFrom('api_key_directory')
      .select('api_key_id')
      .where('api_key_id', '=', id)
      .executeTakeFirst()
    if (known !== undefined) continue
    await createApiKey(db, {
      merchantId: merchantIdOf(merchant.slug),
      name: `Demo ${modeWords[mode]} key`,
      mode,
      now: demoBegan,
      demo: { id, key: demoKeyOf(merchant.slug, mode) },
    })
  }
}

async function insertUser(db: Db, account: DemoAccount): Promise<void> {
  const tenantId = tenantIdOf(account.tenant)
  const merchantId = account.merchant === undefined ? null : merchantIdOf(account.merchant)
  const roleId = demoId(`role ${account.merchant ?? account.tenant} ${account.role}`)
  const userId = userIdOf(account.email)
  const common = { tenant_id: tenantId, merchant_id: merchantId, created_at: demoBegan }
  await db
    .insertInto('role')
    .values({
      ...common,
      id: roleId,
      name: account.role,
      user_type: account.userType,
      is_administrator: account.permissions === undefined,
      permissions: [...(account.permissions ?? permissionsOf(account.userType))],
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await db
    .insertInto('app_user')
    .values({
      ...common,
      id: userId,
      role_id: roleId,
      user_type: account.userType,
      email: account.email,
      first_name: account.firstName,
      last_name: account.lastName,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  for (const slug of account.limitedTo ?? []) {
    await db
      .insertInto('user_merchant_limit')
      .values({ tenant_id: tenantId, user_id: userId, merchant_id: merchantIdOf(slug) })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }
  await db
    .insertInto('user_directory')
    .values({ user_id: userId, tenant_id: tenantId, email: account.email, subject: userId })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
