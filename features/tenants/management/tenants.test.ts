import { randomUUID } from 'node:crypto'
import { createApiKey, findApiKey } from '@counterfoil/features/access/api-keys/api-keys.public.ts'
import { routes as auditRoutes } from '@counterfoil/features/access/audit/record-audit.routes.ts'
import { featurePermissions } from '@counterfoil/features/access/roles/feature-permissions.rules.ts'
import { permissionsOf } from '@counterfoil/features/access/roles/permissions.rules.ts'
import { routes as roleRoutes } from '@counterfoil/features/access/roles/roles.routes.ts'
import { callerFinder } from '@counterfoil/features/access/sign-in-context/callers.public.ts'
import { routes as contextRoutes } from '@counterfoil/features/access/sign-in-context/context.routes.ts'
import { routes as userRoutes } from '@counterfoil/features/access/users/invitations.routes.ts'
import { routes as rightsRoutes } from '@counterfoil/features/access/users/user-permissions.routes.ts'
import { routes as peopleRoutes } from '@counterfoil/features/access/users/users.routes.ts'
import { routes as mailRoutes } from '@counterfoil/features/messaging/mail/mail.routes.ts'
import { featureNames } from '@counterfoil/kit/contract/features.ts'
// says who may read a tenant's audit entries
import '@counterfoil/features/tenants/theme/theme.routes.ts'
import { tenantScope } from '@counterfoil/kit/database/scope.ts'
import { makeMerchant, makeTenant, makeUser } from '@counterfoil/kit/testing/makers.ts'
import { testDatabase } from '@counterfoil/kit/testing/test-database.ts'
import { testServer } from '@counterfoil/kit/testing/test-server.ts'
import { describe, expect, test } from 'vitest'
import { routes } from './tenants.routes.ts'

const db = await testDatabase()
let clock = Date.now()
const { call } = await testServer(
  db,
  [
    ...routes,
    ...contextRoutes,
    ...peopleRoutes,
    ...roleRoutes,
    ...rightsRoutes,
    ...userRoutes,
    ...auditRoutes,
    ...mailRoutes,
  ],
  callerFinder(db.database, () => clock),
)
/** What callers may do is kept for five seconds. */
const later = () => {
  clock += 6000
}

const home = await makeTenant(db, { is_platform: true })
const permissions = permissionsOf('platform')
const platform = await makeUser(db, { tenant_id: home.id, user_type: 'platform', permissions })
const tenant = await makeTenant(db, { name: 'Alder Pay' })
const operatorRights = [
  ...permissionsOf('tenant'),
  ...['Platform.Tenants.View', 'Platform.Tenants.Edit', 'Platform.Tenants.Features.Edit'],
]
const operator = await makeUser(db, {
  tenant_id: tenant.id,
  user_type: 'tenant',
  permissions: operatorRights,
})
type User = { readonly id: string }

const base = '/api/crm/tenant-management/tenants'
const input = (some: object = {}) => ({
  name: 'Meridian Ödeme',
  supportEmail: 'help@meridian.example',
  timeZone: 'Europe/Istanbul',
  locale: 'tr',
  homeCurrency: 'TRY',
  administratorEmail: 'Mara@meridian.example',
  administratorFirstName: 'Mara',
  administratorLastName: 'Deniz',
  ...some,
})
const post = (user: User, payload: object) => call(user, `POST ${base}`, { payload })
const put = (user: User, path: string, payload: object) =>
  call(user, `PUT ${base}/${path}`, { payload })
const read = async (tenantId: string) => (await call(platform, `GET ${base}/${tenantId}`)).json()

