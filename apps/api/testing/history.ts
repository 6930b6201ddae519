import { randomUUID } from 'node:crypto'
import type { Resource } from '@counterfoil/kit/contract/resource.ts'
import { scanResources } from '@counterfoil/kit/server/scan.ts'
import { makeUser } from '@counterfoil/kit/testing/makers.ts'
import type { TestDatabase } from '@counterfoil/kit/testing/test-database.ts'
import { demoKeyOf } from '@counterfoil/workloads/demo/organisations.ts'
import { merchantIdOf, tenantIdOf } from '@counterfoil/workloads/demo/store-organisations.ts'
import { valuesFor } from './resource-values.ts'
import { allSamples } from './samples.ts'
import type { TestApi } from './test-api.ts'

const merchants = [
  { tenant: 'northwind', merchant: 'harbour', currency: 'GBP' },
  { tenant: 'northwind', merchant: 'quayside', currency: 'GBP' },
  { tenant: 'bosphorus', merchant: 'galata', currency: 'TRY' },
] as const

/** Gives two merchants of one tenant and one of another a history that the others must not see, through `/v1`. */
export async function makeHistory(testApi: TestApi): Promise<void> {
  for (const { tenant, merchant, currency } of merchants) {
    const own = { tenant_id: tenantIdOf(tenant), merchant_id: merchantIdOf(merchant) }
    const { id: user_id } = await makeUser(testApi.test, { ...own, user_type: 'merchant' })
    await makeBelongings(testApi.test, { tenant_id: own.tenant_id, user_id })
    const ofMerchant = { ...own, user_id, currency }
    for (const one of allSamples) await one.ofMerchant?.(testApi.test, ofMerchant)
    for (const mode of merchant === 'quayside' ? ([1] as const) : ([1, 2] as const)) {
      const key = demoKeyOf(merchant, mode)
      const storeCard = { consent: true, uses: ['customer', 'payout'] }
      const { id } = await post(testApi, key, '/v1/payments', { ...paymentIn(currency), storeCard })
      for (const one of allSamples) {
        await one.ofPayment?.(testApi.test, { ...ofMerchant, mode, payment_id: id })
      }
      await post(testApi, key, `/v1/payments/${id}/refunds`, { amount: 100 })
      for (const type of ['alternative', 'bank_transfer']) {
        await post(testApi, key, '/v1/payments', { ...paymentIn(currency), method: { type } })
      }
    }
  }
  await payElsewhere(testApi)
  for (const tenant of ['northwind', 'bosphorus']) await makeSettings(testApi, tenantIdOf(tenant))
}

/** A payment that went to the other provider, as when the usual one is switched off for a while. */
async function payElsewhere(testApi: TestApi): Promise<void> {
  const { owner } = testApi.test
  const turn = async (isActive: boolean) => {
    await owner.query(
      `update app.mid set is_active = $1 where provider = 'sandbox_alpha' and mid_code not like 'SPARE-%'`,
      [isActive],
    )
    await owner.query('update app.tenant set settings_version = settings_version + 1')
  }
  await turn(false)
  for (const mode of [1, 2] as const) {
    await post(testApi, demoKeyOf('harbour', mode), '/v1/payments', { ...paymentIn('GBP') })
  }
  await turn(true)
}

const paymentIn = (currency: string) => ({
  amount: 1250,
  currency,
  externalId: `INV-${randomUUID()}`,
  capture: true,
  method: {
    type: 'card',
    number: '4242424242424242',
    expiryMonth: 12,
    expiryYear: 2030,
    securityCode: '123',
  },
  customer: { email: 'reader@example.com', country: 'GB' },
  // as a test payment of the setup tool is known
  metadata: { madeBy: 'processing-setup-tool' },
})

async function post({ app }: TestApi, key: string, url: string, payload: object) {
  const headers = { authorization: `Bearer ${key}`, 'idempotency-key': randomUUID() }
  const answer = await app.inject({ method: 'POST', url, payload, headers })
  if (answer.statusCode !== 201) throw new Error(`${url}: ${answer.statusCode} ${answer.body}`)
  return answer.json<{ id: string }>()
}

