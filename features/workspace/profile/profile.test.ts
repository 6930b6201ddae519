import { callerFinder } from '@counterfoil/features/access/sign-in-context/callers.public.ts'
import { createAccount, findAccount } from '@counterfoil/identity/accounts.ts'
import { makeMerchant, makeTenant, makeUser } from '@counterfoil/kit/testing/makers.ts'
import { testDatabase } from '@counterfoil/kit/testing/test-database.ts'
import { testServer } from '@counterfoil/kit/testing/test-server.ts'
import { expect, test } from 'vitest'
import { routes } from './profile.routes.ts'

const db = await testDatabase()
const { call } = await testServer(db, routes, callerFinder(db.database))
const tenant = await makeTenant(db, { time_zone: 'Europe/Istanbul' })
const merchant = await makeMerchant(db, { tenant_id: tenant.id })
const own = { tenant_id: tenant.id, user_type: 'tenant' as const, permissions: [] }
const user = await makeUser(db, own)
const colleague = await makeUser(db, { ...own, limited_to: [merchant.id] })
const path = '/api/user-profile'
const change = { firstName: 'İlknur', lastName: 'Işık', timeZone: 'Asia/Tokyo' }

const put = (who: typeof user, payload: object) => call(who, `PUT ${path}`, { payload })

test('name and time zone are the user’s own to change, for itself alone', async () => {
  const before = (await call(user, `GET ${path}`)).json()
  expect(before).toMatchObject({
    email: user.email,
    timeZone: null,
    tenantTimeZone: 'Europe/Istanbul',
  })
  expect((await put(user, change)).json()).toEqual({ ...before, ...change })
  expect((await call(user, `GET ${path}`)).json()).toEqual({ ...before, ...change })
  const other = (await call(colleague, `GET ${path}`)).json()
  expect([other.firstName, other.timeZone]).toEqual([colleague.first_name, null])
  // an operator limited to some merchants changes its own too
  expect((await put(colleague, { ...change, timeZone: null })).json()).toMatchObject({
    firstName: 'İlknur',
    timeZone: null,
  })
  const { rows } = await db.owner.query(
    `select before, after from audit_entry where record_id = $1 and action = 'profile.update'`,
    [user.id],
  )
  expect(rows).toEqual([
    {
      before: { firstName: user.first_name, lastName: user.last_name, timeZone: null },
      after: change,
    },
  ])
})

test('the change and its entry are one transaction', async () => {
  const someone = await makeUser(db, own)
  expect((await put(someone, change)).statusCode).toBe(200)
  const { rows } = await db.owner.query(
    `select count(*)::int from audit_entry a join app_user u on u.tenant_id = a.tenant_id and u.xmin = a.xmin and u.id = a.actor_id
     where a.record_id = $1`,
    [someone.id],
  )
  expect(rows).toEqual([{ count: 1 }])
})

test('the embedded identity provider knows it at once; nobody else’s account is touched', async () => {
  const foreign = await makeTenant(db)
  const people = [user, await makeUser(db, { ...own, tenant_id: foreign.id })]
  for (const [at, { id, tenant_id, email }] of people.entries()) {
    await createAccount(db.owner, {
      userId: id,
      tenantId: tenant_id,
      email,
      password: `long enough ${at}`,
      userType: 'tenant',
      givenName: 'Before',
      familyName: 'Before',
    })
  }
  await put(user, change)
  const [mine, theirs] = await Promise.all(people.map(({ id }) => findAccount(db.owner, id)))
  expect(mine).toMatchObject({ givenName: 'İlknur', familyName: 'Işık', timeZone: 'Asia/Tokyo' })
  expect(theirs).toMatchObject({ givenName: 'Before', familyName: 'Before', timeZone: null })
})

test('of a profile that was changed on both sides the newer counts', async () => {
  await put(user, change)
  await db.owner.query(
    `update identity.account set given_name = 'Later', profile_at = now() + interval '1 second' where user_id = $1`,
    [user.id],
  )
  expect(await findAccount(db.owner, user.id)).toMatchObject({ givenName: 'Later' })
})

test('the API says profiles to the provider and reads no account', async () => {
  const reading = db.database.shared.selectFrom('identity.account' as never).execute()
  await expect(reading).rejects.toThrow(/permission denied/)
})

test.each([
  [{ ...change, firstName: '  ' }, 'request.invalid'],
  [{ ...change, timeZone: 'Mars/Base' }, 'time_zone.unknown'],
  [{ ...change, email: 'other@people.example' }, 'request.invalid'],
])('%j is refused', async (payload, code) => {
  const answer = await put(user, payload)
  expect([answer.statusCode, answer.json().code]).toEqual([400, code])
})
