import { callerFinder } from '@counterfoil/features/access/sign-in-context/callers.public.ts'
import { makeMerchant, makeTenant, makeUser } from '@counterfoil/kit/testing/makers.ts'
import { testDatabase } from '@counterfoil/kit/testing/test-database.ts'
import { testServer } from '@counterfoil/kit/testing/test-server.ts'
import { describe, expect, test } from 'vitest'
import { maxSavedFilters, type SavedFilter } from './saved-filters.contract.ts'
import { routes } from './saved-filters.routes.ts'

const db = await testDatabase()
const { call } = await testServer(db, routes, callerFinder(db.database))
const path = '/api/reporting/transaction-filters'

const tenant = await makeTenant(db)
const merchant = await makeMerchant(db, { tenant_id: tenant.id })
const own = { tenant_id: tenant.id, user_type: 'tenant' as const }
const view = { permissions: ['CRM.Transaction.View'] }
const reports = { permissions: ['CRM.Reports.NewTransactionsDaily'] }
const reader = await makeUser(db, { ...own, ...reports })
const sameRole = await makeUser(db, { ...own, ...reports })
await db.owner.query('update app_user set role_id = $1 where id = $2', [
  reader.role_id,
  sameRole.id,
])
const users = {
  operator: await makeUser(db, { ...own, ...view }),
  colleague: await makeUser(db, { ...own, ...view }),
  agent: await makeUser(db, { ...own, ...view, limited_to: [merchant.id] }),
  merchant: await makeUser(db, {
    tenant_id: tenant.id,
    user_type: 'merchant',
    merchant_id: merchant.id,
    permissions: ['Merchant.Transaction.View'],
  }),
  platform: await makeUser(db, {
    tenant_id: (await makeTenant(db, { is_platform: true })).id,
    user_type: 'platform',
    permissions: ['Platform.Transaction.Lookup'],
  }),
}
const people = {
  ...users,
  reader,
  sameRole,
  otherRole: await makeUser(db, { ...own, ...reports }),
}
type Who = keyof typeof people

const body = {
  name: 'Declined in euro',
  filters: { status: 'declined,failed', currency: 'EUR', searchKey: "O'Neil & Sons <b>" },
  sort: '-amount',
  columns: ['created', 'amount'],
}

async function ask<T>(who: Who, what: string, payload?: object, status = 200): Promise<T> {
  const response = await call(people[who], what, payload === undefined ? {} : { payload })
  expect([response.statusCode, response.body]).toEqual([status, response.body])
  return response.body === '' ? (undefined as T) : response.json()
}
const list = async (who: Who) =>
  (await ask<{ data: SavedFilter[]; count: number }>(who, `GET ${path}`)).data

describe('a saved filter', () => {
  test('is kept, read, changed and deleted, for every audience', async () => {
    for (const who of Object.keys(users) as Who[]) {
      const saved = await ask<SavedFilter>(who, `POST ${path}`, body, 201)
      expect(saved).toMatchObject(body)
      expect(await list(who)).toEqual([saved])
      expect(await ask(who, `GET ${path}/${saved.id}`)).toEqual(saved)
      const changed = { ...body, name: 'All', filters: {}, sort: null, columns: null }
      const after = await ask<SavedFilter>(who, `PUT ${path}/${saved.id}`, changed)
      expect(after).toMatchObject({ ...changed, id: saved.id, externalId: saved.externalId })
      await ask(who, `DELETE ${path}/${saved.id}`)
      expect(await list(who)).toEqual([])
      await ask(who, `DELETE ${path}/${saved.id}`, undefined, 404)
    }
  })

  test('is its user’s alone', async () => {
    const saved = await ask<SavedFilter>('operator', `POST ${path}`, body, 201)
    for (const who of ['colleague', 'agent', 'merchant', 'platform'] as const) {
      expect(await list(who)).toEqual([])
      await ask(who, `GET ${path}/${saved.id}`, undefined, 404)
      await ask(who, `PUT ${path}/${saved.id}`, body, 404)
      await ask(who, `DELETE ${path}/${saved.id}`, undefined, 404)
    }
    expect(await list('operator')).toEqual([saved])
  })

  test('comes by name, and there are not endlessly many', async () => {
    for (let n = 0; n < maxSavedFilters; n++) {
      await ask('colleague', `POST ${path}`, { name: `Filter ${(n * 7) % 10}`, filters: {} }, 201)
    }
    const names = (await list('colleague')).map((one) => one.name)
    expect(names).toHaveLength(maxSavedFilters)
    expect(names).toEqual(names.toSorted())
    await ask('colleague', `POST ${path}`, body, 409)
  })

  test.each([
    [{ filters: {} }, 'name'],
    [{ name: '  ', filters: {} }, 'name'],
    [{ name: 'x'.repeat(101), filters: {} }, 'name'],
    [{ name: 'a', filters: { status: 5 } }, 'filters.status'],
    [{ name: 'a', filters: { 'a b': 'x' } }, 'filters'],
    [{ name: 'a', filters: {}, columns: 'all' }, 'columns'],
  ])('that is wrong is refused: %j', async (wrong, field) => {
    const answer = await ask<{ errors: { path: string }[] }>('merchant', `POST ${path}`, wrong, 400)
    expect(answer.errors[0]?.path).toContain(field)
  })
})

describe('a view of a report', () => {
  const views = '/api/reporting/report-views?screen=report-daily'
  const one = (id: string) => views.replace('?', `/${id}?`)
  const names = async (who: Who, at = views) =>
    (await ask<{ data: SavedFilter[] }>(who, `GET ${at}`)).data.map(({ name }) => name)

  test('is seen by its owner, and by the owner’s role alone once it is shared', async () => {
    const { id } = await ask<SavedFilter>('reader', `POST ${views}`, { ...body, name: 'Mine' }, 201)
    expect(await names('reader')).toEqual(['Mine'])
    expect(await names('sameRole')).toEqual([])
    // another report, and the lookup, have filters of their own
    expect(await names('reader', views.replace('daily', 'perDay'))).toEqual([])
    await ask('reader', `PUT ${one(id)}`, { ...body, name: 'Ours', isShared: true })
    const { data } = await ask<{ data: SavedFilter[] }>('sameRole', `GET ${views}`)
    expect(data).toMatchObject([{ name: 'Ours', isOwn: false, isShared: true }])
    expect(await names('otherRole')).toEqual([])
    // who sees it does not change it
    await ask('sameRole', `PUT ${one(id)}`, { ...body, name: 'Theirs' }, 404)
    await ask('sameRole', `DELETE ${one(id)}`, undefined, 404)
    await ask('reader', `DELETE ${one(id)}`)
    expect(await names('sameRole')).toEqual([])
  })
})
