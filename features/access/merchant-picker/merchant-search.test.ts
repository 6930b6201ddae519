// Who filters a list by merchant finds any merchant of its own, and names those that a link brings.

import { callerFinder } from '@counterfoil/features/access/sign-in-context/callers.public.ts'
import { makeMerchant, makeTenant, makeUser } from '@counterfoil/kit/testing/makers.ts'
import { testDatabase } from '@counterfoil/kit/testing/test-database.ts'
import { testServer } from '@counterfoil/kit/testing/test-server.ts'
import { expect, test } from 'vitest'
import { routes } from './merchant-search.routes.ts'

const db = await testDatabase()
const { call } = await testServer(db, routes, callerFinder(db.database))
const home = await makeTenant(db, { is_platform: true })
const tenant = await makeTenant(db)
const other = await makeTenant(db)
const merchant = (tenant_id: string, legal_business_name: string, merchant_status = 'Active') =>
  makeMerchant(db, { tenant_id, legal_business_name, merchant_status })
const [near, off, stranger] = [
  await merchant(tenant.id, 'Zebra Books'),
  await merchant(tenant.id, 'Zebra Toys', 'Suspended'),
  await merchant(other.id, 'Zebra Abroad'),
]
const operator = (permissions: string[], limited_to: string[] = []) =>
  makeUser(db, { tenant_id: tenant.id, user_type: 'tenant', permissions, limited_to })
const staff = (permission: string) =>
  makeUser(db, { tenant_id: home.id, user_type: 'platform', permissions: [permission] })

async function names(user: { id: string }, query: string, path = '/api/merchants') {
  const answer = await call(user, `GET ${path}?${query}`)
  expect(answer.statusCode).toBe(200)
  const { data } = answer.json<{ data: { legalBusinessName: string }[] }>()
  return data.map(({ legalBusinessName }) => legalBusinessName)
}
const all = `merchantId=${near.id},${off.id}&merchantId=${stranger.id}`

test.each(['CRM.Transaction.View', 'CRM.Support.Lookup'])(
  '%s alone searches and names the merchants of the own tenant, also who is switched off',
  async (permission) => {
    const user = await operator([permission])
    const own = ['Zebra Books', 'Zebra Toys']
    expect(await names(user, 'searchKey=zebra')).toEqual(own)
    expect(await names(user, all)).toEqual(own)
    expect(await names(user, `${all}&searchKey=toys`)).toEqual(['Zebra Toys'])
  },
)

test('whoever looks after one merchant finds no other, not by its id either', async () => {
  const user = await operator(['CRM.Transaction.View'], [off.id])
  expect(await names(user, 'searchKey=zebra')).toEqual(['Zebra Toys'])
  expect(await names(user, all)).toEqual(['Zebra Toys'])
})

test.each(['Platform.Transaction.Lookup', 'Platform.Support.Lookup'])(
  '%s alone searches all tenants, or the one by which a list is filtered',
  async (permission) => {
    const user = await staff(permission)
    expect(await names(user, all)).toEqual(['Zebra Abroad', 'Zebra Books', 'Zebra Toys'])
    const path = `/api/${other.id}/all/merchants`
    expect(await names(user, 'searchKey=zebra', path)).toEqual(['Zebra Abroad'])
  },
)

test('no ids are no condition; what is no id is refused, and who sees no such list finds nobody', async () => {
  const user = await operator(['CRM.Transaction.View'])
  expect(await names(user, 'merchantId=')).toHaveLength(2)
  expect((await call(user, 'GET /api/merchants?merchantId=zebra')).statusCode).toBe(400)
  const outsider = await operator(['CRM.Role.View'])
  expect((await call(outsider, `GET /api/merchants?${all}`)).statusCode).toBe(403)
})

test('a merchant is found by its whole id, e-mail or number too, and by no part of them', async () => {
  const own = await makeTenant(db)
  const made = await makeMerchant(db, {
    ...{ tenant_id: own.id, legal_business_name: 'Plain Ltd', trading_name: 'The Lamp Shop' },
    ...{ email: 'Office@lamps.example', registration_number: '09876543', tax_number: 'GB-77' },
  })
  const user = await makeUser(db, {
    ...{ tenant_id: own.id, user_type: 'tenant', permissions: ['CRM.Organization.View'] },
  })
  for (const key of [
    made.id,
    made.id.toUpperCase(),
    'office@LAMPS.example',
    '09876543',
    'GB-77',
    'lamp sh',
  ]) {
    expect(await names(user, `searchKey=${encodeURIComponent(key)}`), key).toEqual(['Plain Ltd'])
  }
  for (const part of [made.id.slice(0, 13), 'lamps.example', '0987']) {
    expect(await names(user, `searchKey=${encodeURIComponent(part)}`), part).toEqual([])
  }
})

test('any part of a name finds it, in any case, with either i of Turkish', async () => {
  const istanbul = await makeTenant(db)
  await merchant(istanbul.id, 'Büyük İSTANBUL Kitabevi')
  const user = await makeUser(db, {
    tenant_id: istanbul.id,
    user_type: 'tenant',
    permissions: ['CRM.Organization.View'],
  })
  for (const part of ['ISTANBUL', 'ıstan', 'kıtab']) {
    expect(await names(user, `searchKey=${encodeURIComponent(part)}`)).toEqual([
      'Büyük İSTANBUL Kitabevi',
    ])
  }
})
