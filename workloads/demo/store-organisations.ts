import { createApiKey } from '@counterfoil/features/access/api-keys/api-keys.public.ts'
import { publishableScope } from '@counterfoil/features/access/api-keys/api-keys.rules.ts'
import { permissionsOf } from '@counterfoil/features/access/roles/permissions.rules.ts'
import { createPage } from '@counterfoil/features/payments/payment-pages/payment-pages.public.ts'
import type { Mode } from '@counterfoil/kit/contract/fields.ts'
import type { Database, Db } from '@counterfoil/kit/database/database.ts'
import { tenantScope } from '@counterfoil/kit/database/scope.ts'
import { modeWords, storeMerchant, storeTenant } from '../store-tenants.ts'
import { demoBegan, demoId, demoSecret } from './demo-id.ts'
import {
  type DemoAccount,
  type DemoMerchant,
  demoAccounts,
  demoKeyOf,
  demoLinkToken,
  demoMerchants,
  demoPublishableKeyOf,
  demoTenants,
} from './organisations.ts'

const modes: readonly Mode[] = [1, 2]

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
  for (const tenant of demoTenants) {
    const fees = tenant.fees.map((fee) => ({
      ...fee,
      id: demoId(`fee ${tenant.slug} ${fee.type} ${fee.currency}`),
    }))
    await storeTenant(database, { ...tenant, id: tenantIdOf(tenant.slug), fees })
  }
  for (const { slug } of demoTenants) {
    await database.transaction(tenantScope(tenantIdOf(slug)), async (db) => {
      for (const merchant of demoMerchants) {
        if (merchant.tenant === slug) await storeDemoMerchant(db, merchant)
      }
      for (const account of demoAccounts) {
        if (account.tenant === slug) await insertUser(db, account)
      }
    })
  }
}

async function storeDemoMerchant(db: Db, merchant: DemoMerchant): Promise<void> {
  await storeMerchant(db, {
    ...merchant,
    id: merchantIdOf(merchant.slug),
    homeCurrency: merchant.currencies[0],
    details: {
      ...merchant.details,
      description: merchant.description,
      logo: merchant.logo,
      approval_threshold_minor: merchant.approvalThresholdMinor ?? null,
    },
    idOf: (kind, name) => demoId(`${kind} ${name}`),
  })
  for (const mode of merchant.modes) await storeEndpoint(db, merchant, mode)
  await storeKeys(db, merchant)
  if (merchant.slug === 'harbour') await storeLink(db, merchant)
}

/** Somebody who tries the demo can pay at once. */
async function storeLink(db: Db, merchant: DemoMerchant): Promise<void> {
  const id = demoId('payment link harbour')
  const known = await db
    .selectFrom('payment_page_directory')
    .select('page_id')
    .where('page_id', '=', id)
    .executeTakeFirst()
  if (known !== undefined) return
  const order = {
    ...{ amount: 2450, currency: 'GBP', externalId: 'HB-1042' },
    usage: 'single' as const,
    description: 'A signed copy of The Lighthouse Keeper’s Almanac',
  }
  await createPage(db, order, {
    kind: 'link',
    mode: 1,
    ...{ merchantId: merchantIdOf(merchant.slug), now: demoBegan },
    creator: { id: null, name: 'Edith Marlow' },
    demo: { id, token: demoLinkToken },
  })
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
    const { slug } = merchant
    const word = modeWords[mode]
    const key = { id: apiKeyIdOf(slug, mode), key: demoKeyOf(slug, mode) }
    await storeKey(db, merchant, mode, `Demo ${word} key`, key)
    const publishable = {
      id: demoId(`publishable key ${slug} ${word}`),
      key: demoPublishableKeyOf(slug, mode),
    }
    await storeKey(db, merchant, mode, `Demo ${word} publishable key`, publishable, [
      publishableScope,
    ])
  }
}

async function storeKey(
  db: Db,
  merchant: DemoMerchant,
  mode: Mode,
  name: string,
  demo: { readonly id: string; readonly key: string },
  scopes?: readonly string[],
): Promise<void> {
  const known = await db
    .selectFrom('api_key_directory')
    .select('api_key_id')
    .where('api_key_id', '=', demo.id)
    .executeTakeFirst()
  if (known !== undefined) return
  await createApiKey(db, {
    merchantId: merchantIdOf(merchant.slug),
    name,
    mode,
    now: demoBegan,
    demo,
    ...(scopes === undefined ? {} : { scopes }),
  })
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
