// What becomes of an invitation to somebody who is invited already.
import { callerFinder } from '@counterfoil/features/access/sign-in-context/callers.public.ts'
import { makeMerchant, makeTenant, makeUser } from '@counterfoil/kit/testing/makers.ts'
import { testDatabase } from '@counterfoil/kit/testing/test-database.ts'
import { testServer } from '@counterfoil/kit/testing/test-server.ts'
import { expect, test } from 'vitest'
import { routes } from './invitations.routes.ts'
import { routes as userRoutes } from './users.routes.ts'

const db = await testDatabase()
const { call } = await testServer(
  db,
  [...routes, ...userRoutes],
  callerFinder(db.database, Date.now),
)
const tenant = await makeTenant(db, { slug: 'northwind', name: 'Northwind Pay' })
const operator = (permissions: string[]) =>
  makeUser(db, { tenant_id: tenant.id, user_type: 'tenant', permissions })
const administrator = await operator(['manageCrmRoles', 'CRM.Dashboard.View'])
const colleague = await operator(['CRM.Dashboard.View'])
const input = {
  ...{ email: 'nora@northwind.example', firstName: 'Nora', lastName: 'Winder' },
  roleId: colleague.role_id,
}
const other = { ...input, firstName: 'Eleanor', roleId: administrator.role_id }

const inviteAs = (user: { id: string }, payload: object) =>
  call(user, 'POST /api/users/crm', { payload })
const stored = async () => {
  const { rows } = await db.owner.query(
    `select u.first_name, u.role_id, t.token_hash from app_user u join account_token t on t.user_id = u.id
     where u.email = $1`,
    [input.email],
  )
  return rows
}

test('it says as whom, and changes nothing unless it is meant', async () => {
  const { id } = (await inviteAs(administrator, input)).json()
  const before = await stored()
  const refused = (await inviteAs(administrator, other)).json()
  const role = await db.loader
    .selectFrom('role')
    .select('name')
    .where('id', '=', input.roleId)
    .executeTakeFirstOrThrow()
  expect(refused).toMatchObject({
    ...{ status: 409, code: 'user.invited_already', errors: [{ path: 'email' }] },
    params: { name: 'Nora Winder', role: role.name },
  })
  expect(await stored()).toEqual(before)

  const meant = await inviteAs(administrator, { ...other, again: true })
  expect(meant.json()).toMatchObject({ id, firstName: 'Eleanor' })
  const [after] = await stored()
  expect(after).toMatchObject({ first_name: 'Eleanor', role_id: other.roleId })
  expect(after.token_hash).not.toBe(before[0].token_hash)
})

test('whom one may not change one is not told of', async () => {
  const weak = await operator(['manageCrmRoles'])
  const refused = await inviteAs(weak, { ...input, roleId: weak.role_id })
  expect(refused.json()).toMatchObject({ status: 403, code: 'user.beyond' })
  expect(refused.body).not.toContain('Eleanor')
})

test('platform staff invite people of any tenant’s merchant, a tenant those of its own alone', async () => {
  const platform = await makeTenant(db, { is_platform: true })
  const foreign = await makeTenant(db)
  const merchant = await makeMerchant(db, { tenant_id: tenant.id })
  const seller = await makeUser(db, {
    ...{ tenant_id: tenant.id, merchant_id: merchant.id, user_type: 'merchant' },
    permissions: ['Merchant.Transaction.View'],
  })
  const permissions = ['manageMerchantRoles', 'Merchant.Transaction.View']
  const staff = await makeUser(db, {
    ...{ tenant_id: platform.id, user_type: 'platform', permissions },
  })
  const stranger = await makeUser(db, {
    ...{ tenant_id: foreign.id, user_type: 'tenant', permissions },
  })
  const payload = {
    ...input,
    ...{ email: 'cashier@harbour.example', roleId: seller.role_id, merchantId: merchant.id },
  }
  expect((await inviteAs(stranger, payload)).statusCode).toBe(422)
  expect((await inviteAs(staff, payload)).statusCode).toBe(201)
  const { rows } = await db.owner.query(
    'select tenant_id, merchant_id from app.app_user where email = $1',
    [payload.email],
  )
  expect(rows).toEqual([{ tenant_id: tenant.id, merchant_id: merchant.id }])
  const entries = await db.owner.query(
    `select tenant_id, actor_id from app.audit_entry where action = 'users.invite' and merchant_id = $1`,
    [merchant.id],
  )
  expect(entries.rows).toEqual([{ tenant_id: tenant.id, actor_id: staff.id }])
})