/** One record of every declared resource of tenants, made by the tenant's own administrator or by platform staff. */
async function makeSettings(testApi: TestApi, tenant_id: string): Promise<void> {
  const { app, test, issuer } = testApi
  const bearer = async (userType: 'tenant' | 'platform', of: string) => {
    const permissions = testApi.permissionsOf(userType === 'tenant' ? 'operator' : 'platform')
    const { id } = await makeUser(test, { tenant_id: of, user_type: userType, permissions })
    return { authorization: `Bearer ${await issuer.token(id)}` }
  }
  const own = await bearer('tenant', tenant_id)
  const staff = await bearer('platform', tenantIdOf('counterfoil'))
  for (const of of neededFirst(await scanResources())) {
    if (of.owner !== 'tenant' || of.calls.create === undefined) continue
    const url = `/api${of.path}`
    // what platform staff alone set, they set for the tenant
    const headers = of.audience.includes('tenant') ? own : staff
    const query = { tenantId: tenant_id }
    const values = (chosen: object) =>
      valuesFor(
        of,
        async (field, partOf) => {
          const asked = { ...query, ...(partOf === undefined ? {} : { partOf }) }
          const found = await app.inject({ url: `${url}/options/${field}`, headers, query: asked })
          return found.json().map(({ id }: { id: string }) => id)
        },
        { ...chosen },
      )
    const make = async (payload: object) => {
      const answer = await app.inject({ method: 'POST', url, payload, headers, query })
      if (answer.statusCode !== 201) throw new Error(`${url}: ${answer.statusCode} ${answer.body}`)
    }
    const first = await values({})
    await make(first)
    await makeMerchants(of, tenant_id, (body) => make({ ...first, ...body }))
    for (const own of await merchantsWithout(testApi, of, tenant_id)) await make(await values(own))
  }
}

/** Of the merchants of the walk those who have a page of their own for such records, and none of them yet. */
async function merchantsWithout(
  { test }: TestApi,
  { merchants: page, merchantField, table }: Resource,
  tenant_id: string,
): Promise<Record<string, string>[]> {
  if (page === undefined || merchantField === undefined) return []
  const { rows } = await test.owner.query(`select merchant_id from app.${table}`)
  return merchants
    .filter(({ tenant }) => tenantIdOf(tenant) === tenant_id)
    .map(({ merchant }) => merchantIdOf(merchant))
    .filter((id) => !rows.some(({ merchant_id }) => merchant_id === id))
    .map((id) => ({ [merchantField]: id }))
}

/** Of people's work also some for a merchant: those who are limited to it see that alone. */
async function makeMerchants(
  { isSetting, merchantField }: Resource,
  tenant_id: string,
  make: (body: object) => Promise<void>,
): Promise<void> {
  if (isSetting !== false || merchantField === undefined) return
  for (const { tenant, merchant } of merchants) {
    if (tenantIdOf(tenant) !== tenant_id) continue
    // some of them are taken away
    for (let made = 0; made < 3; made++) await make({ [merchantField]: merchantIdOf(merchant) })
  }
}

/** What others must name is made before them. */
function neededFirst(all: readonly Resource[]): Resource[] {
  const left = new Set(all)
  const ordered: Resource[] = []
  while (left.size > 0) {
    const tables = new Set([...left].map(({ table }) => table))
    const free = [...left].filter((of) =>
      Object.values(of.fields).every(
        ({ target, isOptional }) =>
          // one that is left empty is taken of the parts that there are
          (isOptional && target?.partOf === undefined) ||
          target === undefined ||
          target.table === of.table ||
          !tables.has(target.table),
      ),
    )
    if (free.length === 0) throw new Error('Some resources need each other')
    for (const of of free) left.delete(of)
    ordered.push(...free)
  }
  return ordered
}

/** What belongs to one person, and what else of its tenant only calls about it change. */
export async function makeBelongings(
  test: TestDatabase,
  own: { tenant_id: string; user_id: string },
): Promise<void> {
  const { merchant_id } = await test.loader
    .selectFrom('app_user')
    .select('merchant_id')
    .where('id', '=', own.user_id)
    .executeTakeFirstOrThrow()
  const some = merchants.find(({ tenant }) => tenantIdOf(tenant) === own.tenant_id)?.merchant
  const tenants_merchant_id = some === undefined ? undefined : merchantIdOf(some)
  for (const { ofUser } of allSamples) {
    await ofUser?.(test, { ...own, merchant_id, tenants_merchant_id })
  }
}
