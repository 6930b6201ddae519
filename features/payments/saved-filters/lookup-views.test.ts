import { callerFinder } from '@counterfoil/features/access/sign-in-context/callers.public.ts'
import { makeMerchant, makeTenant, makeUser } from '@counterfoil/kit/testing/makers.ts'
import { testDatabase } from '@counterfoil/kit/testing/test-database.ts'
import { testServer } from '@counterfoil/kit/testing/test-server.ts'
import { expect, test } from 'vitest'
import type { LookupView } from './lookup-views.contract.ts'
import { routes } from './lookup-views.routes.ts'
import { routes as otherRoutes } from './saved-filters.routes.ts'

const db = await testDatabase()
// each call is long after the last one, so that a change of a role counts at once
let now = 0
const clock = () => {
  now += 60_000
  return now
}
const { call } = await testServer(db, [...routes, ...otherRoutes], callerFinder(db.database, clock))
const path = '/api/reporting/lookup-views'
const at = '?screen=lookup-columns'

const tenant = await makeTenant(db)
const otherTenant = await makeTenant(db)
const merchant = await makeMerchant(db, { tenant_id: tenant.id })
const otherMerchant = await makeMerchant(db, { tenant_id: tenant.id })
const view = 'CRM.Transaction.LookupColumns'
const own = { tenant_id: tenant.id, user_type: 'tenant' as const }
const ofMerchant = { tenant_id: tenant.id, user_type: 'merchant' as const }
const merchantView = ['Merchant.Transaction.LookupColumns', 'Merchant.UserManagement.Users']

const head = await makeUser(db, { ...own, permissions: [view, 'manageCrmRoles'] })
const clerk = await makeUser(db, { ...own, permissions: [view] })
const outsider = await makeUser(db, { ...own, permissions: [view] })
const blind = await makeUser(db, { ...own, permissions: ['CRM.Lead.View'] })
const stranger = await makeUser(db, {
  ...{ tenant_id: otherTenant.id, user_type: 'tenant' },
  permissions: [view, 'manageCrmRoles'],
})
const owner = await makeUser(db, {
  ...{ ...ofMerchant, merchant_id: merchant.id },
  permissions: merchantView,
})
const neighbour = await makeUser(db, {
  ...{ ...ofMerchant, merchant_id: otherMerchant.id },
  permissions: merchantView,
})
const cashier = await makeUser(db, {
  ...{ ...ofMerchant, merchant_id: merchant.id },
  permissions: merchantView,
})

type Who = typeof head
const body = {
  name: 'Declined in euro',
  filters: { status: 'declined', dateRange: 'last7', goneFilter: 'x' },
  sort: '-amount',
  columns: ['amount', 'created', 'goneColumn'],
}
const status = async (who: Who, what: string, payload?: object) =>
  (await call(who, what, payload === undefined ? {} : { payload })).statusCode
async function listed(who: Who, screen = 'lookup-columns'): Promise<LookupView[]> {
  const answer = await call(who, `GET ${path}?screen=${screen}`)
  expect([answer.statusCode, answer.body]).toEqual([200, answer.body])
  return answer.json().data
}
async function made(who: Who, more: object = {}): Promise<LookupView> {
  const answer = await call(who, `POST ${path}${at}`, { payload: { ...body, ...more } })
  expect([answer.statusCode, answer.body]).toEqual([201, answer.body])
  return answer.json()
}
const setRole = (who: Who, roleId: string | null) =>
  db.owner.query('update app_user set role_id = $1 where id = $2', [roleId, who.id])

test('who has the role sees a shared view, cannot change it, and can copy it, until it is shared no longer', async () => {
  const kept = await made(head, { sharedRoleId: clerk.role_id })
  expect(kept).toMatchObject({ isShared: true, isOwn: true, sharedRoleId: clerk.role_id })
  const [seen] = await listed(clerk)
  expect(seen).toMatchObject({ id: kept.id, ...body, isOwn: false, isShared: true })
  expect(seen?.sharedBy).toContain('Ada Tester')
  expect(await status(clerk, `PUT ${path}/${kept.id}${at}`, body)).toBe(404)
  expect(await status(clerk, `DELETE ${path}/${kept.id}${at}`)).toBe(404)
  expect(await listed(outsider)).toEqual([])
  expect(await listed(stranger)).toEqual([])
  expect(await listed(clerk, 'lookup-columns')).toHaveLength(1)

  const { name, filters, sort, columns } = seen as LookupView
  const copy = await call(clerk, `POST ${path}${at}`, { payload: { name, filters, sort, columns } })
  expect(copy.json()).toMatchObject({ isOwn: true, isShared: false })

  await call(head, `PUT ${path}/${kept.id}${at}`, { payload: { ...body, sharedRoleId: null } })
  expect((await listed(clerk)).map(({ id }) => id)).toEqual([copy.json().id])
  await call(clerk, `DELETE ${path}/${copy.json().id}${at}`)
})

