// A tenant's people sign in at the tenant's own provider, set up by calls as the screen makes them.
import { createHmac, randomBytes, randomUUID } from 'node:crypto'
import { permissionsOf } from '@counterfoil/features/access/roles/permissions.rules.ts'
import { callerFinder } from '@counterfoil/features/access/sign-in-context/callers.public.ts'
import { routes as userRoutes } from '@counterfoil/features/access/users/users.routes.ts'
import {
  Browser,
  codeOf,
  type Page,
  PortalClient,
  walkToPortal,
} from '@counterfoil/identity/testing/browser.ts'
import {
  password,
  portalUrl,
  secretsKey,
  startTestIdentity,
} from '@counterfoil/identity/testing/test-identity.ts'
import { runWorker } from '@counterfoil/kit/jobs/worker.ts'
import { makeTenant, makeUser } from '@counterfoil/kit/testing/makers.ts'
import { testDatabase } from '@counterfoil/kit/testing/test-database.ts'
import { sampleCode, testServer } from '@counterfoil/kit/testing/test-server.ts'
import { openProviders } from '@counterfoil/providers/providers.ts'
import { decodeJwt } from 'jose'
import { Events, OAuth2Server } from 'oauth2-mock-server'
import pino from 'pino'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { schedules } from './arrivals.jobs.ts'
import { routes } from './identity-providers.routes.ts'
import { routes as localRoutes } from './local-sign-in.routes.ts'

const db = await testDatabase()
const tenant = await makeTenant(db, { name: 'Northwind Pay' })
const identity = await startTestIdentity(db.urls.identity, tenant.id)
const worker = await runWorker({
  database: db.database,
  appUrl: db.urls.app,
  jobs: [],
  schedules,
  log: pino({ level: 'silent' }),
})
const providers = openProviders({
  sandboxDatabaseUrl: db.urls.app,
  publicUrl: portalUrl,
  mayReachPrivate: true,
  masterKey: randomBytes(32),
})
const server = await testServer(
  db,
  [...userRoutes, ...routes(providers), ...localRoutes],
  callerFinder(db.database),
  undefined,
  undefined,
  {
    SECRETS_KEY: secretsKey,
    IDENTITY_URL: identity.issuer,
    DEMO: 'on',
  },
)
const upstream = new OAuth2Server()
await upstream.issuer.keys.generate('RS256')
await upstream.start(0, '127.0.0.1')
afterAll(async () => {
  await upstream.stop()
  await worker.stop()
  await providers.close()
  await identity.close()
})

type Claims = Record<string, unknown>
/** What the provider says of whoever signs in there next. */
const grace = { sub: 'up-1', email: 'grace@northwind.example', email_verified: true }
let says: Claims = grace
/** In place of the token's own nonce, issuer and so on. */
let tampers: Claims = {}
upstream.service.on(Events.BeforeTokenSigning, (token: { payload: Claims }) => {
  Object.assign(token.payload, says, tampers)
})
upstream.service.on(Events.BeforeUserinfo, (answer: { body: Claims }) => {
  answer.body = { ...says }
})
beforeEach(() => {
  says = grace
  tampers = {}
})

const administrator = (tenantId: string) =>
  makeUser(db, {
    tenant_id: tenantId,
    user_type: 'tenant',
    is_administrator: true,
    permissions: permissionsOf('tenant'),
  })
const admin = await administrator(tenant.id)
const base = '/api/crm/settings/identity-providers'

async function call<T>(
  user: { readonly id: string },
  what: string,
  payload?: object,
  status = 200,
): Promise<T> {
  const answer = await server.call(user, what, {
    ...(payload === undefined ? {} : { payload }),
    headers: { scacode: sampleCode },
  })
  expect([what, answer.statusCode, answer.statusCode === status || answer.body]).toEqual([
    what,
    status,
    true,
  ])
  return (answer.body === '' ? undefined : answer.json()) as T
}

