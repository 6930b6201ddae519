import { callerFinder } from '@counterfoil/features/access/sign-in-context/callers.public.ts'
import { midsView } from '@counterfoil/features/payments/merchant-mids/merchant-mids.contract.ts'
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

test('a MID is found by its code or its merchant, of the mode that is looked at; operators read whose it is', async () => {
  const other = await makeMerchant(db, { tenant_id: tenant.id, legal_business_name: 'İnci Books' })
  const makeMid = async (merchantId: string, code: string, mode: number) => {
    const id = v7()
    await db.owner.query(
      `insert into app.mid (tenant_id, id, merchant_id, provider, mid_code, mode, methods, brands, currencies, priority, created_at)
       values ($1, $2, $3, 'sandbox_alpha', $4, $5, '{}', '{}', '{}', 1, now())`,
      [tenant.id, id, merchantId, code, mode],
    )
    return id
  }
  const live = await makeMid(merchant.id, 'ASTER-LIVE', 2)
  const sandbox = await makeMid(merchant.id, 'ASTER-TEST', 1)
  await makeMid(other.id, 'INCI-LIVE', 2)
  const ask = async (who: { id: string }, query: string) => {
    const answer = (await call(who, `GET /api/crm/lookup/mids?${query}`)).json()
    return answer.data.map((one: { name: string }) => one.name)
  }
  expect(await ask(operator, 'searchKey=inci')).toEqual(['INCI-LIVE · İnci Books'])
  expect(await ask(operator, `searchKey=${live}`)).toHaveLength(1)
  expect(await ask(operator, 'searchKey=aster-test')).toEqual([])
  expect(await ask(operator, 'searchKey=aster-test&mode=Test')).toHaveLength(1)
  expect(await ask(operator, `merchantId=${other.id}`)).toEqual(['INCI-LIVE · İnci Books'])
  expect(await ask(operator, `keys=${sandbox},-`)).toHaveLength(1)
  expect(await ask(platform, `tenantId=${tenant.id}&searchKey=live`)).toHaveLength(2)
  // payments do not say to merchants at which MID they are: those who see their MIDs have their own
  const refused = await call(merchantUser, 'GET /api/crm/lookup/mids')
  expect(refused.statusCode).toBe(403)
  const seesMids = await makeUser(db, {
    ...{ tenant_id: tenant.id, merchant_id: merchant.id, user_type: 'merchant' },
    permissions: ['Merchant.Transaction.View', midsView],
  })
  expect(await ask(seesMids, '')).toEqual(['ASTER-LIVE'])
  // who sees the payments of some providers alone finds no MIDs of others
  const limitedTo = (provider: string) =>
    makeUser(db, {
      ...{ tenant_id: tenant.id, user_type: 'tenant', permissions: ['CRM.Transaction.View'] },
      limited_to_providers: [provider],
    })
  expect(await ask(await limitedTo('sandbox_beta'), 'searchKey=live')).toEqual([])
  expect(await ask(await limitedTo('sandbox_alpha'), 'searchKey=live')).toHaveLength(2)
})
