import { permissionsOf } from '@counterfoil/features/access/roles/permissions.rules.ts'
import { routes as roleRoutes } from '@counterfoil/features/access/roles/roles.routes.ts'
import { callerFinder } from '@counterfoil/features/access/sign-in-context/callers.public.ts'
import { makeMerchant, makeTenant, makeUser } from '@counterfoil/kit/testing/makers.ts'
import { testDatabase } from '@counterfoil/kit/testing/test-database.ts'
import { sampleCode, testServer } from '@counterfoil/kit/testing/test-server.ts'
import { describe, expect, test } from 'vitest'
import { routes } from './users.routes.ts'

const db = await testDatabase()
let clockMs = 0
const findCaller = callerFinder(db.database, () => clockMs++ * 10_000)
const { call: callPlain } = await testServer(db, [...routes, ...roleRoutes], findCaller)

const call: typeof callPlain = (user, what, request = {}) =>
  callPlain(user, what, { ...request, headers: { scacode: sampleCode, ...request.headers } })

const tenant = await makeTenant(db)
const foreign = await makeTenant(db)
const shop = await makeMerchant(db, { tenant_id: tenant.id })
const rival = await makeMerchant(db, { tenant_id: tenant.id })
const operator = (some: Partial<Parameters<typeof makeUser>[1]> = {}) =>
  makeUser(db, { tenant_id: tenant.id, user_type: 'tenant', ...some })
const all = { permissions: permissionsOf('tenant'), is_administrator: true }
const administrator = await operator(all)
const clerk = await operator({ permissions: ['CRM.Dashboard.View'] })
const helper = await operator({ permissions: ['manageCrmRoles'] })
const outsider = await makeUser(db, {
  ...{ tenant_id: foreign.id, user_type: 'tenant', ...all },
})
const ofMerchant = (merchant_id: string, permissions: string[]) =>
  makeUser(db, { tenant_id: tenant.id, user_type: 'merchant', merchant_id, permissions })
const keeper = await ofMerchant(shop.id, ['Merchant.UserManagement.Users'])
const till = await ofMerchant(shop.id, [])
const rivals = await ofMerchant(rival.id, [])

const idsOf = async (user: { id: string }, query = '') => {
  const answer = await call(user, `GET /api/users/crm?pageSize=100${query}`)
  return answer.json<{ data: { id: string }[] }>().data.map((one) => one.id)
}

describe('the list [users.operator-areas]', () => {
  test('holds whom the caller looks after, and nobody else', async () => {
    const everybody = [administrator, clerk, helper, keeper, till, rivals].map((one) => one.id)
    expect((await idsOf(administrator)).sort()).toEqual(everybody.sort())
    expect((await idsOf(helper)).sort()).toEqual(
      [administrator, clerk, helper].map((o) => o.id).sort(),
    )
    expect((await idsOf(keeper)).sort()).toEqual([keeper.id, till.id].sort())
    expect((await call(clerk, 'GET /api/users/crm')).statusCode).toBe(403)
  })

  test('of a tenant comes 50 to a page [lists.page-size.tenant-users]', async () => {
    const crowded = await makeTenant(db)
    const first = await makeUser(db, { tenant_id: crowded.id, user_type: 'tenant', ...all })
    for (let made = 1; made < 51; made += 1) {
      await makeUser(db, { tenant_id: crowded.id, user_type: 'tenant' })
    }
    const path = `GET /api/tenants/${crowded.id}/tenant-users`
    const sizes = async (query: string) => {
      const { data, count } = (await call(first, path + query)).json()
      return [data.length, count]
    }
    expect(await sizes('')).toEqual([50, 51])
    expect(await sizes('?pageIndex=1')).toEqual([1, 51])
    expect(await sizes('?pageIndex=0&pageSize=20')).toEqual([20, 51])
  })

  test('is searched, filtered and told by tenant', async () => {
    expect(await idsOf(administrator, `&searchKey=${clerk.email}`)).toEqual([clerk.id])
    expect(await idsOf(administrator, `&userType=merchant&merchantId=${rival.id}`)).toEqual([
      rivals.id,
    ])
    expect(await idsOf(administrator, '&status=Locked')).toEqual([])
    const path = `GET /api/tenants/${tenant.id}/tenant-users`
    const tenants = (await call(administrator, path)).json()
    expect(tenants.count).toBe(3)
    expect((await call(outsider, path)).statusCode).toBe(404)
  })

  test('one user of somebody else’s is not there', async () => {
    for (const [who, whom] of [
      [outsider, clerk],
      [keeper, rivals],
      [helper, till],
    ] as const) {
      expect((await call(who, `GET /api/users/crm/${whom.id}`)).statusCode).toBe(404)
    }
  })
})