const values = {
  name: 'Northwind staff',
  issuer: upstream.issuer.url ?? '',
  clientId: 'counterfoil',
  scopes: null,
  secretExpiresOn: null,
  emailVerified: 'said',
  emailClaim: null,
  givenNameClaim: null,
  familyNameClaim: null,
  groupsClaim: 'groups',
  newcomers: 'refused',
  newcomerRoleId: null,
  newcomerMerchants: [],
}

const portal = () => new PortalClient(identity.issuer, portalUrl)

/** Types the e-mail alone, and goes where that leads. */
async function signIn(email: string, client = portal(), browser = new Browser()): Promise<Page> {
  const form = await client.open(browser)
  return walkToPortal(browser, await browser.post(form.url, { email }))
}

interface Row {
  readonly id: string
  readonly version: number
}

/** Tested, with its domain proven, and in effect. */
async function inEffect(
  user: { readonly id: string },
  domain: string,
  changes: Partial<typeof values> | object = {},
): Promise<Row> {
  const row = await call<Row>(user, `POST ${base}`, { ...values, ...changes }, 201)
  const put = `PUT ${base}/${row.id}/client-secret`
  await call(user, put, { secret: 'shared-with-the-provider', version: row.version })
  await call(user, `POST ${base}/${row.id}/domains`, { domain }, 201)
  await call(user, `POST ${base}/${row.id}/domains/${domain}/proof`)
  expect(await tryOut(user, row.id)).toMatchObject({ outcome: 'passed' })
  await call(user, `PUT ${base}/${row.id}/effect`)
  return row
}

interface Tried {
  readonly outcome: string | null
  readonly steps: readonly { step: string; isGood: boolean; detail: string }[]
  readonly wouldBe: string | null
}

async function tryOut(user: { readonly id: string }, id: string): Promise<Tried> {
  const begun = await call<{ testId: string; url: string }>(
    user,
    `POST ${base}/${id}/tests`,
    undefined,
    201,
  )
  const window = new Browser()
  const last = await walkToPortal(window, await window.get(begun.url))
  const tried = await call<Tried>(user, `GET ${base}/${id}/tests/${begun.testId}`)
  if (tried.outcome === null) {
    throw new Error(`The test ended at ${last.url} with ${last.status}: ${last.text.slice(0, 500)}`)
  }
  return tried
}

beforeAll(async () => {
  await inEffect(admin, 'northwind.example')
})

test('somebody with an account signs in there, by the e-mail alone, and the portal gets its tokens as always [setting identity-providers]', async () => {
  const user = await makeUser(db, { tenant_id: tenant.id, user_type: 'tenant', email: grace.email })
  const client = portal()
  const back = await signIn('Grace@Northwind.example', client)
  const tokens = (await (await client.exchange(codeOf(back))).json()) as { access_token: string }
  expect(decodeJwt(tokens.access_token)).toMatchObject({
    iss: identity.issuer,
    sub: user.id,
    tenant_id: tenant.id,
    email: grace.email,
  })
})

/** What the person reads who is not let in. */
async function refusal(email = grace.email): Promise<string> {
  const at = await signIn(email)
  expect(at.location ?? '').not.toContain(portalUrl)
  expect(at.status).toBeGreaterThanOrEqual(400)
  return at.text
}

test.each([
  ['a foreign nonce', { nonce: 'another' }],
  ['another issuer', { iss: 'https://elsewhere.example' }],
  ['another client’s audience', { aud: 'somebody-else' }],
  ['an end that is over', { exp: 1 }],
])('an id token with %s signs nobody in', async (_, changes) => {
  tampers = changes
  expect(await refusal()).toContain('token')
})

