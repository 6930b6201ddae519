// What people do at the identity provider, and what it refuses them, in the portal's audit trail.
import { codeAt } from '@counterfoil/identity/one-time-codes.ts'
import { Browser, PortalClient } from '@counterfoil/identity/testing/browser.ts'
import { portalUrl, startTestIdentity } from '@counterfoil/identity/testing/test-identity.ts'
import { runWorker } from '@counterfoil/kit/jobs/worker.ts'
import { makeTenant, makeUser } from '@counterfoil/kit/testing/makers.ts'
import { testDatabase } from '@counterfoil/kit/testing/test-database.ts'
import pg from 'pg'
import pino from 'pino'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { schedules } from './account-events.jobs.ts'

const db = await testDatabase()
const tenant = await makeTenant(db)
const identity = await startTestIdentity(db.urls.identity, tenant.id)
const worker = await runWorker({
  database: db.database,
  appUrl: db.urls.app,
  jobs: [],
  schedules: schedules({ identityUrl: identity.issuer }),
  log: pino({ level: 'silent' }),
})
afterAll(async () => {
  await worker.stop()
  await identity.close()
})

const portal = () => new PortalClient(identity.issuer, portalUrl)
const manage = (page = '') => `${identity.issuer}/Identity/Account/Manage${page}`
const password = 'a password of my own'

async function somebody(changes: { totpSecret?: string } = {}) {
  const { id, email } = await makeUser(db, {
    tenant_id: tenant.id,
    user_type: 'tenant',
  })
  await identity.person({ userId: id, email, password, userType: 'tenant', ...changes })
  const browser = new Browser()
  const { id_token } = await portal().tokens(browser, email, password)
  return { id, email, browser, idToken: id_token }
}

const signIn = (email: string, typed: string) => portal().signIn(new Browser(), email, typed)

/** What Node's own client calls itself. */
const userAgent = 'node'

interface Entry {
  readonly action: string
  readonly before: object | null
  readonly after: object | null
}

/** Of this account, in their order, once there are so many. */
async function entriesOf(userId: string, count: number): Promise<Entry[]> {
  const read = () =>
    db.owner.query(
      `select action, before, after, actor_id, actor_name, ip, request_id, tenant_id, record_type
       from app.audit_entry where record_id = $1 order by id`,
      [userId],
    )
  await expect.poll(async () => (await read()).rowCount, { timeout: 20_000 }).toBe(count)
  const { rows } = await read()
  for (const row of rows) {
    expect(row).toMatchObject({
      actor_id: userId,
      ip: '127.0.0.1',
      request_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      tenant_id: tenant.id,
      record_type: 'user',
    })
  }
  return rows.map(({ action, before, after }) => ({ action, before, after }))
}

test('sign-ins are there, those that were refused with the reason, and the lock that follows', async () => {
  const { id, email } = await somebody()
  for (let tried = 0; tried < 5; tried++) await signIn(email, 'not my password')
  await signIn(email, password)
  const wrong = {
    action: 'account.sign-in-refused',
    before: null,
    after: { refusal: 'wrong_password', userAgent },
  }
  expect(await entriesOf(id, 8)).toEqual([
    { action: 'account.signed-in', before: null, after: { userAgent } },
    ...Array(5).fill(wrong),
    {
      action: 'account.locked',
      before: null,
      after: { lockedUntil: expect.any(String), userAgent },
    },
    { action: 'account.sign-in-refused', before: null, after: { refusal: 'locked', userAgent } },
  ])
})

test('what people change of their own account is there, with before and after', async () => {
  const { id, browser } = await somebody()
  await browser.post(manage(), { firstName: 'Grace', lastName: 'Hopper', timeZone: 'Asia/Tokyo' })
  const fresh = { password: 'another long password', repeat: 'another long password' }
  await browser.post(manage('/Password'), { ...fresh, current: 'not my password' })
  await browser.post(manage('/Password'), { ...fresh, current: password })
  const entries = await entriesOf(id, 4)
  expect(entries.slice(1)).toEqual([
    {
      action: 'account.profile-changed',
      before: { firstName: 'Ada', lastName: expect.any(String), timeZone: null },
      after: { firstName: 'Grace', lastName: 'Hopper', timeZone: 'Asia/Tokyo' },
    },
    {
      action: 'account.confirmation-refused',
      before: null,
      after: { refusal: 'wrong_password', userAgent },
    },
    { action: 'account.password-changed', before: null, after: null },
  ])
  expect(JSON.stringify(entries)).not.toContain('another long password')
})

