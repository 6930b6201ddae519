import { callerFinder } from '@counterfoil/features/access/sign-in-context/callers.public.ts'
import { makeMerchant, makeTenant, makeUser } from '@counterfoil/kit/testing/makers.ts'
import { testDatabase } from '@counterfoil/kit/testing/test-database.ts'
import { testServer } from '@counterfoil/kit/testing/test-server.ts'
import { v7 } from 'uuid'
import { expect, test } from 'vitest'
import { routes } from './lookup-options.routes.ts'

const db = await testDatabase()
const { call } = await testServer(db, routes, callerFinder(db.database))
const tenant = await makeTenant(db, { name: 'Aster Pay' })
const merchant = await makeMerchant(db, { tenant_id: tenant.id })
const home = await makeTenant(db, { is_platform: true })
const operator = await makeUser(db, {
  tenant_id: tenant.id,
  user_type: 'tenant',
  permissions: ['CRM.Transaction.View'],
})
const merchantUser = await makeUser(db, {
  tenant_id: tenant.id,
  user_type: 'merchant',
  merchant_id: merchant.id,
  permissions: ['Merchant.Transaction.View'],
})
const platform = await makeUser(db, {
  tenant_id: home.id,
  user_type: 'platform',
  permissions: ['Platform.Transaction.Lookup'],
})

const read = async (who: { id: string }, path: string) =>
  (await call(who, `GET /api/crm/${path}`)).json<{ id: string; name: string }[]>()

test('filters are chosen from what is in use', async () => {
  await db.owner.query(`update service_provider set is_active = false where code = 'sandbox_beta'`)
  for (const path of ['lookup/active-payment-methods', 'merchants/lookup/active-payment-methods']) {
    const methods = await read(merchantUser, path)
    expect(methods.map((one) => one.id).toSorted()).toEqual([
      'alternative',
      'bank_transfer',
      'card',
    ])
  }
  for (const path of [
    'transaction-service-providers',
    'merchants/lookup/active-service-providers',
  ]) {
    expect(await read(operator, path)).toEqual([{ id: 'sandbox_alpha', name: 'Sandbox Alpha' }])
  }
})

test('all currencies come with their decimals, all countries with their names', async () => {
  const currencies = await read(operator, 'lookup/currencies/all')
  expect(currencies).toContainEqual(expect.objectContaining({ id: 'JPY', decimalPlaces: 0 }))
  expect(currencies).toContainEqual(expect.objectContaining({ id: 'KWD', decimalPlaces: 3 }))
  const countries = await read(merchantUser, 'lookup/countries/all')
  expect(countries.find((one) => one.id === 'TR')).toBeDefined()
})

test('tenants are listed to platform staff alone', async () => {
  expect(await read(platform, 'lookup/tenants/all')).toEqual([{ id: tenant.id, name: 'Aster Pay' }])
  expect((await call(operator, 'GET /api/crm/lookup/tenants/all')).statusCode).toBe(403)
})

test('websites: a merchant its own, an operator those in use of one that it may see', async () => {
  const other = await makeMerchant(db, { tenant_id: tenant.id })
  const stranger = await makeMerchant(db, { tenant_id: (await makeTenant(db)).id })
  const made = [
    [merchant, 'books.example', true],
    [merchant, 'closed.example', false],
    [other, 'toys.example', true],
  ] as const
  for (const [owner, name, is_active] of made) {
    const at = new Date()
    await db.loader
      .insertInto('website')
      .values({
        tenant_id: tenant.id,
        id: v7(),
        merchant_id: owner.id,
        name,
        url: `https://${name}`,
        is_active,
        created_at: at,
      })
      .execute()
  }
  const own = (await call(merchantUser, 'GET /api/lookup/websites')).json<{ name: string }[]>()
  expect(own.map((one) => one.name)).toEqual(['books.example', 'closed.example'])
  const of = (id: string) => `lookup/organizations/${id}/websites/active`
  expect((await read(operator, of(merchant.id))).map((one) => one.name)).toEqual(['books.example'])
  expect((await read(platform, of(other.id))).map((one) => one.name)).toEqual(['toys.example'])
  expect((await call(operator, `GET /api/crm/${of(stranger.id)}`)).statusCode).toBe(404)
})