test.each([
  ['that is not verified', { email_verified: false }, 'unverified_email'],
  ['of which nothing is said', { email_verified: undefined }, 'unverified_email'],
  ['of another domain', { email: 'grace@other.example' }, 'foreign_domain'],
  ['with two signs', { email: 'eve@northwind.example@other.example' }, 'no_email'],
  ['with two signs the other way', { email: 'eve@other.example@northwind.example' }, 'no_email'],
])('an address %s opens nothing', async (_, changes, why) => {
  says = { ...grace, sub: 'up-2', ...changes }
  expect(await refusal()).toContain(why)
})

test('an answer counts once, and in the browser alone that began', async () => {
  const browser = new Browser()
  const form = await portal().open(browser)
  const leaving = await browser.post(form.url, { email: grace.email })
  const out = /http-equiv="refresh" content="0; url=([^"]+)"/.exec(leaving.text)?.[1] ?? ''
  const back = (await browser.get(out.replaceAll('&amp;', '&'))).location ?? ''
  expect(back).toContain('/Identity/Account/External/')
  const stranger = await walkToPortal(new Browser(), await new Browser().get(back))
  expect(stranger.location ?? '').not.toContain(portalUrl)
  const mixedUp = back.replace(/External\/[0-9a-f-]+/, `External/${randomUUID()}`)
  expect((await browser.get(mixedUp)).status).toBeGreaterThanOrEqual(400)
  const from = await browser.get(`${back}&iss=https%3A%2F%2Felsewhere.example`)
  expect((await walkToPortal(browser, from)).text).toContain('You are not signed in')
  // it was used up by the answer that named another issuer
  const again = await walkToPortal(browser, await browser.get(back))
  expect(again.location ?? '').not.toContain(portalUrl)
})

test('another tenant’s user with such an address stays a stranger, and no tenant proves a domain of another', async () => {
  const other = await makeTenant(db, { name: 'Other Pay' })
  const boss = await administrator(other.id)
  const theirs = 'theirs@northwind.example'
  await makeUser(db, { tenant_id: other.id, user_type: 'tenant', email: theirs })
  says = { sub: 'up-3', email: theirs, email_verified: true }
  expect(await refusal(theirs)).toContain('unknown')
  const row = await call<Row>(boss, `POST ${base}`, { ...values, name: 'Taking over' }, 201)
  await call(boss, `POST ${base}/${row.id}/domains`, { domain: 'northwind.example' }, 201)
  await call(boss, `POST ${base}/${row.id}/domains/northwind.example/proof`, undefined, 409)
  await call(boss, `PUT ${base}/${row.id}/effect`, undefined, 409)
  const list = await call<{ data: Row[] }>(admin, `GET ${base}?pageSize=10`)
  const [ours] = list.data
  await call(boss, `POST ${base}/${ours?.id}/domains/northwind.example/proof`, undefined, 404)
  await call(boss, `POST ${base}/${ours?.id}/tests`, undefined, 404)
  await call(boss, `GET ${base}/${ours?.id}/state`, undefined, 404)
})

test('nobody is sent for a domain that is claimed and not proven', async () => {
  const [ours] = (await call<{ data: Row[] }>(admin, `GET ${base}?pageSize=10`)).data
  await call(admin, `POST ${base}/${ours?.id}/domains`, { domain: 'unproven.example' }, 201)
  await call(admin, `POST ${base}/${ours?.id}/domains/unproven.example/proof`, undefined, 409)
  const form = await signIn('somebody@unproven.example')
  expect(form.text).toContain('type="password"')
})

test('a secret is answered by no call, and goes when the issuer changes', async () => {
  const row = await call<Row>(admin, `POST ${base}`, { ...values, name: 'Secretive' }, 201)
  const put = `PUT ${base}/${row.id}/client-secret`
  await call(admin, put, { secret: 'whispered-to-us', version: row.version })
  const read = await call<Row & { secretSetAt: string | null }>(admin, `GET ${base}/${row.id}`)
  expect(JSON.stringify(read)).not.toContain('whispered')
  expect(read.secretSetAt).not.toBeNull()
  const moved = {
    ...values,
    name: 'Secretive',
    issuer: 'http://127.0.0.1:9/',
    version: read.version,
  }
  const after = await call<{ secretSetAt: string | null }>(admin, `PUT ${base}/${row.id}`, moved)
  expect(after.secretSetAt).toBeNull()
  await call(admin, `DELETE ${base}/${row.id}`, undefined, 204)
})

