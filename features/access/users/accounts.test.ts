// Invitations, forgotten passwords and sessions, through the API and the real identity provider, with real mail.

import { schedules } from '@counterfoil/features/access/audit/account-events.jobs.ts'
import { permissionsOf } from '@counterfoil/features/access/roles/permissions.rules.ts'
import { callerFinder } from '@counterfoil/features/access/sign-in-context/callers.public.ts'
import { jobs as mailJobs } from '@counterfoil/features/messaging/mail/mail.jobs.ts'
import { recordAccountEvent } from '@counterfoil/identity/account-events.ts'
import { Browser, PortalClient, type Tokens } from '@counterfoil/identity/testing/browser.ts'
import { portalUrl, startTestIdentity } from '@counterfoil/identity/testing/test-identity.ts'
import { tenantScope } from '@counterfoil/kit/database/scope.ts'
import { runWorker } from '@counterfoil/kit/jobs/worker.ts'
import { makeMerchant, makeTenant, makeUser } from '@counterfoil/kit/testing/makers.ts'
import { testDatabase } from '@counterfoil/kit/testing/test-database.ts'
import { testServer } from '@counterfoil/kit/testing/test-server.ts'
import { openMailSender } from '@counterfoil/providers/mail/mail.ts'
import { startMailServer } from '@counterfoil/providers/mail/testing/mail-server.ts'
import pg from 'pg'
import pino from 'pino'
import { v7 } from 'uuid'
import { afterAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { changeUserRole, setUserActive } from './accounts.public.ts'
import { routes } from './invitations.routes.ts'
import { routes as peopleRoutes } from './users.routes.ts'

const db = await testDatabase()
let clockMs = 0
const { call } = await testServer(
  db,
  [...routes, ...peopleRoutes],
  callerFinder(db.database, () => clockMs++ * 10_000),
)
const tenant = await makeTenant(db, { slug: 'northwind', name: 'Northwind Pay' })
const foreign = await makeTenant(db)
const merchant = await makeMerchant(db, { tenant_id: tenant.id })
const identity = await startTestIdentity(db.urls.identity, tenant.id)
const mailServer = await startMailServer()
const mailSender = openMailSender(mailServer.url, 'no-reply@counterfoil.example')
const worker = await runWorker({
  database: db.database,
  appUrl: db.urls.app,
  jobs: mailJobs({ mailSender, publicUrl: 'https://portal.example' }),
  // the test server's settings name this as the issuer
  schedules: schedules({ identityUrl: 'http://localhost:4001' }),
  log: pino({ level: 'silent' }),
})
afterAll(async () => {
  await worker.stop()
  mailSender.close()
  await Promise.all([identity.close(), mailServer.close()])
})

const administrator = await makeUser(db, {
  tenant_id: tenant.id,
  user_type: 'tenant',
  permissions: ['manageCrmRoles', 'manageMerchantRoles', 'CRM.Dashboard.View'],
})
const roleOf = async (some: {
  user_type: string
  permissions: string[]
  tenant_id?: string
  merchant_id?: string
}) =>
  db.loader
    .insertInto('role')
    .values({
      tenant_id: tenant.id,
      id: v7(),
      name: `Given ${v7()}`,
      created_at: new Date(),
      ...some,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
const operatorRole = await roleOf({ user_type: 'tenant', permissions: ['CRM.Dashboard.View'] })
const merchantRole = await roleOf({
  user_type: 'merchant',
  permissions: ['Merchant.Transaction.View'],
})

const password = 'a password of my own'
let count = 0
const someone = () => ({
  email: `colleague-${++count}@northwind.example`,
  firstName: 'Nora',
  lastName: 'Winder',
  roleId: operatorRole.id,
})

const inviteAs = (user: { id: string } | undefined, payload: object) =>
  call(user, 'POST /api/users/crm', { payload })

test('as many invite at once as there are connections, and more', { timeout: 20_000 }, async () => {
  const answers = await Promise.all(
    Array.from({ length: 40 }, () => inviteAs(administrator, someone())),
  )
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(answers.map(() => 201))
})

/** The newest link that was mailed to this address, at the provider of this test. */
async function linkTo(email: string, page: string, after = 0): Promise<string> {
  const mail = await vi.waitFor(
    () => {
      const mails = mailServer.to(email)
      if (mails.length <= after) throw new Error(`No mail to ${email}`)
      return mails.at(-1) ?? ''
    },
    { timeout: 20_000, interval: 50 },
  )
  const token = new RegExp(`/Identity/Account/${page}\\?token=([\\w-]{43})`).exec(mail)?.[1]
  if (token === undefined) throw new Error(`No link to ${page} in ${mail}`)
  return `${identity.issuer}/Identity/Account/${page}?token=${token}`
}

const portal = () => new PortalClient(identity.issuer, portalUrl)

/** Invites, registers and signs in somebody; answers who it is and what they hold. */
async function arrive(query = ''): Promise<{ id: string; email: string; tokens: Tokens }> {
  const input = someone()
  const invited = (await inviteAs(administrator, input)).json()
  const link = `${await linkTo(input.email, 'Register')}${query}`
  await new Browser().post(link, {
    firstName: 'Nora',
    lastName: 'Winder',
    password,
    repeat: password,
  })
  const tokens = await portal().tokens(new Browser(), input.email, password)
  return { id: invited.id, email: input.email, tokens }
}

describe('an invitation', () => {
  test('leads from the mail to an account that signs in, with the e-mail confirmed by it', async () => {
    const input = someone()
    const answer = await inviteAs(administrator, { ...input, email: input.email.toUpperCase() })
    expect(answer.statusCode).toBe(201)
    expect(answer.json()).toMatchObject({ email: input.email, isActive: true })
    const link = await linkTo(input.email, 'Register')
    const browser = new Browser()
    const form = await browser.get(link)
    expect(form.text).toContain('You have been invited to Northwind Pay')
    expect(form.text).toContain(`value="${input.email}"`)

    const fields = { firstName: 'Nôra', lastName: 'Wínder', timeZone: 'Europe/Istanbul' }
    const short = await browser.post(link, { ...fields, password: 'short', repeat: 'short' })
    expect(short.status).toBe(422)
    expect(short.text).toContain('Choose a password of 10 to 128 characters')
    const differs = await browser.post(link, { ...fields, password, repeat: `${password}!` })
    expect(differs.text).toContain('The two passwords differ')
    const done = await browser.post(link, { ...fields, password, repeat: password })
    expect(done.text).toContain('Your account is ready')

    await portal().tokens(new Browser(), input.email, password)
    await vi.waitFor(
      async () => {
        const user = await db.loader
          .selectFrom('app_user')
          .selectAll()
          .where('email', '=', input.email)
          .executeTakeFirstOrThrow()
        expect(user).toMatchObject({
          ...{ first_name: 'Nôra', time_zone: 'Europe/Istanbul', locale: null },
        })
        expect(user.last_login_at?.getTime()).toBeGreaterThan(Date.now() - 60_000)
      },
      { timeout: 20_000 },
    )

    // the link works once
    expect((await browser.get(link)).status).toBe(410)
    expect((await browser.post(link, { ...fields, password, repeat: password })).status).toBe(410)
  })

  test('that is taken up in another language than the tenant’s leaves the portal in it', async () => {
    const { id } = await arrive('&lang=tr')
    const user = db.loader.selectFrom('app_user').selectAll().where('id', '=', id)
    await expect.poll(() => user.executeTakeFirst()).toMatchObject({ locale: 'tr' })
  })

  test('is used by one of many at once', async () => {
    const input = someone()
    await inviteAs(administrator, input)
    const link = await linkTo(input.email, 'Register')
    const fields = { firstName: 'Nora', lastName: '', password, repeat: password }
    const answers = await Promise.all([1, 2, 3, 4].map(() => new Browser().post(link, fields)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 410, 410, 410])
  })

  test('sent again replaces the one before, until it was taken up', async () => {
    const input = someone()
    const first = (await inviteAs(administrator, input)).json()
    const firstLink = await linkTo(input.email, 'Register')
    const again = await inviteAs(administrator, { ...input, firstName: 'Eleanor', again: true })
    expect(again.statusCode).toBe(201)
    expect(again.json()).toMatchObject({ id: first.id, firstName: 'Eleanor' })
    // there is no password yet that could be set anew
    const reset = await call(administrator, 'POST /api/users/password-reset', {
      payload: { userId: first.id },
    })
    expect([reset.statusCode, reset.json().code]).toEqual([409, 'user.not_registered'])
    const secondLink = await linkTo(input.email, 'Register', 1)
    expect((await new Browser().get(firstLink)).status).toBe(410)
    await new Browser().post(secondLink, { firstName: 'E', password, repeat: password })
    const late = await inviteAs(administrator, { ...input, again: true })
    expect(late.statusCode).toBe(409)
    expect(late.json().code).toBe('user.email_taken')
  })

  test('that is too old, forged or for another thing opens nothing', async () => {
    const input = someone()
    await inviteAs(administrator, input)
    const link = await linkTo(input.email, 'Register')
    await db.loader
      .updateTable('account_token')
      .set({ expires_at: new Date(Date.now() - 1000) })
      .where('email', '=', input.email)
      .execute()
    const base = `${identity.issuer}/Identity/Account/`
    for (const url of [
      link,
      `${base}Register?token=forged`,
      link.replace('Register', 'ResetPassword'),
    ]) {
      const answer = await new Browser().post(url, { firstName: 'X', password, repeat: password })
      expect(answer.status).toBe(410)
    }
    expect((await new Browser().get(`${base}Register`)).text).toContain(
      'Accounts are by invitation',
    )
  })

  test('of one address by several at once is one; who comes too close is told at the address', async () => {
    const input = { ...someone(), again: true }
    const answers = await Promise.all([1, 2, 3, 4, 5].map(() => inviteAs(administrator, input)))
    const invited = answers.filter(({ statusCode }) => statusCode === 201)
    // who comes after the first is stored sends its invitation again
    expect(new Set(invited.map((answer) => answer.json().id)).size).toBe(1)
    for (const late of answers.filter((answer) => !invited.includes(answer))) {
      expect(late.json()).toMatchObject({
        ...{ status: 409, code: 'user.email_taken', errors: [{ path: 'email' }] },
      })
    }
  })

  test('tells the owner alone that the address has an account elsewhere', async () => {
    const { id, email } = await makeUser(db, { tenant_id: foreign.id, user_type: 'tenant' })
    const input = { ...someone(), email }
    const answer = await inviteAs(administrator, input)
    expect([answer.statusCode, answer.json().id === id]).toEqual([201, false])
    expect((await inviteAs(administrator, input)).json().code).toBe('user.invited_already')
    await expect.poll(() => mailServer.to(email).length).toBe(1)
    const [mail = ''] = mailServer.to(email)
    expect(mail.replace(/=?\r?\n/g, ' ')).toMatch(/already signs\s+in to another/)
    expect(mail).not.toContain('token=')
  })

  test('is not sent to whoever was deactivated before they came', async () => {
    const input = someone()
    const { id } = (await inviteAs(administrator, input)).json()
    await call(administrator, `PUT /api/users/${id}/activation`, { payload: { isActive: false } })
    const again = await inviteAs(administrator, input)
    expect(again.json()).toMatchObject({ status: 409, code: 'user.not_active' })
    const { rows } = await db.owner.query(
      'select user_id from account_token where user_id = $1 and expires_at > now()',
      [id],
    )
    expect(rows).toEqual([])
  })

  test('of whoever was removed begins anew, with an account of its own', async () => {
    const input = someone()
    const before = (await inviteAs(administrator, input)).json()
    const fields = { firstName: 'Nora', lastName: '', password, repeat: password }
    await new Browser().post(await linkTo(input.email, 'Register'), fields)
    expect((await call(administrator, `DELETE /api/users/crm/${before.id}`)).statusCode).toBe(200)
    const again = await inviteAs(administrator, input)
    expect(again.statusCode).toBe(201)
    expect(again.json().id).not.toBe(before.id)
    const fresh = 'another password of mine'
    const done = await new Browser().post(await linkTo(input.email, 'Register', 1), {
      ...{ ...fields, password: fresh, repeat: fresh },
    })
    expect(done.status).toBe(200)
    expect((await portal().signIn(new Browser(), input.email, password)).status).toBe(401)
    const tokens = await portal().tokens(new Browser(), input.email, fresh)
    expect(tokens.access_token).toBeTruthy()
    const { rows } = await db.owner.query('select email, role_id from app_user where id = $1', [
      before.id,
    ])
    expect(rows).toEqual([{ email: input.email, role_id: null }])
  })

  test('gives no role that the inviter may not give, and none of another tenant', async () => {
    const more = await roleOf({ user_type: 'tenant', permissions: ['CRM.Transaction.View'] })
    const elsewhere = await roleOf({ user_type: 'tenant', permissions: [], tenant_id: foreign.id })
    for (const roleId of [more.id, elsewhere.id, merchantRole.id, v7()]) {
      const answer = await inviteAs(administrator, { ...someone(), roleId })
      expect(answer.json()).toMatchObject({ status: 422, code: 'user.role_unknown' })
    }
    const asMerchant = { ...someone(), roleId: merchantRole.id, merchantId: merchant.id }
    expect((await inviteAs(administrator, asMerchant)).statusCode).toBe(201)
    const stranger = await makeMerchant(db, { tenant_id: foreign.id })
    const there = { ...someone(), roleId: merchantRole.id, merchantId: stranger.id }
    expect((await inviteAs(administrator, there)).json().code).toBe('user.merchant_unknown')
  })

  test('makes nobody who sees more than the inviter: limits go along', async () => {
    const narrow = await makeUser(db, {
      ...{ tenant_id: tenant.id, user_type: 'tenant', limited_to_methods: ['card'] },
      permissions: ['manageCrmRoles', 'manageMerchantRoles', 'CRM.Dashboard.View'],
    })
    await db.owner.query(
      `insert into user_provider_limit (tenant_id, user_id, provider) values ($1, $2, 'sandbox_beta')`,
      [tenant.id, narrow.id],
    )
    const asMerchant = { ...someone(), roleId: merchantRole.id, merchantId: merchant.id }
    for (const input of [someone(), asMerchant]) {
      const { id } = (await inviteAs(narrow, input)).json()
      const { rows } = await db.owner.query(
        `select method, provider from user_method_limit m
         join user_provider_limit p using (tenant_id, user_id) where user_id = $1`,
        [id],
      )
      expect(rows).toEqual([{ method: 'card', provider: 'sandbox_beta' }])
    }
  })

  test('sent again changes nobody who holds more, and takes no administrator’s role away', async () => {
    const chief = await makeUser(db, {
      ...{ tenant_id: tenant.id, user_type: 'tenant', is_administrator: true },
      permissions: permissionsOf('tenant'),
    })
    const strong = await roleOf({ user_type: 'tenant', permissions: ['CRM.Transaction.View'] })
    const input = { ...someone(), roleId: strong.id }
    expect((await inviteAs(chief, input)).statusCode).toBe(201)
    const lower = { ...input, roleId: operatorRole.id, again: true }
    expect((await inviteAs(administrator, lower)).json().code).toBe('user.beyond')
    const second = { ...someone(), roleId: chief.role_id, again: true }
    expect((await inviteAs(chief, second)).statusCode).toBe(201)
    expect((await inviteAs(chief, { ...second, roleId: operatorRole.id })).json().code).toBe(
      'user.email_taken',
    )
    expect((await inviteAs(chief, second)).statusCode).toBe(201)
  })

  test('of a merchant’s administrator is for its own people', async () => {
    const owner = await makeUser(db, {
      tenant_id: tenant.id,
      user_type: 'merchant',
      merchant_id: merchant.id,
      permissions: ['Merchant.UserManagement.Users', 'Merchant.Transaction.View'],
    })
    const colleague = { ...someone(), roleId: merchantRole.id }
    expect((await inviteAs(owner, colleague)).statusCode).toBe(201)
    expect((await inviteAs(owner, { ...colleague, again: true })).statusCode).toBe(201)
    const rival = await makeMerchant(db, { tenant_id: tenant.id })
    const other = { ...someone(), roleId: merchantRole.id, merchantId: rival.id }
    expect((await inviteAs(owner, other)).json().code).toBe('user.merchant_unknown')
  })

  test('of a tenant by the platform is for that tenant’s people, and no tenant invites for another', async () => {
    const platform = await makeTenant(db, { is_platform: true })
    const staff = await makeUser(db, {
      tenant_id: platform.id,
      user_type: 'platform',
      permissions: ['manageCrmRoles', 'CRM.Dashboard.View'],
    })
    const invite = (user: { id: string }, tenantId: string) =>
      call(user, `POST /api/tenants/${tenantId}/tenant-user`, { payload: someone() })
    expect((await invite(staff, tenant.id)).statusCode).toBe(201)
    expect((await invite(administrator, foreign.id)).statusCode).toBe(404)
  })
})

describe('a forgotten password', () => {
  const ask = (email: string) =>
    new Browser().post(`${identity.issuer}/Identity/Account/ForgotPassword`, { email })

  test('is replaced by the mailed link, which works once and ends the sessions', async () => {
    const person = await arrive()
    const before = mailServer.to(person.email).length
    await ask(person.email)
    const link = await linkTo(person.email, 'ResetPassword', before)
    const fresh = 'another password of mine'
    const done = await new Browser().post(link, { password: fresh, repeat: fresh })
    expect(done.text).toContain('Your password is changed')
    expect((await portal().refresh(person.tokens.refresh_token)).status).toBe(400)
    expect((await portal().signIn(new Browser(), person.email, password)).status).toBe(401)
    await portal().tokens(new Browser(), person.email, fresh)
    expect((await new Browser().post(link, { password, repeat: password })).status).toBe(410)
    await vi.waitFor(
      () => expect(mailServer.to(person.email).at(-1)).toContain('Your password was changed.'),
      { timeout: 20_000 },
    )
  })

  test('ends the tokens that are out already, and what the new password opens stands', async () => {
    const person = await arrive()
    const find = callerFinder(db.database)
    const nowS = Math.floor(Date.now() / 1000)
    const from = (issuedAtS: number) =>
      ({ issuer: identity.issuer, subject: person.id, email: undefined, issuedAtS }) as const
    expect((await find(from(nowS - 60))).id).toBe(person.id)
    const before = mailServer.to(person.email).length
    await ask(person.email)
    const link = await linkTo(person.email, 'ResetPassword', before)
    const fresh = 'another password of mine'
    await new Browser().post(link, { password: fresh, repeat: fresh })
    const later = callerFinder(db.database)
    await expect(later(from(nowS - 60))).rejects.toMatchObject({ code: 'token.invalid' })
    await portal().tokens(new Browser(), person.email, fresh)
    expect((await later(from(Math.floor(Date.now() / 1000)))).id).toBe(person.id)
  })

  test('says the same of an address without an account, and mails nobody', async () => {
    const person = await arrive()
    const pages = await Promise.all([person.email, 'nobody@nowhere.example'].map(ask))
    const said = pages.map(({ status, text }) => [status, text.replace(/nonce="[^"]*"/g, '')])
    expect(said[0]).toEqual(said[1])
    await linkTo(person.email, 'ResetPassword', 1)
    expect(mailServer.to('nobody@nowhere.example')).toEqual([])
  })
})

describe('sessions', () => {
  const act = (work: Parameters<typeof db.database.transaction>[1]) =>
    db.database.transaction(tenantScope(tenant.id), work)

  test('of somebody who is deactivated end with the next renewal, and nobody signs in anew', async () => {
    const person = await arrive()
    const answer = await call(administrator, `PUT /api/users/${person.id}/activation`, {
      payload: { isActive: false },
    })
    expect(answer.statusCode).toBe(200)
    expect((await portal().refresh(person.tokens.refresh_token)).status).toBe(400)
    const refused = await portal().signIn(new Browser(), person.email, password)
    expect(refused.status).toBe(403)
    expect(refused.text).toContain('Your account has been deactivated')
    await act((tx) => setUserActive(tx, person.id, true, new Date()))
    await new Promise((resolve) => setTimeout(resolve, 1100))
    await portal().tokens(new Browser(), person.email, password)
  })

  test('of somebody else’s user are not ended', async () => {
    const person = await arrive()
    const stranger = await makeUser(db, {
      tenant_id: foreign.id,
      user_type: 'tenant',
      permissions: ['manageCrmRoles', 'manageMerchantRoles'],
    })
    const payload = { isActive: false }
    const path = `PUT /api/users/${person.id}/activation`
    expect((await call(stranger, path, { payload })).statusCode).toBe(404)
    expect((await portal().refresh(person.tokens.refresh_token)).status).toBe(200)
  })

  test('go on with a new role, which the API goes by at once', async () => {
    const person = await arrive()
    const role = await roleOf({ user_type: 'tenant', permissions: ['manageCrmRoles'] })
    const as = { id: person.id }
    expect((await inviteAs(as, someone())).statusCode).toBe(403)
    await act((tx) => changeUserRole(tx, person.id, role.id))
    expect((await inviteAs(as, someone())).json().code).toBe('user.role_unknown')
    expect((await portal().refresh(person.tokens.refresh_token)).status).toBe(200)
  })
})

test('an event that fails holds up nobody else, and is gone over again', async () => {
  const [troubled, other] = [
    await makeUser(db, { tenant_id: tenant.id, user_type: 'tenant' }),
    await makeUser(db, { tenant_id: tenant.id, user_type: 'tenant' }),
  ]
  const provider = new pg.Pool({ connectionString: db.urls.identity })
  onTestFinished(() => provider.end())
  const at = (userId: string) => ({ userId, tenantId: tenant.id })
  const renamed = { kind: 'profile_changed', lastName: 'Wharf', timeZone: null } as const
  // a time that the database cannot keep
  const until = new Date('-200000-01-01T00:00:00Z')
  const from = { ip: '::1', requestId: v7(), userAgent: undefined }
  await recordAccountEvent(provider, at(troubled.id), from, { kind: 'locked', until })
  await recordAccountEvent(provider, at(troubled.id), from, { ...renamed, firstName: 'Later' })
  await recordAccountEvent(provider, at(other.id), from, { ...renamed, firstName: 'Now' })
  const nameOf = async ({ id }: { id: string }) =>
    (
      await db.loader
        .selectFrom('app_user')
        .select('first_name')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
    ).first_name
  await expect.poll(() => nameOf(other), { timeout: 10_000 }).toBe('Now')
  expect(await nameOf(troubled)).not.toBe('Later')
  const removed = `delete from app.account_event where user_id = $1 and kind = 'locked'`
  await db.owner.query(removed, [troubled.id])
  await expect.poll(() => nameOf(troubled), { timeout: 10_000 }).toBe('Later')
})