describe('a role', () => {
  const input = { name: 'Viewer', permissions: ['CRM.Lead.View'], scaRequiredPermissions: [] }
  const make = (as: { id: string }, payload: object, type = 'crm') =>
    call(as, `POST /api/users/roles/${type}`, { payload })

  test('is made, found by any name of its kind, changed, refused when stale, and taken away [users.type.names]', async () => {
    const made = await make(administrator, input)
    expect(made.statusCode, made.body).toBe(201)
    const role = made.json()
    for (const path of ['users/roles/Tenant', 'crm/users/roles/crm', 'users/all/roles/TENANT']) {
      const listed = (await call(administrator, `GET /api/${path}`)).json()
      expect(listed.data.map((one: { id: string }) => one.id)).toContain(role.id)
    }
    const change = (version: number) =>
      call(administrator, `PUT /api/users/roles/tenant/${role.id}`, {
        payload: { ...input, name: 'Watcher', version },
      })
    expect((await change(1)).json()).toMatchObject({ name: 'Watcher', version: 2 })
    expect((await change(1)).json().code).toBe('role.stale')
    expect((await make(administrator, { ...input, name: 'watcher' })).json().code).toBe(
      'role.name_taken',
    )
    const removal = `DELETE /api/users/roles/tenant/${role.id}`
    expect((await call(administrator, removal)).statusCode).toBe(200)
    expect((await call(administrator, removal)).statusCode).toBe(404)
    const { rows } = await db.owner.query(
      'select action, before, after from audit_entry where record_id = $1 order by id',
      [role.id],
    )
    expect(rows.map((row) => row.action)).toEqual(['roles.create', 'roles.update', 'roles.delete'])
    expect(rows[1]).toMatchObject({ before: { name: 'Viewer' }, after: { name: 'Watcher' } })
  })

  test('is of one of three audiences, by any of their names [users.audiences]', async () => {
    const home = await makeTenant(db, { is_platform: true })
    const staff = await makeUser(db, {
      ...{ tenant_id: home.id, user_type: 'platform' },
      permissions: permissionsOf('platform'),
    })
    const audiences = {
      platform: ['Platform'],
      tenant: ['crm', 'Tenant'],
      merchant: ['Merchant', 'customer'],
    }
    for (const [audience, names] of Object.entries(audiences)) {
      for (const name of names) {
        const { data } = (await call(staff, `GET /api/users/all/roles/${name}`)).json()
        const types = new Set(data.map((one: { userType: string }) => one.userType))
        expect([name, ...types]).toEqual([name, audience])
      }
    }
    expect((await call(staff, 'GET /api/users/all/roles/partner')).statusCode).toBe(404)
  })

  test('holds no more than its maker, and is looked up per tenant [users.tenant-roles]', async () => {
    expect((await make(helper, input)).json().code).toBe('role.beyond_own')
    expect((await make(clerk, input)).statusCode).toBe(403)
    expect((await make(keeper, input)).statusCode).toBe(404)
    const path = `GET /api/tenants/${tenant.id}/tenant-roles/tenant`
    expect((await call(administrator, path)).json().count).toBe(3)
    expect((await call(outsider, path)).statusCode).toBe(404)
  })

  test('has a name of its own, however it is written and however many ask at once', async () => {
    const named = (name: string) => make(administrator, { ...input, name })
    const answers = await Promise.all(['Till keeper', 'TILL KEEPER', 'till keeper'].map(named))
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([201, 422, 422])
    const late = answers.find(({ statusCode }) => statusCode === 422)?.json()
    expect(late).toMatchObject({ code: 'role.name_taken', errors: [{ path: 'name' }] })
    expect((await named('T\u0130LL KEEPER')).json().code).toBe('role.name_taken')
  })

  test('goes when whoever had it was removed', async () => {
    const person = await operator({ permissions: ['CRM.Dashboard.View'] })
    const removal = `DELETE /api/users/roles/tenant/${person.role_id}`
    expect((await call(administrator, removal)).json().code).toBe('role.in_use')
    expect((await call(administrator, `DELETE /api/users/crm/${person.id}`)).statusCode).toBe(200)
    expect((await call(administrator, removal)).statusCode).toBe(200)
  })

  test('of a merchant’s own is seen and given there alone', async () => {
    const own = { name: 'Till', permissions: ['Merchant.UserManagement.Users'] }
    const role = (await make(keeper, own, 'merchant')).json()
    expect(role.merchantId).toBe(shop.id)
    const lookUp = async (as: { id: string }) =>
      (await call(as, 'GET /api/users/roles-lookup/customer'))
        .json()
        .map((one: { id: string }) => one.id)
    expect(await lookUp(keeper)).toContain(role.id)
    const boss = await ofMerchant(rival.id, ['Merchant.UserManagement.Users'])
    expect(await lookUp(boss)).not.toContain(role.id)
    expect((await call(boss, `GET /api/users/roles/details/${role.id}`)).statusCode).toBe(404)
  })
})