test('who does not hold everything changes nothing of where people sign in', async () => {
  const clerk = await makeUser(db, {
    tenant_id: tenant.id,
    user_type: 'tenant',
    permissions: permissionsOf('tenant').filter((one) => one.includes('IdentityProvider')),
  })
  const [ours] = (await call<{ data: Row[] }>(clerk, `GET ${base}?pageSize=10`)).data
  await call(clerk, `POST ${base}`, { ...values, name: 'Mine' }, 409)
  await call(clerk, `PUT ${base}/active`, { ids: [ours?.id], isActive: false }, 409)
  await call(clerk, `DELETE ${base}/${ours?.id}`, undefined, 409)
  await call(clerk, `PUT ${base}/groups/order`, { ids: [ours?.id] }, 409)
  await call(clerk, `PUT ${base}/local-sign-in`, { keptUserIds: null }, 409)
})

test('newcomers and groups get the first role that fits, and nobody a role that the administrator could not give [setting identity-provider-groups]', async () => {
  const own = await makeTenant(db, { name: 'Groups Pay' })
  const boss = await administrator(own.id)
  const role = async (name: string) =>
    (await makeUser(db, { tenant_id: own.id, user_type: 'tenant', permissions: [name] })).role_id
  const [low, high] = [
    await role('Settings.GeneralSettings.Audit.View'),
    await role('Settings.GeneralSettings.Theme.View'),
  ]
  const stranger = await makeUser(db, { tenant_id: tenant.id, user_type: 'tenant' })
  const ofAnother = {
    ...values,
    name: 'Groups',
    newcomers: 'made',
    newcomerRoleId: stranger.role_id,
  }
  await call(boss, `POST ${base}`, ofAnother, 422)
  const domain = 'groups.example'
  says = { sub: 'g-1', email: `new@${domain}`, email_verified: true, groups: ['desk'] }
  const row = await inEffect(boss, domain, { name: 'Groups', newcomers: 'made' })
  const group = (name: string, roleId: unknown, status = 201) =>
    call(boss, `POST ${base}/groups`, { providerId: row.id, name, roleId }, status)
  await group('theirs', stranger.role_id, 422)
  await group('chiefs', high)
  await group('desk', low)
  says = { ...says, groups: ['nobody'] }
  expect(await refusal(`new@${domain}`)).toContain('no_role')
  says = { ...says, groups: ['desk'] }
  codeOf(await signIn(`new@${domain}`))
  const roleOf = async () =>
    (await db.owner.query('select role_id from app.app_user where email = $1', [`new@${domain}`]))
      .rows[0]?.role_id
  expect(await roleOf()).toBe(low)
  says = { ...says, groups: ['desk', 'chiefs'] }
  codeOf(await signIn(`new@${domain}`))
  expect(await roleOf()).toBe(high)
  const { rows } = await db.owner.query<{ action: string }>(
    `select action from app.audit_entry where tenant_id = $1 and action like 'identity-providers.person-%' order by created_at`,
    [own.id],
  )
  expect(rows.map(({ action }) => action)).toEqual([
    'identity-providers.person-refused',
    'identity-providers.person-made',
    'identity-providers.person-role',
  ])
  // no group takes the role of the last administrator
  const email = `chief@${domain}`
  const rename = `with u as (update app.app_user set email = $2 where id = $1)
    update app.user_directory set email = $2 where user_id = $1`
  await db.owner.query(rename, [boss.id, email])
  says = { ...says, sub: 'g-3', email, groups: ['desk'] }
  codeOf(await signIn(email))
  const kept = await db.owner.query(
    `select u.role_id, a.after->>'roleByGroup' as other from app.app_user u
     join app.audit_entry a on a.tenant_id = u.tenant_id and a.record_id = u.id::text and a.action like '%.person-role-kept' where u.id = $1`,
    [boss.id],
  )
  expect(kept.rows).toEqual([{ role_id: boss.role_id, other: low }])
  says = { ...says, sub: 'g-1', email: `new@${domain}` }
  // the same address of somebody else there does not open the account
  says = { ...says, sub: 'g-2' }
  expect(await refusal(`new@${domain}`)).toContain('other_subject')
})