test('the authenticator app, its codes, and whether one is asked at sign-in', async () => {
  const secret = 'COUNTERFOILDEMO2'
  const { id, browser } = await somebody({ totpSecret: secret })
  const stepMs = 30_000
  let ahead = 0
  // each code counts once; the next step's is good already
  const send = (what: object) =>
    browser.post(manage('/Authenticator'), {
      current: password,
      code: codeAt(secret, new Date(Date.now() + stepMs * ahead++)),
      ...what,
    })
  expect((await send({ do: 'ask', asks: 'yes' })).status).toBe(303)
  expect((await send({ do: 'remove' })).status).toBe(303)
  const actions = (await entriesOf(id, 3)).map(({ action }) => action)
  expect(actions.slice(1)).toEqual(['account.code-asked', 'account.authenticator-removed'])
})

test('that somebody signed out, here, elsewhere and everywhere', async () => {
  const { id, email, browser, idToken } = await somebody()
  await portal().tokens(new Browser(), email, password)
  const list = await browser.get(manage('/Sessions'))
  const session = /name="session" value="([^"]+)"/.exec(list.text)?.[1] ?? ''
  await browser.post(manage('/Sessions'), { session })
  // there is none any more
  await browser.post(manage('/Sessions'), { session })
  const page = await browser.get(`${identity.issuer}/session/end?id_token_hint=${idToken}`)
  await browser.post(`${identity.issuer}/session/end/confirm`, {
    xsrf: /name="xsrf" value="([^"]+)"/.exec(page.text)?.[1] ?? '',
    logout: 'yes',
  })
  const again = new Browser()
  await portal().tokens(again, email, password)
  await again.post(manage('/Sessions'), {})
  const entries = await entriesOf(id, 6)
  expect(entries.filter(({ action }) => action === 'account.signed-out')).toEqual(
    ['elsewhere', 'here', 'everywhere'].map((where) => ({
      ...{ action: 'account.signed-out', before: null, after: { where, userAgent } },
    })),
  )
})

test('more events that fail than are read at once hold up no other account', async () => {
  const [troubled, other] = [
    await makeUser(db, { tenant_id: tenant.id, user_type: 'tenant' }),
    await makeUser(db, { tenant_id: tenant.id, user_type: 'tenant' }),
  ]
  const insert = `insert into app.account_event (id, tenant_id, user_id, kind, details, created_at)
    select gen_random_uuid(), $1, $2, $3, $4, now() from generate_series(1, $5)`
  const owner = new pg.Client({ connectionString: db.ownerUrl })
  await owner.connect()
  onTestFinished(() => owner.end())
  // the product's own worker sees all of them at once
  await owner.query('begin')
  const until = new Date('-200000-01-01T00:00:00Z')
  await owner.query(insert, [tenant.id, troubled.id, 'locked', { until }, 250])
  const renamed = { firstName: 'Now', lastName: 'Wharf', timeZone: null }
  await owner.query(insert, [tenant.id, other.id, 'profile_changed', renamed, 1])
  // the last of all
  await owner.query(
    `update app.account_event set id = 'ffffffff-ffff-7fff-bfff-ffffffffffff' where user_id = $1`,
    [other.id],
  )
  await owner.query('commit')
  onTestFinished(async () => {
    await db.owner.query('delete from app.account_event where user_id = $1', [troubled.id])
  })
  const nameOf = async () =>
    (await db.owner.query('select first_name from app.app_user where id = $1', [other.id])).rows[0]
      ?.first_name
  await expect.poll(nameOf, { timeout: 10_000 }).toBe('Now')
})