describe('a new tenant', () => {
  test('has its first roles, and its administrator is invited by mail', async () => {
    const made = await post(platform, input())
    expect(made.statusCode, made.body).toBe(201)
    const { id } = made.json<{ id: string }>()
    expect(made.json()).toMatchObject({
      slug: 'meridian-odeme',
      isActive: true,
      merchantCount: 0,
      userCount: 1,
      homeCurrency: 'TRY',
    })
    const { rows: mails } = await db.owner.query('select * from mail where tenant_id = $1', [id])
    expect(mails).toMatchObject([
      { recipient: 'mara@meridian.example', subject: 'Meridian Ödeme davetiniz', is_secret: true },
    ])
    const roles = await db.owner.query(
      'select user_type, is_administrator, permissions from role where tenant_id = $1 order by user_type',
      [id],
    )
    expect(roles.rows).toEqual([
      { user_type: 'merchant', is_administrator: true, permissions: permissionsOf('merchant') },
      { user_type: 'tenant', is_administrator: true, permissions: permissionsOf('tenant') },
    ])
    const [{ id: mara }] = (
      await db.owner.query('select id from app_user where tenant_id = $1', [id])
    ).rows
    const mine = (await call({ id: mara }, 'GET /api/users')).json()
    expect(mine.user).toMatchObject({
      tenant: { name: 'Meridian Ödeme' },
      tenantSupportEmail: 'help@meridian.example',
      isAdministrator: true,
    })
    const audit = (await call(platform, `GET /api/crm/audit/tenant/${id}`)).json()
    expect(audit.data).toMatchObject([{ action: 'tenants.create', after: { locale: 'tr' } }])
  })

  test('is made whole or not at all', async () => {
    const taken = await post(platform, input({ name: 'Whole', administratorEmail: operator.email }))
    expect(taken.statusCode).toBe(409)
    expect(taken.json()).toMatchObject({
      code: 'user.email_taken',
      errors: [{ path: 'administratorEmail' }],
    })
    const { rows } = await db.owner.query("select 1 from tenant where name = 'Whole'")
    expect(rows).toEqual([])
  })

  test.each([
    [{ name: 'alder pay' }, 409, 'name'],
    [{ name: '' }, 400, 'name'],
    [{ timeZone: 'Europe/Nowhere' }, 422, 'timeZone'],
    [{ homeCurrency: 'XXX' }, 422, 'homeCurrency'],
    [{ supportEmail: 'nobody' }, 400, 'supportEmail'],
    [{ locale: 'de' }, 400, 'locale'],
    [{ isPlatform: true }, 400, 'isPlatform'],
  ])('is refused at the field: %j', async (some, status, path) => {
    const address = `${randomUUID()}@people.example`
    const refused = await post(
      platform,
      input({ name: 'Refused', administratorEmail: address, ...some }),
    )
    expect([refused.statusCode, refused.json().errors[0].path]).toEqual([status, path])
    const { rows } = await db.owner.query("select 1 from tenant where name = 'Refused'")
    expect(rows).toEqual([])
  })

  test('two of like names have addresses of their own', async () => {
    const slugs = []
    for (const name of ['Twin Pay', 'Twin-Pay']) {
      const made = await post(
        platform,
        input({ name, administratorEmail: `${name}@x.example`.replace(' ', '') }),
      )
      slugs.push(made.json().slug)
    }
    expect(slugs).toEqual(['twin-pay', 'twin-pay-2'])
  })
})

test('is nobody’s but the platform’s, whatever a role says', async () => {
  expect((await call(operator, `GET ${base}`)).statusCode).toBe(404)
  expect((await post(operator, input({ name: 'Mine' }))).statusCode).toBe(404)
  expect((await put(operator, `${tenant.id}/activation`, { isActive: true })).statusCode).toBe(404)
  expect((await put(platform, `${home.id}/activation`, { isActive: false })).statusCode).toBe(404)
  const seller = await makeUser(db, { tenant_id: tenant.id, user_type: 'tenant', permissions: [] })
  expect((await call(seller, `GET ${base}`)).statusCode).toBe(403)
})

test('is found by its name and by whether it works', async () => {
  const found = await call(platform, `GET ${base}?searchKey=ALDER&isActive=true`)
  expect(found.json()).toMatchObject({ count: 1, data: [{ name: 'Alder Pay', userCount: 2 }] })
  const none = await call(platform, `GET ${base}?searchKey=alder&isActive=false`)
  expect(none.json()).toMatchObject({ count: 0, data: [] })
})

test('a stale change is refused, and what is there stays', async () => {
  const { version, name, timeZone, locale } = await read(tenant.id)
  const body = { name, timeZone, locale, supportEmail: 'first@alder.example', version }
  expect((await put(platform, tenant.id, body)).json()).toMatchObject({ version: version + 1 })
  const stale = await put(platform, tenant.id, { ...body, supportEmail: 'second@alder.example' })
  expect([stale.statusCode, stale.json().code]).toEqual([409, 'resource.stale'])
  expect(await read(tenant.id)).toMatchObject({ supportEmail: 'first@alder.example' })
})

test('a time zone that is changed is kept with its end', async () => {
  const { version, name, timeZone, locale, supportEmail } = await read(tenant.id)
  const body = { name, locale, supportEmail, version }
  const past = async () =>
    (
      await db.owner.query(
        'select time_zone, until <= now() as ended from past_time_zone where tenant_id = $1',
        [tenant.id],
      )
    ).rows
  await put(platform, tenant.id, { ...body, timeZone })
  expect(await past()).toEqual([])
  const changed = { ...body, timeZone: 'Asia/Tokyo', version: version + 1 }
  expect((await put(platform, tenant.id, changed)).statusCode).toBe(200)
  expect(await past()).toEqual([{ time_zone: timeZone, ended: true }])
})