test('closed to passwords, all ways to one are closed but to two; neither they nor the last provider can be taken away', async () => {
  const second = await administrator(tenant.id)
  const clerk = await makeUser(db, { tenant_id: tenant.id, user_type: 'tenant' })
  for (const { id: userId, email } of [second, clerk]) {
    await identity.person({ userId, email, userType: 'tenant', tenantId: tenant.id })
  }
  const byPassword = async (email: string) => {
    const browser = new Browser()
    const form = await portal().open(browser)
    return browser.post(`${form.url}?password`, { email, password })
  }
  const local = `PUT ${base}/local-sign-in`
  await call(admin, local, { keptUserIds: [admin.id, admin.id] }, 422)
  await call(admin, local, { keptUserIds: [admin.id, clerk.id] }, 422)
  await call(admin, 'POST /api/users/password-reset', { userId: clerk.id })
  const mailed = await db.owner.query('select count(*)::int as n from app.account_token')
  expect(mailed.rows[0]?.n).toBeGreaterThan(0)
  await call(admin, local, { keptUserIds: [admin.id, second.id] })
  const refused = await byPassword(clerk.email)
  expect([refused.status, refused.text.includes('closed sign-in by password')]).toEqual([403, true])
  expect((await byPassword(second.email)).status).toBe(303)
  await call(admin, 'POST /api/users/password-reset', { userId: clerk.id }, 409)
  const [ours] = (await call<{ data: Row[] }>(admin, `GET ${base}?pageSize=10`)).data
  await call(admin, `PUT ${base}/active`, { ids: [ours?.id], isActive: false }, 409)
  await call(admin, `DELETE ${base}/${ours?.id}`, undefined, 409)
  await call(admin, `DELETE ${base}/${ours?.id}/domains/northwind.example`, undefined, 409)
  await call(admin, `PUT /api/users/${second.id}/activation`, { isActive: false }, 409)
  await call(admin, local, { keptUserIds: null })
})

test('a token that the client’s own secret signs, or nobody, is none', async () => {
  for (const forged of [unsigned, bySecret]) {
    upstream.service.once(Events.BeforeResponse, (answer: { body: Claims }) => {
      answer.body.id_token = forged(String(answer.body.id_token))
    })
    expect(await refusal()).toContain('token')
  }
})

test('why a provider failed stands in the audit trail, and not on the page of whoever signs in', async () => {
  upstream.service.once(Events.BeforeResponse, (answer: { statusCode: number; body: Claims }) => {
    answer.statusCode = 401
    answer.body = { error: 'invalid_client', error_description: 'of our own' }
  })
  expect(await refusal()).not.toContain('invalid_client')
  const written = () =>
    db.owner.query(
      `select after, actor_name from app.audit_entry
       where tenant_id = $1 and action = 'identity-providers.sign-in-failed'`,
      [tenant.id],
    )
  await vi.waitFor(async () => expect((await written()).rows).not.toEqual([]), { timeout: 10_000 })
  const { rows } = await written()
  expect(rows[0]).toEqual({
    actor_name: values.name,
    after: { failedStep: 'token', technicalReason: expect.stringMatching(/./) },
  })
})