test('views of one lookup are not those of another, nor the documented filters', async () => {
  const kept = await made(head)
  expect((await listed(head)).map(({ id }) => id)).toContain(kept.id)
  const everywhere = await makeUser(db, {
    ...own,
    permissions: [view, 'CRM.TransactionV2.View', 'CRM.Transaction.View'],
  })
  const mine = await made(everywhere)
  expect(await listed(everywhere, 'lookup-apm')).toEqual([])
  const documented = await call(everywhere, 'GET /api/reporting/transaction-filters')
  expect(documented.json().data).toEqual([])
  expect(await status(everywhere, `DELETE ${path}/${mine.id}?screen=lookup-apm`)).toBe(404)
})

test('sharing takes the right to look after roles, and a role of the own organisation that sees the lookup', async () => {
  const payload = (sharedRoleId: string | null) => ({ ...body, sharedRoleId })
  expect(await status(clerk, `POST ${path}${at}`, payload(outsider.role_id))).toBe(403)
  expect(await status(clerk, `GET ${path}/roles${at}`)).toBe(403)
  for (const hostile of [
    blind.role_id,
    stranger.role_id,
    owner.role_id,
    '00000000-0000-7000-8000-000000000000',
  ]) {
    expect(await status(head, `POST ${path}${at}`, payload(hostile))).toBe(404)
  }
  const kept = await made(head)
  expect(await status(stranger, `PUT ${path}/${kept.id}${at}`, body)).toBe(404)
  expect(await status(stranger, `DELETE ${path}/${kept.id}${at}`)).toBe(404)
  expect(await status(head, `PUT ${path}/${kept.id}${at}`, payload(stranger.role_id))).toBe(404)
  const offered = (await call(head, `GET ${path}/roles${at}`)).json()
  const ids = offered.map(({ id }: { id: string }) => id)
  expect(ids).toContain(clerk.role_id)
  for (const hidden of [blind.role_id, stranger.role_id, owner.role_id]) {
    expect(ids).not.toContain(hidden)
  }
})

test('a role that loses the right to the lookup does not see the view, and has it again with the right', async () => {
  const reader = await makeUser(db, { ...own, permissions: [view] })
  const kept = await made(head, { sharedRoleId: reader.role_id })
  expect((await listed(reader)).map(({ id }) => id)).toEqual([kept.id])
  const give = (permissions: string[]) =>
    db.owner.query('update role set permissions = $1 where id = $2', [permissions, reader.role_id])
  await give(['CRM.TransactionV2.View'])
  expect(await status(reader, `GET ${path}${at}`)).toBe(404)
  await give(['CRM.Lead.View'])
  expect(await status(reader, `GET ${path}${at}`)).toBe(403)
  await give([view])
  expect((await listed(reader)).map(({ id }) => id)).toEqual([kept.id])
})

test('a role of every merchant’s users shows a merchant’s views to that merchant alone', async () => {
  const everywhere = await makeUser(db, {
    ...{ ...ofMerchant, merchant_id: merchant.id },
    permissions: merchantView,
  })
  await db.owner.query('update role set merchant_id = null where id = $1', [everywhere.role_id])
  await setRole(cashier, everywhere.role_id)
  await setRole(neighbour, everywhere.role_id)
  const kept = await made(owner, { sharedRoleId: everywhere.role_id })
  expect((await listed(cashier)).map(({ id }) => id)).toEqual([kept.id])
  expect(await listed(neighbour)).toEqual([])
  expect(await status(neighbour, `PUT ${path}/${kept.id}${at}`, body)).toBe(404)
  // a role of the other merchant alone is not there for this one
  const theirs = await makeUser(db, {
    ...{ ...ofMerchant, merchant_id: otherMerchant.id },
    permissions: merchantView,
  })
  expect(await status(owner, `POST ${path}${at}`, { ...body, sharedRoleId: theirs.role_id })).toBe(
    404,
  )
})

test('an operator who is limited to some merchants sees what its role is given', async () => {
  const agent = await makeUser(db, { ...own, permissions: [view], limited_to: [merchant.id] })
  const kept = await made(head, { sharedRoleId: agent.role_id })
  expect((await listed(agent)).map(({ id }) => id)).toEqual([kept.id])
})
