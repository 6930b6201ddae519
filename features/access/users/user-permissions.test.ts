// Who holds what, who may give it, and what limits keep from a user.

import { permissionsOf } from '@counterfoil/features/access/roles/permissions.rules.ts'
import { routes as roleRoutes } from '@counterfoil/features/access/roles/roles.routes.ts'
import { callerFinder } from '@counterfoil/features/access/sign-in-context/callers.public.ts'
import { tenantScope } from '@counterfoil/kit/database/scope.ts'
import { within, withinPayments } from '@counterfoil/kit/database/within.ts'
import { makeMerchant, makePayment, makeTenant, makeUser } from '@counterfoil/kit/testing/makers.ts'
import { testDatabase } from '@counterfoil/kit/testing/test-database.ts'
import { sampleCode, testServer } from '@counterfoil/kit/testing/test-server.ts'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { routes } from './user-permissions.routes.ts'
import { routes as peopleRoutes } from './users.routes.ts'

const db = await testDatabase()
let clockMs = 0
const { call: callPlain } = await testServer(
  db,
  [...routes, ...peopleRoutes, ...roleRoutes],
  callerFinder(db.database, () => clockMs++ * 10_000),
)

const call: typeof callPlain = (user, what, request = {}) =>
  callPlain(user, what, { ...request, headers: { scacode: sampleCode, ...request.headers } })

const tenant = await makeTenant(db)
const foreign = await makeTenant(db)
const shop = await makeMerchant(db, { tenant_id: tenant.id })
const rival = await makeMerchant(db, { tenant_id: tenant.id })
const held = ['manageCrmRoles', 'manageMerchantRoles', 'CRM.Dashboard.View', 'CRM.Transaction.View']
const operatorOf = (permissions: readonly string[], is_administrator = false) =>
  makeUser(db, { tenant_id: tenant.id, user_type: 'tenant', permissions, is_administrator })
const manager = await operatorOf(held, true)
const colleague = await operatorOf(['CRM.Dashboard.View'])
const superior = await operatorOf([...held, 'CRM.Lead.View'])
const stranger = await makeUser(db, {
  ...{ tenant_id: foreign.id, user_type: 'tenant', permissions: held },
})
const seller = await makeUser(db, {
  ...{ tenant_id: tenant.id, user_type: 'merchant', merchant_id: shop.id },
  permissions: ['Merchant.UserManagement.Users', 'Merchant.Transaction.View'],
})

const put = (what: string, payload: object, as: { id: string } = manager) =>
  call(as, `PUT /api/${what}`, { payload })

describe('permissions of a user’s own', () => {
  test('add to the role’s, and the effective view says where each comes from', async () => {
    const input = {
      permissions: ['CRM.Transaction.View', 'CRM.Dashboard.View'],
      scaRequiredPermissions: ['CRM.Transaction.View'],
    }
    const answer = await put(`users/permissions/${colleague.id}`, input)
    expect(answer.statusCode).toBe(200)
    expect(answer.json().effective).toEqual([
      {
        permission: 'CRM.Dashboard.View',
        from: ['role', 'user'],
        requiresCode: false,
        keptBy: null,
      },
      { permission: 'CRM.Transaction.View', from: ['user'], requiresCode: true, keptBy: null },
    ])
    // and they are held from the next request on
    const caller = await callerFinder(db.database)({
      ...{ issuer: 'http://localhost:4001', subject: colleague.id, email: undefined },
    })
    expect([...caller.permissions].sort()).toEqual(['CRM.Dashboard.View', 'CRM.Transaction.View'])
    expect([...caller.scaPermissions]).toEqual(['CRM.Transaction.View'])
  })

  test('are given by nobody who has not got them, to nobody’s own self, and to no superior', async () => {
    const give = (userId: string, permission: string, as = manager) =>
      put(`users/permissions/${userId}`, { permissions: [permission] }, as)
    expect((await give(colleague.id, 'CRM.Lead.View')).json().code).toBe('role.beyond_own')
    expect((await give(colleague.id, 'no.such')).json().code).toBe('role.permission_unknown')
    expect((await give(manager.id, 'CRM.Dashboard.View')).json().code).toBe('user.own_rights')
    expect((await give(superior.id, 'CRM.Dashboard.View')).json().code).toBe('user.beyond')
    expect((await give(colleague.id, 'CRM.Dashboard.View', stranger)).statusCode).toBe(404)
    expect((await give(colleague.id, 'Merchant.Transaction.View', seller)).statusCode).toBe(404)
  })

  test('all that merchants can hold is listed in its groups', async () => {
    const groups = (await call(seller, 'GET /api/users/permissions/all-merchant')).json()
    expect(groups.length).toBeGreaterThan(5)
    expect(JSON.stringify(groups)).toContain('Merchant.Transaction.View')
    expect(JSON.stringify(groups)).not.toContain('CRM.')
  })
})

