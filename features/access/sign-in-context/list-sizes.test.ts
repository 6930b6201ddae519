import { randomUUID } from 'node:crypto'
import { routes as merchantRoutes } from '@counterfoil/features/access/merchant-picker/merchant-search.routes.ts'
import { makeMerchant, makeTenant, makeUser } from '@counterfoil/kit/testing/makers.ts'
import { testDatabase } from '@counterfoil/kit/testing/test-database.ts'
import { testServer } from '@counterfoil/kit/testing/test-server.ts'
import { expect, test } from 'vitest'
import { callerFinder } from './callers.public.ts'
import { routes } from './context.routes.ts'

const db = await testDatabase()
const { call } = await testServer(db, [...routes, ...merchantRoutes], callerFinder(db.database))
const home = await makeTenant(db, { is_platform: true })
const tenant = await makeTenant(db)
const platform = await makeUser(db, {
  tenant_id: home.id,
  user_type: 'platform',
  permissions: ['Platform.Tenants.View', 'Platform.Transaction.Lookup'],
})

async function list(url: string) {
  const answer = await call(platform, `GET ${url}`)
  expect(answer.statusCode).toBe(200)
  const { data, count } = answer.json<{ data: { legalBusinessName?: string }[]; count: number }>()
  return { rows: data.length, count, data }
}

test('the list of tenants has pages of 100 [lists.page-size.tenants]', async () => {
  for (let made = 0; made < 101; made += 1) await makeTenant(db)
  expect(await list('/api/tenants')).toMatchObject({ rows: 100, count: 102 })
  expect(await list('/api/tenants?pageIndex=0&pageSize=100')).toMatchObject({ rows: 100 })
  expect(await list('/api/tenants?pageIndex=1')).toMatchObject({ rows: 2 })
})

test('merchants are taken whole up to 1000, and walked by tens [lists.page-size.merchants] [lists.page-size.merchant-pagination]', async () => {
  const { rows } = await db.owner.query('select * from merchant where id = $1', [
    (await makeMerchant(db, { tenant_id: tenant.id })).id,
  ])
  const names = Object.keys(rows[0])
  // what it is called by is each one's own, and whether it is in use follows from its status
  const columns = names.filter(
    (name) => !['id', 'slug', 'legal_business_name', 'is_active'].includes(name),
  )
  await db.owner.query(
    `insert into merchant (id, slug, legal_business_name, ${columns.join()})
     select gen_random_uuid(), 'copy-' || n, 'Copy ' || n, ${columns.join()} from merchant, generate_series(1, 1000) as n
     where id = $1`,
    [rows[0].id],
  )
  expect(await list(`/api/${tenant.id}/all/merchants`)).toMatchObject({ rows: 1000, count: 1001 })
  expect(await list('/api/merchants?pageSize=1000')).toMatchObject({ rows: 1000, count: 1001 })
  expect(await list('/api/merchants')).toMatchObject({ rows: 10, count: 1001 })
  const beyond = await call(platform, 'GET /api/merchants?pageSize=1001')
  expect(beyond.statusCode).toBe(400)
  expect(
    (await call(platform, `GET /api/${randomUUID()}/all/merchants`)).json().data ?? [],
  ).toEqual([])
})

test('the signed-in user’s type is a number, Customer 0, Tenant 1, Platform 2, and a name [users.type.enum]', async () => {
  const { id: merchant_id } = await makeMerchant(db, { tenant_id: tenant.id })
  const merchant = await makeUser(db, { tenant_id: tenant.id, user_type: 'merchant', merchant_id })
  const operator = await makeUser(db, { tenant_id: tenant.id, user_type: 'tenant' })
  const types = [merchant, operator, platform].map(async (user) => {
    const { user: known } = (await call(user, 'GET /api/users')).json()
    return [known.userType, known.userTypeName, known.isPlatform]
  })
  expect(await Promise.all(types)).toEqual([
    [0, 'merchant', false],
    [1, 'Crm', false],
    [2, 'Crm', true],
  ])
})

test("a merchant's user knows the names of colleagues in use, and of nobody else", async () => {
  const merchant = await makeMerchant(db, { tenant_id: tenant.id })
  const other = await makeMerchant(db, { tenant_id: tenant.id })
  const of = (merchant_id: string) =>
    makeUser(db, { tenant_id: tenant.id, merchant_id, user_type: 'merchant' })
  const [one, colleague, gone] = [
    await of(merchant.id),
    await of(merchant.id),
    await of(merchant.id),
  ]
  await of(other.id)
  await db.owner.query('update app_user set is_active = false where id = $1', [gone.id])
  const { users } = (await call(one, 'GET /api/users')).json().user.merchant
  expect(users.map(({ id }: { id: string }) => id).toSorted()).toEqual(
    [one.id, colleague.id].toSorted(),
  )
  expect(Object.keys(users[0])).toEqual(['id', 'firstName', 'lastName'])
})