test('an operator is limited to merchants from the first moment, and a second invitation lifts nothing', async () => {
  const [own, also] = [
    await makeMerchant(db, { tenant_id: tenant.id }),
    await makeMerchant(db, { tenant_id: tenant.id }),
  ]
  const strange = await makeMerchant(db, { tenant_id: (await makeTenant(db)).id })
  const payload = { ...input, email: 'agent@northwind.example' }
  const unknown = await inviteAs(administrator, { ...payload, merchantIds: [own.id, strange.id] })
  expect(unknown.json()).toMatchObject({
    ...{ status: 422, code: 'user.limit_unknown', errors: [{ path: 'merchantIds' }] },
  })
  const { id } = (await inviteAs(administrator, { ...payload, merchantIds: [own.id] })).json()
  const limits = async () => {
    const { rows } = await db.owner.query(
      'select merchant_id as id from app.user_merchant_limit where user_id = $1',
      [id],
    )
    return rows.map((row) => row.id)
  }
  expect(await limits()).toEqual([own.id])
  await inviteAs(administrator, { ...payload, again: true })
  expect(await limits()).toEqual([own.id])
  await inviteAs(administrator, { ...payload, again: true, merchantIds: [also.id] })
  expect(await limits()).toEqual([also.id])
  const { rows } = await db.owner.query(
    `select after -> 'merchants' as merchants from app.audit_entry where record_id = $1 order by id`,
    [id],
  )
  expect(rows.map(({ merchants }) => merchants)).toEqual([[own.id], null, [also.id]])
})

test('only an operator is limited to merchants', async () => {
  const merchant = await makeMerchant(db, { tenant_id: tenant.id })
  const seller = await makeUser(db, {
    ...{ tenant_id: tenant.id, merchant_id: merchant.id, user_type: 'merchant', permissions: [] },
  })
  const manager = await operator(['manageMerchantRoles'])
  const refused = await inviteAs(manager, {
    ...{ ...input, email: 'clerk@harbour.example', roleId: seller.role_id },
    ...{ merchantId: merchant.id, merchantIds: [merchant.id] },
  })
  expect(refused.json()).toMatchObject({ status: 422, code: 'user.not_limitable' })
})

test('who was invited while the address signed in elsewhere stays one user, with the limits, once it is free', async () => {
  const elsewhere = await makeUser(db, {
    ...{ tenant_id: (await makeTenant(db)).id, user_type: 'tenant' },
    email: 'moving@people.example',
  })
  const payload = { ...input, email: elsewhere.email }
  const first = (await inviteAs(administrator, payload)).json()
  const merchant = await makeMerchant(db, { tenant_id: tenant.id })
  await db.loader
    .insertInto('user_merchant_limit')
    .values({ tenant_id: tenant.id, user_id: first.id, merchant_id: merchant.id })
    .execute()
  await db.owner.query(`update app.user_directory set email = 'gone' where user_id = $1`, [
    elsewhere.id,
  ])
  const again = await inviteAs(administrator, { ...payload, again: true })
  expect([again.statusCode, again.json().id]).toEqual([201, first.id])
  const { rows } = await db.owner.query(
    'select user_id, tenant_id from app.user_directory where email = $1',
    [elsewhere.email],
  )
  expect(rows).toEqual([{ user_id: first.id, tenant_id: tenant.id }])
})

test('the page of somebody who is invited says why they cannot come in: no e-mail went out, or its link is over', async () => {
  const email = 'no-mailbox@northwind.example'
  const { id } = (await inviteAs(administrator, { ...input, email })).json()
  const said = async () => (await call(administrator, `GET /api/users/crm/${id}`)).json()
  const fail = (failure: string) =>
    db.owner.query('update mail set failure = $2 where recipient = $1', [email, failure])
  expect(await said()).toMatchObject({ status: 'Invited', invitationFault: null })
  await fail('550 no such mailbox')
  expect(await said()).toMatchObject({ status: 'Invited', invitationFault: 'failed' })
  await fail('no_mail_server')
  expect(await said()).toMatchObject({ invitationFault: 'kept' })
  await inviteAs(administrator, { ...input, email, again: true })
  expect(await said()).toMatchObject({ invitationFault: null })
  await db.owner.query(
    `update account_token set expires_at = now() - interval '1 minute' where user_id = $1`,
    [id],
  )
  expect(await said()).toMatchObject({ status: 'Invited', invitationFault: 'expired' })
})
