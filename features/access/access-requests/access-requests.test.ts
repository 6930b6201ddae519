import { permissionsOf } from '@counterfoil/features/access/roles/permissions.rules.ts'
import { callerFinder } from '@counterfoil/features/access/sign-in-context/callers.public.ts'
import { makeMerchant, makeTenant, makeUser } from '@counterfoil/kit/testing/makers.ts'
import { testDatabase } from '@counterfoil/kit/testing/test-database.ts'
import { testServer } from '@counterfoil/kit/testing/test-server.ts'
import { expect, test } from 'vitest'
import { routes } from './access-requests.routes.ts'

const db = await testDatabase()
const { call } = await testServer(db, routes, callerFinder(db.database))
const tenant = await makeTenant(db)
const foreign = await makeTenant(db)
const shop = await makeMerchant(db, { tenant_id: tenant.id })
const rival = await makeMerchant(db, { tenant_id: tenant.id })
type Some = Partial<Parameters<typeof makeUser>[1]>
const operator = (some: Some = {}) =>
  makeUser(db, { tenant_id: tenant.id, user_type: 'tenant', ...some })
const ofMerchant = (merchant_id: string, permissions: string[] = []) =>
  makeUser(db, { tenant_id: tenant.id, user_type: 'merchant', merchant_id, permissions })
type Person = Awaited<ReturnType<typeof makeUser>>

const administrator = await operator({ permissions: permissionsOf('tenant') })
// who gives rights but not this one; who has it but gives none; who may not see the merchant; who is of elsewhere
await operator({ permissions: ['manageCrmRoles', 'CRM.Task.View'] })
await operator({ permissions: permissionsOf('tenant').filter((one) => !one.startsWith('manage')) })
await operator({ permissions: permissionsOf('tenant'), limited_to: [rival.id] })
await operator({ permissions: permissionsOf('tenant'), is_active: false })
await makeUser(db, {
  ...{ tenant_id: foreign.id, user_type: 'tenant', permissions: permissionsOf('tenant') },
})

const ask = (by: Person, permissions: string[], page = 'Leads') =>
  call(by, 'POST /api/access-requests', { payload: { permissions, page } })
const mailsTo = async (user: Person) =>
  (
    await db.loader
      .selectFrom('mail')
      .select(['subject', 'text_body'])
      .where('recipient', '=', user.email)
      .execute()
  ).map(({ subject, text_body }) => `${subject}\n${text_body}`)
const recipients = async () => {
  const rows = await db.loader.selectFrom('mail').select('recipient').execute()
  return rows.map(({ recipient }) => recipient)
}
const forgetMails = () => db.loader.deleteFrom('mail').execute()

test('people who can give the permission are notified once a day, with the person, the page and the way there [audit access-requests.ask-for-access]', async () => {
  const clerk = await operator({ permissions: ['CRM.Dashboard.View'] })
  const asked = await ask(clerk, ['CRM.Lead.View'])
  expect(asked.statusCode).toBe(200)
  expect(await recipients()).toEqual([administrator.email])
  const [mail] = await mailsTo(administrator)
  const entries = await db.loader
    .selectFrom('audit_entry')
    .select(['actor_id', 'after'])
    .where('action', '=', 'access-requests.ask-for-access')
    .where('record_id', '=', clerk.id)
    .execute()
  expect(entries).toMatchObject([
    { actor_id: clerk.id, after: { permissions: ['CRM.Lead.View'], page: 'Leads' } },
  ])
  for (const part of [clerk.last_name, 'Leads', 'CRM.Lead.View', `/crm/users/crm/${clerk.id}`]) {
    expect(mail).toContain(part)
  }
  expect((await ask(clerk, ['CRM.Lead.View'])).json()).toEqual(asked.json())
  expect(await recipients()).toHaveLength(1)
  const path = 'GET /api/access-requests?permissions='
  expect((await call(clerk, `${path}CRM.Lead.View,CRM.Lead.Edit`)).json()).toEqual(asked.json())
  expect((await call(clerk, `${path}CRM.Task.View`)).json()).toEqual({ askedAt: null })
  expect((await call(administrator, `${path}CRM.Lead.View`)).json()).toEqual({ askedAt: null })
  await db.loader
    .updateTable('access_request')
    .set({ asked_at: new Date(Date.now() - 25 * 3_600_000) })
    .execute()
  await ask(clerk, ['CRM.Lead.View'])
  expect(await recipients()).toHaveLength(2)
  await forgetMails()
})

test('two clicks at once are one', async () => {
  const clerk = await operator()
  await Promise.all([1, 2, 3].map(() => ask(clerk, ['CRM.Lead.View'])))
  expect(await recipients()).toEqual([administrator.email])
  await forgetMails()
})

test('a merchant’s user asks their own administrators, and the tenant’s where there are none', async () => {
  const till = await ofMerchant(shop.id)
  const wanted = 'Merchant.Transaction.View'
  await ask(till, [wanted], 'Transaction lookup')
  expect(await recipients()).toEqual([administrator.email])
  expect((await mailsTo(administrator))[0]).toContain(`/crm/users/merchant/${till.id}`)
  await forgetMails()
  const keeper = await ofMerchant(shop.id, ['Merchant.UserManagement.Users', wanted])
  const other = await ofMerchant(shop.id)
  await ask(other, [wanted], 'Transaction lookup')
  expect(await recipients()).toEqual([keeper.email])
  expect((await mailsTo(keeper))[0]).toContain(`/merchant/users/merchant-management/${other.id}`)
  await forgetMails()
})

test('the notification leads to the user', async () => {
  const clerk = await operator()
  await ask(clerk, ['CRM.Lead.View'])
  const { rows } = await db.owner.query(
    `select data from pgboss.job where name = 'notifications.fan-out' order by created_on desc limit 1`,
  )
  expect(rows[0].data).toMatchObject({
    to: { userIds: [administrator.id] },
    title: { en: `${clerk.first_name} ${clerk.last_name} asks for access to “Leads”` },
    objectUrl: `/crm/users/crm/${clerk.id}`,
  })
  await forgetMails()
})

test.each([
  ['what does not exist', ['CRM.Nothing.View'], 422, 'access_request.unknown'],
  ['what is of another audience', ['Merchant.Transaction.View'], 422, 'access_request.unknown'],
  ['what they hold', ['CRM.Dashboard.View'], 409, 'access_request.held'],
])('nobody asks for %s', async (_, permissions, status, code) => {
  const clerk = await operator({ permissions: ['CRM.Dashboard.View'] })
  const answer = await ask(clerk, permissions)
  expect([answer.statusCode, answer.json().code]).toEqual([status, code])
  await forgetMails()
})

test('where nobody can give it, that is said', async () => {
  const alone = await makeUser(db, { tenant_id: (await makeTenant(db)).id, user_type: 'tenant' })
  expect((await ask(alone, ['CRM.Lead.View'])).json().code).toBe('access_request.nobody')
})