describe('limits [users.per-user-permissions]', async () => {
  const pay = (merchant_id: string, method: string, provider: string | null) =>
    makePayment(db, { tenant_id: tenant.id, merchant_id, method, provider })
  const card = await pay(shop.id, 'card', 'sandbox_alpha')
  await pay(shop.id, 'card', 'sandbox_beta')
  await pay(shop.id, 'bank_transfer', 'sandbox_alpha')
  await pay(rival.id, 'card', null)

  test('to merchants, methods and providers are kept, told with their names, and taken away', async () => {
    const paths = {
      merchants: [`users/crm/${colleague.id}/merchantpermissions`, shop.id],
      paymentMethods: [`users/crm/${colleague.id}/paymentmethodpermissions`, 'card'],
      serviceProviders: [`crm/users/${colleague.id}/service-provider-permissions`, 'sandbox_alpha'],
    } as const
    for (const [kind, [path, id]] of Object.entries(paths)) {
      const answer = await put(path, { ids: [id] })
      expect(answer.statusCode, answer.body).toBe(200)
      expect(answer.json()).toMatchObject({ isLimited: true, items: [{ id }] })
      const rights = (await call(manager, `GET /api/users/permissions/${colleague.id}`)).json()
      expect(rights.limits[kind]).toMatchObject({ isLimited: true, items: [{ id }] })
      expect((await put(path, { ids: ['nobody'] })).json().code).toBe('user.limit_unknown')
      expect((await put(path, { ids: [] })).json()).toEqual({ isLimited: false, items: [] })
    }
  })

  test('are not for the platform’s people, and not wider than the manager’s own', async () => {
    const path = (id: string) => `users/crm/${id}/paymentmethodpermissions`
    const merchants = `users/crm/${seller.id}/merchantpermissions`
    expect((await put(merchants, { ids: [shop.id] })).json().code).toBe('user.not_limitable')
    const narrow = await operatorOf(held)
    await put(path(narrow.id), { ids: ['card'] })
    for (const ids of [[], ['card', 'bank_transfer']]) {
      expect((await put(path(colleague.id), { ids }, narrow)).json().code).toBe('user.limit_beyond')
    }
    expect((await put(path(colleague.id), { ids: ['card'] }, narrow)).statusCode).toBe(200)
    await put(path(colleague.id), { ids: [] })
  })

  test.each([
    ['methods', { methods: ['card'], providers: null }, 3],
    ['providers', { methods: null, providers: ['sandbox_alpha'] }, 2],
    ['both', { methods: ['card'], providers: ['sandbox_alpha'] }, 1],
    ['several', { methods: ['card', 'bank_transfer'], providers: ['sandbox_beta'] }, 1],
    ['none', { methods: null, providers: null }, 4],
  ])('by %s hold by the query filter and by row-level security alone', async (_, limits, count) => {
    const scope = tenantScope(tenant.id, null, limits)
    const countBy = async (filter: typeof within) => {
      const reader = db.database.reader(scope)
      const query = sql<{
        n: number
      }>`select count(*)::int as n from payment where ${filter(reader, 'payment')}`
      return (await query.execute(reader)).rows[0]?.n
    }
    // row-level security with a filter that knows no such limits
    expect(await countBy(within)).toBe(count)
    const inTransaction = await db.database.transaction(
      scope,
      async (tx) =>
        (await sql<{ n: number }>`select count(*)::int as n from payment`.execute(tx)).rows[0]?.n,
    )
    expect(inTransaction).toBe(count)
    // the filter, for whom no policy binds
    const filter = withinPayments(db.database.reader(scope), 'payment')
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from payment where ${filter}`.execute(db.loader)
    expect(rows[0]?.n).toBe(count)
  })

  test('leave nothing behind on a connection, and whoever has none sees all', async () => {
    const ask = async (limits?: { methods: string[]; providers: null }) => {
      const scope = tenantScope(tenant.id, null, limits)
      const reader = db.database.reader(scope)
      return (await sql<{ id: string }>`select id from payment`.execute(reader)).rows.length
    }
    for (let round = 0; round < 12; round++) {
      expect(await ask({ methods: ['bank_transfer'], providers: null })).toBe(1)
      expect(await ask()).toBe(4)
    }
    expect(card.method).toBe('card')
  })
})

test('who is limited to merchants is no administrator that an organisation could be left with', async () => {
  const home = await makeTenant(db)
  const stall = await makeMerchant(db, { tenant_id: home.id })
  const permissions = permissionsOf('tenant')
  const chief = (limited_to: string[] = []) =>
    makeUser(db, {
      ...{ tenant_id: home.id, user_type: 'tenant', is_administrator: true },
      ...{ permissions, limited_to },
    })
  const boss = await makeUser(db, {
    ...{ tenant_id: (await makeTenant(db, { is_platform: true })).id, user_type: 'platform' },
    permissions: permissionsOf('platform'),
  })
  const limit = (person: { id: string }) =>
    put(`users/crm/${person.id}/merchantpermissions`, { ids: [stall.id] }, boss)
  const [first] = [await chief(), await chief([stall.id])]
  const removal = await call(boss, `DELETE /api/users/crm/${first.id}`)
  expect(removal.json().code).toBe('user.last_administrator')
  expect((await limit(first)).json().code).toBe('user.last_administrator')
  // of two of whom one goes and the other is limited at once, one stays
  const second = await chief()
  const answers = await Promise.all([
    limit(first),
    call(boss, `DELETE /api/users/crm/${second.id}`),
  ])
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
})

describe('of two who change the same user at once', () => {
  test.each([
    ['users/permissions/:id', { permissions: [] }],
    ['users/crm/:id/merchantpermissions', { ids: [shop.id] }],
    ['users/crm/:id/paymentmethodpermissions', { ids: ['card'] }],
    ['crm/users/:id/service-provider-permissions', { ids: ['sandbox_alpha'] }],
  ])('the second is refused, by %s', async (path, payload) => {
    const { id } = await operatorOf(['CRM.Dashboard.View'])
    const save = (version?: number) => put(path.replace(':id', id), { ...payload, version })
    const { version } = (await call(manager, `GET /api/users/permissions/${id}`)).json()
    const answers = await Promise.all([save(version), save(version)])
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
    expect((await save(version)).json().code).toBe('user.stale')
    expect((await save(version + 1)).statusCode).toBe(200)
    expect((await save()).statusCode).toBe(200)
  })
})