test('a name is taken however it is written', async () => {
  const named = (name: string, administratorEmail: string) =>
    post(platform, input({ name, administratorEmail }))
  expect((await named('İzmir Ödeme', 'one@izmir.example')).statusCode).toBe(201)
  for (const name of [
    'İzmir Ödeme',
    'izmir ödeme',
    'İzmir  Ödeme',
    'izmir\u00a0Ödeme',
    ' İzmir \u2009Ödeme',
  ]) {
    expect((await named(name, 'two@izmir.example')).statusCode, name).toBe(409)
  }
})

describe('features', () => {
  const turn = (name: string, isOn: boolean) =>
    put(platform, `${tenant.id}/features`, { name, isOn })

  test('one that is off takes its calls and its menu entries from everybody of the tenant', async () => {
    const own = `GET /api/tenants/${tenant.id}/details`
    const held = async () => (await call(operator, 'GET /api/users')).json().user.permissions
    expect(await held()).toContain('CRM.Support.Lookup')
    const both = await Promise.all([turn('support', false), turn('crm', false)])
    expect(both.map(({ statusCode }) => statusCode)).toEqual([200, 200])
    const { features } = await read(tenant.id)
    for (const name of ['support', 'crm']) expect(features).toContainEqual({ name, isOn: false })
    later()
    expect(await held()).not.toContain('CRM.Support.Lookup')
    expect(await held()).toContain('CRM.Transaction.View')
    expect((await call(operator, own)).statusCode).toBe(200)
    const rights = (await call(operator, `GET /api/users/permissions/${operator.id}`)).json()
    expect(rights.effective).toContainEqual({
      permission: 'CRM.Support.Lookup',
      from: ['role'],
      requiresCode: false,
      keptBy: 'support',
    })
    // the role can still be given by who has it
    const role = await call(operator, 'GET /api/users/roles-lookup/tenant')
    expect(role.json()).toContainEqual(expect.objectContaining({ id: operator.role_id }))
    await Promise.all([turn('support', true), turn('crm', true)])
    later()
    expect(await held()).toContain('CRM.Support.Lookup')
  })

  test.each(featureNames)(
    '%s, when it is off, takes its own permissions and no others',
    async (name) => {
      const held = async () => (await call(operator, 'GET /api/users')).json().user.permissions
      const before: string[] = await held()
      expect((await turn(name, false)).statusCode).toBe(200)
      later()
      const left: string[] = await held()
      const own = before.filter((one) => featurePermissions[name].includes(one))
      expect(own.length).toBeGreaterThan(0)
      expect(left).toEqual(before.filter((one) => !own.includes(one)))
      await turn(name, true)
      later()
      expect(await held()).toEqual(before)
    },
  )

  test('there is no other', async () => {
    expect((await turn('nobodys', false)).statusCode).toBe(400)
  })
})

describe('a suspended tenant', () => {
  test('is out: people, keys and sessions; and comes back', async () => {
    const merchant = await makeMerchant(db, { tenant_id: tenant.id })
    const { key } = await db.database.transaction(tenantScope(tenant.id), (tx) =>
      createApiKey(tx, { merchantId: merchant.id, name: 'Shop', mode: 2, now: new Date() }),
    )
    const useKey = () => findApiKey(db.database, key, new Date(clock), false)
    expect(await useKey()).toMatchObject({ merchantId: merchant.id })
    expect((await put(platform, `${tenant.id}/activation`, { isActive: false })).statusCode).toBe(
      200,
    )
    later()
    expect((await call(operator, 'GET /api/users')).statusCode).toBe(401)
    await expect(useKey()).rejects.toMatchObject({ status: 403, code: 'api_key.tenant_suspended' })
    const { rows } = await db.owner.query(
      'select signed_out_at from user_directory where user_id = $1',
      [operator.id],
    )
    expect(rows[0].signed_out_at).toBeInstanceOf(Date)
    await put(platform, `${tenant.id}/activation`, { isActive: true })
    later()
    expect((await call(operator, 'GET /api/users')).statusCode).toBe(200)
    expect(await useKey()).toMatchObject({ merchantId: merchant.id })
    const audit = (await call(platform, `GET /api/crm/audit/tenant/${tenant.id}`)).json()
    expect(audit.data.slice(0, 2)).toMatchObject([
      { action: 'tenants.set-active', before: { isActive: false }, after: { isActive: true } },
      { action: 'tenants.set-active', before: { isActive: true }, after: { isActive: false } },
    ])
  })
})