describe('a user', () => {
  test('is given another name and role, by whom may give it', async () => {
    const person = await operator({ permissions: ['CRM.Dashboard.View'] })
    const payload = { firstName: 'Grace', lastName: 'Hopper', roleId: clerk.role_id }
    const path = `PUT /api/users/crm/${person.id}`
    const codeless = await callPlain(administrator, path, { payload })
    expect(codeless.json().code).toBe('sca.required')
    expect((await call(administrator, path, { payload })).json()).toMatchObject({
      ...{ firstName: 'Grace', roleId: clerk.role_id },
    })
    // the name alone needs no code
    const renamed = { payload: { ...payload, lastName: 'Murray' } }
    expect((await callPlain(administrator, path, renamed)).json().lastName).toBe('Murray')
    expect((await call(helper, path, { payload })).json().code).toBe('user.beyond')
    const strange = { ...payload, roleId: till.role_id }
    expect((await call(administrator, path, { payload: strange })).json().code).toBe(
      'user.role_unknown',
    )
    // without a role it stays what it is by now
    const names = { payload: { firstName: 'Grace', lastName: 'Hopper' } }
    expect((await callPlain(administrator, path, names)).json().roleId).toBe(clerk.role_id)
    const tenants = `PUT /api/tenants/${tenant.id}/tenant-user/${person.id}`
    expect((await call(administrator, tenants, { payload })).statusCode).toBe(200)
  })

  test('goes from the lists and can sign in no longer; what was done stays', async () => {
    const person = await operator()
    expect((await call(administrator, `DELETE /api/users/crm/${person.id}`)).statusCode).toBe(200)
    expect(await idsOf(administrator)).not.toContain(person.id)
    expect((await call(person, 'GET /api/users/crm')).statusCode).toBe(401)
  })

  test('nobody is the last administrator to go, whichever way [users.change-sca]', async () => {
    const boss = await makeUser(db, {
      ...{ tenant_id: (await makeTenant(db, { is_platform: true })).id, user_type: 'platform' },
      permissions: permissionsOf('platform'),
    })
    const ways = [
      () => call(boss, `DELETE /api/users/crm/${administrator.id}`),
      () => call(boss, `PUT /api/tenants/${tenant.id}/tenant-user/${administrator.id}/deactivate`),
      () =>
        call(boss, `PUT /api/users/${administrator.id}/activation`, {
          payload: { isActive: false },
        }),
      () =>
        call(boss, `PUT /api/users/crm/${administrator.id}`, {
          payload: { firstName: 'A', lastName: 'B', roleId: clerk.role_id },
        }),
    ]
    for (const way of ways) expect((await way()).json().code).toBe('user.last_administrator')
    // of two who leave at once, one stays
    const second = await operator(all)
    const answers = await Promise.all(
      [administrator, second].map((one) => call(boss, `DELETE /api/users/crm/${one.id}`)),
    )
    expect(answers.map((one) => one.statusCode).sort()).toEqual([200, 409])
  })
})

