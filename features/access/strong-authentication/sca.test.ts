// One-time codes before actions, through the API and the identity provider's own check of codes.
import { randomBytes } from 'node:crypto'
import { routes as roleRoutes } from '@counterfoil/features/access/roles/roles.routes.ts'
import { callerFinder } from '@counterfoil/features/access/sign-in-context/callers.public.ts'
import { routes as rightsRoutes } from '@counterfoil/features/access/users/user-permissions.routes.ts'
import { routes as peopleRoutes } from '@counterfoil/features/access/users/users.routes.ts'
import { createAccount } from '@counterfoil/identity/accounts.ts'
import { confirmCode } from '@counterfoil/identity/confirm-code.ts'
import { codeAt, newSecret, stepOfCode } from '@counterfoil/identity/one-time-codes.ts'
import { signIn } from '@counterfoil/identity/sign-in.ts'
import { endpoint } from '@counterfoil/kit/contract/endpoint.ts'
import { secretBox } from '@counterfoil/kit/database/secret-box.ts'
import { route } from '@counterfoil/kit/server/request/route.ts'
import { makeTenant, makeUser } from '@counterfoil/kit/testing/makers.ts'
import { testDatabase } from '@counterfoil/kit/testing/test-database.ts'
import { testServer } from '@counterfoil/kit/testing/test-server.ts'
import { Secret, TOTP } from 'otpauth'
import pg from 'pg'
import pino from 'pino'
import { afterAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { confirmByCode, confirmBySignIn } from './sca.public.ts'

const db = await testDatabase()
const pool = new pg.Pool({ connectionString: db.urls.identity, max: 4 })
afterAll(() => pool.end())
const log = pino({ level: 'silent' })
const box = secretBox(randomBytes(32))

const view = endpoint({
  ...{ id: 'test.view', method: 'GET', path: '/api/test/view', summary: 'A guarded view' },
  permission: 'CRM.Lead.View',
  answer: z.object({ ok: z.boolean() }),
})
const taken = endpoint({
  ...{ id: 'test.export', method: 'GET', path: '/api/test/taken', summary: 'A guarded file' },
  permission: 'CRM.Lead.View',
  query: z.object({ search: z.string().optional() }),
  answer: z.string(),
  contentType: 'text/plain',
})

/** What a code confirms together with what is sent. */
let payment = { version: 1, left: 1000 }
const pay = endpoint({
  ...{ id: 'test.pay', method: 'POST', path: '/api/test/pay', summary: 'A guarded change' },
  permission: 'CRM.Lead.View',
  body: z.strictObject({ amount: z.int().optional() }),
  answer: z.object({ ok: z.boolean() }),
})

const count = endpoint({
  ...{ id: 'test.count', method: 'GET', path: '/api/test/count', summary: 'Another guarded view' },
  permission: ['CRM.Dashboard.View', 'CRM.Lead.View'],
  answer: z.object({ ok: z.boolean() }),
})
const change = endpoint({
  ...{ id: 'test.change', method: 'PUT', path: '/api/test/view', summary: 'A guarded change' },
  permission: 'CRM.Lead.View',
  answer: z.object({ ok: z.boolean() }),
})

let clockMs = 0
const { call } = await testServer(
  db,
  [
    ...roleRoutes,
    ...rightsRoutes,
    ...peopleRoutes,
    route(view, async () => ({ ok: true })),
    route(count, async () => ({ ok: true })),
    route(change, async () => ({ ok: true })),
    route(taken, async () => 'file'),
    route(pay, async () => ({ ok: true }), { confirmedState: async () => payment }),
  ],
  callerFinder(db.database, () => clockMs++ * 10_000),
  confirmByCode(db.database, (tried) => confirmCode({ pool, log, box }, tried)),
)
const tenant = await makeTenant(db)
const held = ['manageCrmRoles', 'CRM.Dashboard.View', 'CRM.Lead.View']

/** Somebody with an authenticator app, which shows the codes of an hour ahead one by one. */
async function someone(scaRequired: readonly string[] = []) {
  const user = await makeUser(db, { tenant_id: tenant.id, user_type: 'tenant', permissions: held })
  await db.owner.query('update role set sca_required_permissions = $2 where id = $1', [
    ...[user.role_id, scaRequired],
  ])
  const totpSecret = newSecret()
  await createAccount(pool, {
    ...{
      userId: user.id,
      tenantId: tenant.id,
      email: user.email,
      password: 'a password of my own',
    },
    ...{ userType: 'tenant', givenName: 'Ada', familyName: 'Tester' },
    totpSecret: box.seal(totpSecret, user.id),
  })
  return { user, code: (steps = 0) => codeAt(totpSecret, new Date(Date.now() + steps * 30_000)) }
}
/** As if the codes so far were used long ago. */
const forget = (user: { id: string }) =>
  db.owner.query('update identity.account set totp_last_step = null where user_id = $1', [user.id])

let named = 0
const makeRole = (
  user: { id: string },
  headers: Record<string, string> = {},
  name = `Made with a code ${++named}`,
) =>
  call(user, 'POST /api/users/roles/tenant', {
    payload: { name, permissions: ['CRM.Dashboard.View'] },
    headers,
  })
const other = await makeUser(db, { tenant_id: tenant.id, user_type: 'tenant' })

describe('RFC 6238', () => {
  const seed = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
  test.each([
    [59, '94287082'],
    [1111111109, '07081804'],
    [1111111111, '14050471'],
    [1234567890, '89005924'],
    [2000000000, '69279037'],
    [20000000000, '65353130'],
  ])('at %d the vector is %s, of which we take the last six', (seconds, vector) => {
    const totp = new TOTP({ secret: Secret.fromBase32(seed), digits: 8 })
    expect(totp.generate({ timestamp: seconds * 1000 })).toBe(vector)
    expect(codeAt(seed, new Date(seconds * 1000))).toBe(vector.slice(-6))
  })

  test('a code of one step before or after is taken, of two is not', () => {
    const now = new Date(1_700_000_000_000)
    const step = Math.floor(now.getTime() / 30_000)
    for (const off of [-1, 0, 1]) {
      const shown = codeAt(seed, new Date(now.getTime() + off * 30_000))
      expect(stepOfCode(seed, shown, now)).toBe(step + off)
    }
    for (const off of [-2, 2]) {
      const shown = codeAt(seed, new Date(now.getTime() + off * 30_000))
      expect(stepOfCode(seed, shown, now)).toBeUndefined()
    }
  })
})

describe('a change of roles [users.role-sca]', () => {
  test('is challenged without a code, and done with one, which counts once', async () => {
    const { user, code } = await someone()
    const refused = await makeRole(user, {}, 'The same')
    expect(refused.statusCode).toBe(401)
    expect(refused.json()).toMatchObject({
      code: 'sca.required',
      challenge: { kind: 'code', action: 'roles.create', id: expect.any(String) },
    })
    expect(refused.headers['www-authenticate']).toContain('sca.required')
    const scaChallenge = refused.json().challenge.id
    const scaCode = code()
    const repeated = await makeRole(user, { scaCode, scaChallenge }, 'The same')
    expect(repeated.statusCode).toBe(201)
    const again = await makeRole(user, { scaCode }, 'Unasked')
    expect(again.json()).toMatchObject({ status: 401, code: 'sca.code_wrong' })
    // a code may also come unasked, as the documents have it
    expect((await makeRole(user, { scaCode: code(1) }, 'Unasked')).statusCode).toBe(201)
  })

  test('of two requests with one code, one is done', async () => {
    const { user, code } = await someone()
    const scaCode = code()
    const answers = await Promise.all([1, 2, 3].map(() => makeRole(user, { scaCode })))
    expect(answers.map((one) => one.statusCode).sort()).toEqual([201, 401, 401])
  })

  test('is not done with a code that was asked for something else, and no code is spent on that', async () => {
    const { user, code } = await someone()
    const rights = `PUT /api/users/permissions/${other.id}`
    const payload = { permissions: [] }
    const asked = (await call(user, rights, { payload })).json().challenge
    expect(asked).toMatchObject({
      ...{ action: 'people.save-rights' },
      recordId: expect.stringMatching(new RegExp(`^${other.id}/[0-9a-f]{64}$`)),
    })
    const headers = { scaCode: code(), scaChallenge: asked.id }
    expect((await makeRole(user, headers)).json().code).toBe('sca.wrong_action')
    const elsewhere = `PUT /api/users/permissions/${user.id}`
    expect((await call(user, elsewhere, { payload, headers })).json().code).toBe('sca.wrong_action')
    const stranger = await someone()
    const theirs = { ...headers, scaCode: stranger.code() }
    expect((await call(stranger.user, rights, { payload, headers: theirs })).json().code).toBe(
      'sca.wrong_action',
    )
    expect((await call(user, rights, { payload, headers })).statusCode).toBe(200)
  })

  test('of what is made or decided by what is sent, a code that was asked for one serves no other', async () => {
    const { user, code } = await someone()
    const make = (permissions: string[], headers: Record<string, string> = {}) =>
      call(user, 'POST /api/users/roles/tenant', {
        payload: { name: `Asked for ${permissions}`, permissions },
        headers,
      })
    const asked = (await make(['CRM.Dashboard.View'])).json().challenge
    expect(asked.recordId).toMatch(/^tenant\/[0-9a-f]{64}$/)
    const headers = { scaCode: code(), scaChallenge: asked.id }
    expect((await make(['CRM.Lead.View'], headers)).json().code).toBe('sca.wrong_action')
    expect((await make(['CRM.Dashboard.View'], headers)).statusCode).toBe(201)
    // the challenge is spent, as the code is
    await forget(user)
    const again = await make(['CRM.Dashboard.View'], { ...headers, scaCode: code() })
    expect(again.statusCode).toBe(401)
  })

  test('is not done with a code that comes unasked while one is asked for something else', async () => {
    const { user, code } = await someone()
    const rights = `PUT /api/users/permissions/${other.id}`
    const payload = { permissions: [] }
    const asked = (await call(user, rights, { payload })).json().challenge
    const refused = await makeRole(user, { scaCode: code() }, 'Not that one')
    expect(refused.json().code).toBe('sca.wrong_action')
    const headers = { scaCode: code(), scaChallenge: asked.id }
    expect((await call(user, rights, { payload, headers })).statusCode).toBe(200)
    // the one that the refusal asked for is answered, or waits until it is too old
    await db.owner.query(
      'update sca_challenge set expires_at = now() - make_interval(secs => 1) where user_id = $1',
      [user.id],
    )
    expect((await makeRole(user, { scaCode: code(1) }, 'Not that one')).statusCode).toBe(201)
  })

  test.each(['x', '0', `${'a'.repeat(8)}-1`])(
    'is not done with a code for a challenge %s that is none',
    async (scaChallenge) => {
      const { user, code } = await someone()
      const refused = await makeRole(user, { scaCode: code(), scaChallenge })
      expect(refused.json()).toMatchObject({ status: 401, code: 'sca.wrong_action' })
    },
  )

  test('of a record that the address names, a code serves what was sent with it alone', async () => {
    const { user, code } = await someone()
    const give = (permissions: string[], headers: Record<string, string> = {}) =>
      call(user, `PUT /api/users/permissions/${other.id}`, { payload: { permissions }, headers })
    const asked = (await give([])).json().challenge
    const headers = { scaCode: code(), scaChallenge: asked.id }
    expect((await give(['CRM.Lead.View'], headers)).json().code).toBe('sca.wrong_action')
    expect((await give([], headers)).statusCode).toBe(200)
  })

  test('of a file that is taken out, a code serves the filters that it was asked for', async () => {
    const { user, code } = await someone(['CRM.Lead.View'])
    const take = (search: string, headers: Record<string, string> = {}) =>
      call(user, `GET /api/test/taken?search=${search}`, { headers })
    const asked = (await take('one')).json().challenge
    const headers = { scaCode: code(), scaChallenge: asked.id }
    expect((await take('', headers)).json().code).toBe('sca.wrong_action')
    expect((await take('one', headers)).statusCode).toBe(200)
  })

  test('of somebody without an app says so, and locks nobody', async () => {
    const user = await makeUser(db, {
      tenant_id: tenant.id,
      user_type: 'tenant',
      permissions: held,
    })
    for (let tried = 0; tried < 7; tried++) {
      const refused = await makeRole(user, { scaCode: '123456' }, 'Without an app')
      expect(refused.json().code).toBe('sca.not_enrolled')
    }
  })

  test('locks after repeated wrong codes, also for the right one, until it is lifted', async () => {
    const { user, code } = await someone()
    const guess = (scaCode: string) => makeRole(user, { scaCode }, 'Guessed')
    for (let tried = 0; tried < 5; tried++) {
      expect((await guess('000000')).json().code).toBe('sca.code_wrong')
    }
    expect((await guess(code())).json().code).toBe('sca.locked')
    const helper = await makeUser(db, {
      tenant_id: tenant.id,
      user_type: 'tenant',
      permissions: held,
    })
    expect((await call(helper, `PUT /api/users/${user.id}/unlock`)).statusCode).toBe(200)
    expect((await guess(code())).statusCode).toBe(201)
  })
})

test('that a code was refused is told of, with the request and where it came from', async () => {
  const { user } = await someone()
  const refused = await makeRole(user, { scaCode: '000000' })
  expect(refused.json().code).toBe('sca.code_wrong')
  const { rows } = await db.owner.query(
    'select kind, details from app.account_event where user_id = $1',
    [user.id],
  )
  const from = {
    ...{ ip: '127.0.0.1', requestId: refused.headers['x-request-id'] },
    userAgent: 'lightMyRequest',
  }
  expect(rows).toEqual([
    { kind: 'confirmation_refused', details: { reason: 'wrong_code', ...from } },
  ])
})

test('wrong codes are counted past sign-ins that ask for none, until a right one comes', async () => {
  const { user, code } = await someone()
  const say = async (scaCode: string) =>
    (await makeRole(user, { scaCode }, 'Said in between')).json().code
  const signInAgain = async () => {
    const from = { ip: '::1', userAgent: '', requestId: 'r-1' }
    const tried = { email: user.email, password: 'a password of my own', ...from }
    return (await signIn({ pool, log, box, isDemo: false }, tried)).kind
  }
  for (let tried = 0; tried < 4; tried++) expect(await say('000000')).toBe('sca.code_wrong')
  expect(await signInAgain()).toBe('success')
  // time lifts them no more than the password does
  await db.owner.query(
    `update identity.account set last_failed_code_at = now() - interval '1 hour' where user_id = $1`,
    [user.id],
  )
  expect(await say('000000')).toBe('sca.code_wrong')
  expect(await say(code())).toBe('sca.locked')
  expect(await signInAgain()).toBe('refused')

  const patient = await someone()
  for (const round of [0, 1]) {
    const say = (scaCode: string) => makeRole(patient.user, { scaCode }, `Said patiently ${round}`)
    for (let tried = 0; tried < 4; tried++) await say('000000')
    expect((await say(patient.code(round))).statusCode).toBe(201)
  }
})

describe('what a role guards with codes', () => {
  test('asks each time for a change, and for a record at a time [users.change-sca]', async () => {
    const { user, code } = await someone(['manageCrmRoles'])
    const deactivate = (id: string, headers = {}) =>
      call(user, `PUT /api/users/${id}/activation`, { payload: { isActive: false }, headers })
    const person = () => makeUser(db, { tenant_id: tenant.id, user_type: 'tenant' })
    const [one, two] = [await person(), await person()]
    expect((await deactivate(one.id)).json().challenge).toMatchObject({
      recordId: expect.stringMatching(`^${one.id}/`),
    })
    expect((await deactivate(one.id, { scaCode: code() })).statusCode).toBe(200)
    expect((await deactivate(two.id)).json().code).toBe('sca.required')
    const unguarded = await someone()
    expect(
      (
        await call(unguarded.user, `PUT /api/users/${two.id}/activation`, {
          payload: { isActive: true },
        })
      ).statusCode,
    ).toBe(200)
  })

  test('serves the record as it was when the code was asked for, in the mode of then', async () => {
    const { user, code } = await someone(['CRM.Lead.View'])
    const send = (headers = {}) => call(user, 'POST /api/test/pay', { payload: {}, headers })
    const inTest = { scaChallenge: (await send({ mode: 'Test' })).json().challenge.id }
    expect((await send({ ...inTest, scaCode: code() })).json().code).toBe('sca.wrong_action')
    const { challenge } = (await send()).json()
    payment = { version: 2, left: 400 }
    const headers = { scaCode: code(), scaChallenge: challenge.id }
    const refused = (await send(headers)).json()
    expect(refused.code).toBe('sca.wrong_action')
    const again = { scaCode: code(), scaChallenge: refused.challenge.id }
    expect((await send(again)).statusCode).toBe(200)
  })

  test('opens what is looked at for a quarter of an hour with one code', async () => {
    const { user, code } = await someone(['CRM.Lead.View'])
    expect((await call(user, 'GET /api/test/view')).json().code).toBe('sca.required')
    expect(
      (await call(user, 'GET /api/test/view', { headers: { scaCode: code() } })).statusCode,
    ).toBe(200)
    expect((await call(user, 'GET /api/test/view')).statusCode).toBe(200)
    await db.owner.query(
      "update sca_challenge set confirmed_at = confirmed_at - interval '16 minutes'",
    )
    expect((await call(user, 'GET /api/test/view')).json().code).toBe('sca.required')
    await forget(user)
    // an input that is wrong spends no code
    const wrong = await call(user, 'POST /api/users/roles/tenant', {
      ...{ payload: { name: '' }, headers: { scaCode: code() } },
    })
    expect(wrong.statusCode).toBe(400)
    const scaChallenge = (await makeRole(user, {}, 'Well typed')).json().challenge.id
    const done = await makeRole(user, { scaCode: code(), scaChallenge }, 'Well typed')
    expect(done.statusCode).toBe(201)
  })

  test('asks once for another role, which needs a code by itself too [users.role-sca]', async () => {
    const { user, code } = await someone(['manageCrmRoles'])
    const person = await makeUser(db, { tenant_id: tenant.id, user_type: 'tenant' })
    const role = await makeUser(db, {
      ...{ tenant_id: tenant.id, user_type: 'tenant', permissions: ['CRM.Lead.View'] },
    })
    const give = (headers = {}) =>
      call(user, `PUT /api/users/crm/${person.id}`, {
        payload: { firstName: 'Ada', lastName: 'King', roleId: role.role_id },
        headers,
      })
    const { challenge } = (await give()).json()
    expect(challenge.action).toBe('people.update')
    expect((await give({ scaCode: code(), scaChallenge: challenge.id })).statusCode).toBe(200)
  })

  test('opens all that a page looks at with one code, and no change', async () => {
    const { user, code } = await someone(['CRM.Lead.View'])
    const paths = ['view', 'view', 'count']
    const asked = await Promise.all(paths.map((path) => call(user, `GET /api/test/${path}`)))
    const challenges = asked.map((one) => one.json().challenge)
    expect(challenges.map(({ action }) => action)).toEqual(Array(3).fill('read CRM.Lead.View'))
    const headers = { scaCode: code(), scaChallenge: challenges[0].id }
    expect((await call(user, 'GET /api/test/view', { headers })).statusCode).toBe(200)
    for (const path of paths)
      expect((await call(user, `GET /api/test/${path}`)).statusCode).toBe(200)
    // what was typed for the others meanwhile is not refused, and not spent
    const late = { scaCode: code(1), scaChallenge: challenges[2].id }
    expect((await call(user, 'GET /api/test/count', { headers: late })).statusCode).toBe(200)
    const put = (headers = {}) => call(user, 'PUT /api/test/view', { headers })
    const refused = await put()
    expect(refused.json()).toMatchObject({
      code: 'sca.required',
      challenge: { action: 'test.change' },
    })
    expect((await put(headers)).json().code).toBe('sca.wrong_action')
    const scaChallenge = refused.json().challenge.id
    expect((await put({ scaCode: code(1), scaChallenge })).statusCode).toBe(200)
    expect((await put()).json().code).toBe('sca.required')
  })

  test('opens by any of the guarded permissions by which it may be looked at', async () => {
    const { user, code } = await someone(['CRM.Dashboard.View', 'CRM.Lead.View'])
    const headers = { scaCode: code() }
    expect((await call(user, 'GET /api/test/view', { headers })).statusCode).toBe(200)
    expect((await call(user, 'GET /api/test/count')).statusCode).toBe(200)
    const stranger = await someone(['CRM.Dashboard.View', 'CRM.Lead.View'])
    const theirs = await call(stranger.user, 'GET /api/test/count')
    expect(theirs.json().code).toBe('sca.required')
  })
})

describe('with another identity provider (RFC 9470)', () => {
  const asked = { acrValues: ['urn:mfa', 'urn:key'], maxAgeS: 300 }
  let claims: Record<string, unknown> = {}
  const readToken = async () => ({
    issuer: 'x',
    subject: 'x',
    email: undefined,
    isEmailUnverified: false,
    profile: undefined,
    expiresAt: new Date(),
    issuedAtS: undefined,
    claims,
  })
  const ago = (seconds: number) => Math.floor(Date.now() / 1000) - seconds

  test('the sign-in itself confirms: as strong and as fresh as is asked, else it is asked for again', async () => {
    const find = callerFinder(db.database)
    const theirs = await testServer(db, roleRoutes, find, confirmBySignIn(readToken, asked))
    const { user } = await someone()
    const make = () =>
      theirs.call(user, 'POST /api/users/roles/tenant', {
        payload: { name: `Made by a sign-in ${++named}`, permissions: ['CRM.Dashboard.View'] },
        // a code of the embedded provider's is nothing here
        headers: { scaCode: '000000' },
      })
    const count = async () =>
      (await db.owner.query('select count(*)::int as n from role')).rows[0].n as number
    const before = await count()
    for (const said of [
      {},
      { acr: 'urn:mfa', auth_time: ago(600) },
      { acr: 'urn:password', auth_time: ago(1) },
    ]) {
      claims = said
      const refused = await make()
      expect(refused.statusCode).toBe(401)
      const header = String(refused.headers['www-authenticate'])
      expect(header).toMatch(/^Bearer error="insufficient_user_authentication"/)
      expect(header).toContain('acr_values="urn:mfa urn:key"')
      expect(header).toContain('max_age="300"')
      expect(refused.json()).toMatchObject({
        code: 'sca.sign_in_again',
        challenge: { kind: 'sign-in', action: 'roles.create', acrValues: 'urn:mfa urn:key' },
      })
    }
    expect(await count()).toBe(before)
    const unset = confirmBySignIn(readToken, { ...asked, acrValues: [] })
    const plain = await testServer(db, roleRoutes, find, unset)
    claims = { acr: 'urn:key', auth_time: ago(10) }
    const unoffered = await plain.call(user, 'POST /api/users/roles/tenant', {
      payload: { name: 'Made by no sign-in', permissions: ['CRM.Dashboard.View'] },
    })
    expect(unoffered.json()).toMatchObject({ status: 403, code: 'sca.not_set_up' })
    expect((await make()).statusCode).toBe(201)
    expect(await count()).toBe(before + 1)
  })
})