test('a subject of one issuer opens no account at the next issuer, and people are found by their address again', async () => {
  const moved = new OAuth2Server()
  await moved.issuer.keys.generate('RS256')
  await moved.start(0, '127.0.0.1')
  onTestFinished(() => moved.stop())
  moved.service.on(Events.BeforeTokenSigning, (token: { payload: Claims }) => {
    Object.assign(token.payload, says)
  })
  moved.service.on(Events.BeforeUserinfo, (answer: { body: Claims }) => {
    answer.body = { ...says }
  })
  const person = (email: string) =>
    makeUser(db, { tenant_id: tenant.id, user_type: 'tenant', email })
  const ann = await person('ann@moving.example')
  const ben = await person('ben@moving.example')
  const arrive = async (sub: string, email: string) => {
    says = { sub, email, email_verified: true }
    const client = portal()
    const tokens = await (await client.exchange(codeOf(await signIn(email, client)))).json()
    return decodeJwt((tokens as { access_token: string }).access_token).sub
  }
  const row = await inEffect(admin, 'moving.example', { name: 'Moving' })
  expect([await arrive('1', ann.email), await arrive('2', ben.email)]).toEqual([ann.id, ben.id])
  const { version } = await call<Row>(admin, `GET ${base}/${row.id}`)
  const there = { ...values, name: 'Moving', issuer: moved.issuer.url, version }
  await call(admin, `PUT ${base}/${row.id}`, there)
  says = { sub: '1', email: ben.email, email_verified: true }
  expect(await tryOut(admin, row.id)).toMatchObject({ outcome: 'passed' })
  await call(admin, `PUT ${base}/${row.id}/effect`)
  expect([await arrive('1', ben.email), await arrive('2', ann.email)]).toEqual([ben.id, ann.id])
})

test('a provider that is switched off, a user who is, and an organisation that is suspended let nobody in', async () => {
  const email = 'off@northwind.example'
  const user = await makeUser(db, { tenant_id: tenant.id, user_type: 'tenant', email })
  await db.owner.query('update app.app_user set is_active = false where id = $1', [user.id])
  says = { sub: 'up-off', email: user.email, email_verified: true }
  expect(await refusal(user.email)).toContain('inactive')
  await db.owner.query('update app.tenant set is_active = false where id = $1', [tenant.id])
  expect(await refusal(user.email)).toContain('Your organisation has been suspended')
  await db.owner.query('update app.tenant set is_active = true where id = $1', [tenant.id])
  const [ours] = (await call<{ data: Row[] }>(admin, `GET ${base}?pageSize=10`)).data
  const browser = new Browser()
  const form = await portal().open(browser)
  const leaving = await browser.post(form.url, { email: grace.email })
  await call(admin, `PUT ${base}/active`, { ids: [ours?.id], isActive: false })
  const at = await walkToPortal(browser, leaving)
  expect(at.location ?? '').not.toContain(portalUrl)
  expect(at.status).toBeGreaterThanOrEqual(400)
})

test('what they did stands in the audit trail [audit identity-providers.activate] [audit identity-providers.prove-domain] [audit identity-providers.start-test] [audit identity-providers.put-into-effect] [audit identity-providers.set-local-sign-in]', async () => {
  const { rows } = await db.owner.query<{ action: string }>(
    'select distinct action from app.audit_entry where tenant_id = $1',
    [tenant.id],
  )
  expect(rows.map(({ action }) => action)).toEqual(
    expect.arrayContaining([
      'identity-providers.activate',
      'identity-providers.prove-domain',
      'identity-providers.start-test',
      'identity-providers.put-into-effect',
      'identity-providers.set-local-sign-in',
    ]),
  )
})

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
const unsigned = (token: string) => `${encode({ alg: 'none' })}.${token.split('.')[1]}.`
function bySecret(token: string): string {
  const signed = `${encode({ alg: 'HS256' })}.${token.split('.')[1]}`
  const mac = createHmac('sha256', 'shared-with-the-provider').update(signed).digest('base64url')
  return `${signed}.${mac}`
}