test('a lock is shown, and lifted by who may [audit people.reset-password] [audit people.reset-tenant-password]', async () => {
  const chief = await operator(all)
  await db.owner.query(
    "update app_user set locked_until = now() + interval '5 minutes' where id = $1",
    [clerk.id],
  )
  expect(await idsOf(chief, '&status=Locked')).toEqual([clerk.id])
  expect((await call(keeper, `PUT /api/users/${clerk.id}/unlock`)).statusCode).toBe(404)
  expect((await call(chief, `PUT /api/users/${clerk.id}/unlock`)).statusCode).toBe(200)
  expect(await idsOf(chief, '&status=Locked')).toEqual([])
  const reset = (as: { id: string }, userId: string) =>
    call(as, 'POST /api/users/password-reset', { payload: { userId } })
  expect((await reset(chief, clerk.id)).statusCode).toBe(200)
  expect((await reset(outsider, clerk.id)).statusCode).toBe(404)
  const { rows } = await db.owner.query('select recipient from mail')
  expect(rows).toEqual([{ recipient: clerk.email }])
  const again = await call(chief, 'POST /api/tenants/users/password-reset', {
    payload: { userId: clerk.id },
  })
  expect(again.statusCode).toBe(200)
  const trail = await db.owner.query(
    `select action, record_id, actor_id from audit_entry where action like '%password' order by created_at`,
  )
  expect(trail.rows).toEqual([
    { action: 'people.reset-password', record_id: clerk.id, actor_id: chief.id },
    { action: 'people.reset-tenant-password', record_id: clerk.id, actor_id: chief.id },
  ])
})

test('an authenticator app is taken away by an administrator, and a mail says so to the user [audit people.reset-authenticator]', async () => {
  const chief = await operator(all)
  const person = await operator()
  const path = `PUT /api/users/${person.id}/reset-authenticator`
  expect((await call(keeper, path)).statusCode).toBe(404)
  expect((await call(outsider, path)).statusCode).toBe(404)
  expect((await call(clerk, path)).statusCode).toBe(403)
  const own = await call(chief, `PUT /api/users/${chief.id}/reset-authenticator`)
  expect(own.json().code).toBe('user.own_rights')
  const more = await call(helper, `PUT /api/users/${chief.id}/reset-authenticator`)
  expect(more.json().code).toBe('user.beyond')
  expect((await call(chief, path)).statusCode).toBe(200)
  const directory = await db.owner.query(
    'select user_id from user_directory where authenticator_reset_at is not null',
  )
  expect(directory.rows).toEqual([{ user_id: person.id }])
  const mails = await db.owner.query('select text_body from mail where recipient = $1', [
    person.email,
  ])
  expect(mails.rows).toEqual([
    { text_body: expect.stringContaining('removed the authenticator app from your account') },
  ])
  const trail = await db.owner.query(
    `select record_id, actor_id, after from audit_entry where action = 'people.reset-authenticator'`,
  )
  expect(trail.rows).toEqual([
    { record_id: person.id, actor_id: chief.id, after: { authenticatorReset: true } },
  ])
})
