import { makeTenant } from '@counterfoil/kit/testing/makers.ts'
import { testDatabase } from '@counterfoil/kit/testing/test-database.ts'
import { decodeJwt, decodeProtectedHeader } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { demoPassword } from './passwords.ts'
import { Browser, codeOf, PortalClient, parameterOf, type Tokens } from './testing/browser.ts'
import {
  northwind,
  password,
  portalUrl,
  startTestIdentity,
  type TestIdentity,
} from './testing/test-identity.ts'

const database = await testDatabase()
let identity: TestIdentity
beforeAll(async () => {
  const tenant = await makeTenant(database, northwind)
  identity = await startTestIdentity(database.urls.identity, tenant.id)
})
afterAll(() => identity.close())

const portal = () => new PortalClient(identity.issuer, portalUrl)
const errorOf = async (response: Response) => ((await response.json()) as { error: string }).error

describe('a sign-in', () => {
  test('is not there for anybody of a suspended tenant, and comes back with it', async () => {
    const email = 'suspended@northwind.example'
    await identity.person({ userType: 'tenant', email })
    const setActive = (isActive: boolean) =>
      database.owner.query('update tenant set is_active = $2 where id = $1', [
        identity.tenantId,
        isActive,
      ])
    const before = portal()
    const tokens = (await (
      await before.exchange(codeOf(await before.signIn(new Browser(), email, password)))
    ).json()) as Tokens
    await setActive(false)
    const refused = await portal().signIn(new Browser(), email, password)
    expect(refused.location).toBeUndefined()
    // no administrator of the organisation could say why: they read the same
    expect(refused.text).toContain('Your organisation has been suspended')
    expect(refused.text).not.toContain('deactivated')
    const wrong = await portal().signIn(new Browser(), email, 'wrong password')
    expect(wrong.text).not.toContain('has been suspended')
    expect((await before.refresh(tokens.refresh_token ?? '')).status).toBe(400)
    await setActive(true)
    expect((await portal().signIn(new Browser(), email, password)).location).toMatch('code=')
  })

  test('goes from the form to tokens that say who it is', async () => {
    const person = await identity.person({ userType: 'tenant', email: 'Ada@Northwind.example' })
    const client = portal()
    const back = await client.signIn(new Browser(), ' ada@northwind.EXAMPLE ', password)
    expect(back.location).toMatch(`${portalUrl}/login-callback?code=`)
    expect(parameterOf(back, 'state')).toBe(client.state)
    expect(parameterOf(back, 'iss')).toBe(identity.issuer)
    const response = await client.exchange(codeOf(back))
    expect(response.headers.get('cache-control')).toBe('no-store')
    const tokens = (await response.json()) as Tokens
    expect(tokens.expires_in).toBe(600)
    expect(tokens.scope).toBe('Merchant Payment Webhook Accounting Support FileService Banking')
    expect(decodeProtectedHeader(tokens.access_token)).toMatchObject({
      alg: 'ES256',
      typ: 'at+jwt',
    })
    expect(decodeJwt(tokens.access_token)).toMatchObject({
      iss: identity.issuer,
      aud: `${portalUrl}/api`,
      sub: person.userId,
      client_id: 'counterfoil-portal',
      profile: 'Tenant',
      email: 'ada@northwind.example',
      tenant_id: identity.tenantId,
      auth_time: expect.any(Number),
    })
    expect(decodeJwt(tokens.id_token)).toMatchObject({
      aud: 'counterfoil-portal',
      sub: person.userId,
      nonce: 'n-1',
      profile: 'Tenant',
      email: 'ada@northwind.example',
      given_name: 'Ada',
      family_name: 'Quay',
    })
  })

  test.each([
    ['merchant', 'Merchant'],
    ['tenant', 'Tenant'],
    ['platform', 'Platform'],
  ] as const)(
    'of a %s user has a profile claim that reads %s [users.type.claim]',
    async (userType, profile) => {
      const person = await identity.person({ userType })
      const tokens = await portal().tokens(new Browser(), person.email, password)
      const said = [tokens.access_token, tokens.id_token].map((token) => decodeJwt(token).profile)
      expect(said).toEqual([profile, profile])
    },
  )

  test('is written down with address and outcome, and never with what an unknown visitor typed', async () => {
    const person = await identity.person()
    const client = portal()
    await client.signIn(new Browser(), person.email, 'wrong password')
    await client.signIn(new Browser(), person.email, password)
    await client.signIn(new Browser(), 'my-secret-password@nowhere.example', 'x')
    const { rows } = await identity.pool.query(
      'select outcome, ip, email from identity.sign_in where user_id = $1 order by id',
      [person.userId],
    )
    expect(rows).toEqual([
      { outcome: 'wrong_password', ip: '127.0.0.1', email: person.email },
      { outcome: 'success', ip: '127.0.0.1', email: person.email },
    ])
    const unknown = await identity.pool.query(
      `select distinct email from identity.sign_in where outcome = 'unknown_email'`,
    )
    expect(unknown.rows).toEqual([{ email: null }])
  })

  test('of an address that the database could not keep is refused as any other', async () => {
    const person = await identity.person()
    for (const email of ['ada\u0000@nowhere.example', `${person.email}\u0000`]) {
      const page = await portal().signIn(new Browser(), email, 'wrong password')
      expect([email, page.status]).toEqual([email, 401])
    }
  })

  test('needs PKCE with S256', async () => {
    const browser = new Browser()
    for (const changes of [
      { code_challenge: undefined, code_challenge_method: undefined },
      { code_challenge_method: 'plain' },
    ]) {
      const answer = await browser.get(portal().authorizationUrl(changes))
      expect(parameterOf(answer, 'error')).toBe('invalid_request')
    }
  })

  test('sends nobody to an address that is not registered', async () => {
    for (const redirect_uri of [
      'https://evil.example/login-callback',
      `${portalUrl}/login-callback/../evil`,
      `${portalUrl}/login-callback?more=1`,
      `${portalUrl}/other`,
    ]) {
      const answer = await new Browser().get(portal().authorizationUrl({ redirect_uri }))
      expect(answer.status).toBe(400)
      expect(answer.location).toBeUndefined()
      expect(answer.text).toContain('Something is wrong with this link')
      expect(answer.text).toContain('invalid_redirect_uri')
    }
  })

  test('has a code that works once, for its verifier and address, and whose replay ends what it gave', async () => {
    const person = await identity.person()
    const client = portal()
    const code = codeOf(await client.signIn(new Browser(), person.email, password))
    const tokens = (await (await client.exchange(code)).json()) as Tokens
    expect(await errorOf(await client.exchange(code))).toBe('invalid_grant')
    expect((await client.refresh(tokens.refresh_token)).status).toBe(400)

    const other = codeOf(await client.signIn(new Browser(), person.email, password))
    const wrongVerifier = await client.exchange(other, { code_verifier: 'a'.repeat(43) })
    expect(await errorOf(wrongVerifier)).toBe('invalid_grant')
  })

  test('with the same code twice at one instant gives tokens once at most', async () => {
    const person = await identity.person()
    const client = portal()
    const code = codeOf(await client.signIn(new Browser(), person.email, password))
    const answers = await Promise.all([1, 2, 3, 4].map(() => client.exchange(code)))
    expect(answers.filter(({ ok }) => ok).length).toBeLessThanOrEqual(1)
    expect(answers.map(({ status }) => status).filter((status) => status >= 500)).toEqual([])
  })
})

describe('the form', () => {
  test('belongs to one browser and one address', async () => {
    const person = await identity.person()
    const form = await portal().open(new Browser())
    const elsewhere = await new Browser().post(form.url, { email: person.email, password })
    expect(elsewhere.status).toBe(400)
    expect(elsewhere.text).toContain('This sign-in has expired')
  })

  test('is refused when another site sends it', async () => {
    const person = await identity.person()
    const browser = new Browser()
    const form = await portal().open(browser)
    const fields = { email: person.email, password }
    const foreign = await browser.post(form.url, fields, { origin: 'https://evil.example' })
    expect(foreign.status).toBe(403)
    expect(foreign.location).toBeUndefined()
    const own = await browser.post(form.url, fields, { origin: identity.issuer })
    expect(own.status).toBe(303)
  })

  test('lets two tabs sign in side by side', async () => {
    const person = await identity.person()
    const browser = new Browser()
    const [first, second] = [portal(), portal()]
    const firstForm = await first.open(browser)
    const secondForm = await second.open(browser)
    for (const [client, form] of [
      [first, firstForm],
      [second, secondForm],
    ] as const) {
      const sent = await browser.post(form.url, { email: person.email, password })
      const back = await browser.follow(sent)
      expect(parameterOf(back, 'state')).toBe(client.state)
      expect((await client.exchange(codeOf(back))).status).toBe(200)
    }
  })

  test('says what is missing next to the field, and keeps the e-mail', async () => {
    const browser = new Browser()
    const form = await portal().open(browser)
    const answer = await browser.post(form.url, { email: 'a@b.example', password: '' })
    expect(answer.status).toBe(422)
    expect(answer.text).toContain('<title>Error: Sign in · ')
    expect(answer.text).toContain('<a href="#password">Enter your password</a>')
    expect(answer.text).toContain('value="a@b.example"')
    expect(answer.text).not.toContain('href="#email"')
  })

  test('shows what was typed as text', async () => {
    const browser = new Browser()
    const form = await portal().open(browser)
    const email = `"><script>alert('x')</script>`
    const answer = await browser.post(form.url, { email, password: '' })
    expect(answer.text).not.toContain('<script>alert')
    expect(answer.text).toContain('&quot;&gt;&lt;script&gt;')
  })

  test('says the same to a wrong password and to an unknown e-mail', async () => {
    const person = await identity.person()
    const pages = await Promise.all(
      [person.email, 'nobody@nowhere.example'].map(async (email) => {
        const answer = await portal().signIn(new Browser(), email, 'wrong password')
        const said = answer.text.replaceAll(email, '').replace(/nonce="[^"]*"|Login\/[\w-]+/g, '')
        return { status: answer.status, said }
      }),
    )
    expect(pages[0]).toEqual(pages[1])
    expect(pages[0]?.status).toBe(401)
  })

  test('keeps nothing of a body that is no form', async () => {
    const browser = new Browser()
    const form = await portal().open(browser)
    const answer = await browser.post(form.url, {
      email: 'a@b.example',
      password: 'x'.repeat(1_000_000),
    })
    expect(answer.status).toBe(422)
  })

  test('takes no password longer than the documents allow', async () => {
    const long = 'x'.repeat(128)
    const person = await identity.person({ password: long })
    const refused = await portal().signIn(new Browser(), person.email, `${long}y`)
    expect(refused.status).toBe(401)
    expect(codeOf(await portal().signIn(new Browser(), person.email, long))).toBeTruthy()
  })
})

describe('a lock', () => {
  test('closes an account after five wrong tries, also for the right password, and opens again', async () => {
    const person = await identity.person()
    for (let tries = 0; tries < 5; tries++) {
      await portal().signIn(new Browser(), person.email, 'wrong password')
    }
    const locked = await portal().signIn(new Browser(), person.email, password)
    expect(locked.status).toBe(401)
    expect(locked.text).toContain('After 5 wrong tries an account is locked for 15 minutes')
    await identity.pool.query(
      `update identity.account set locked_until = locked_until - interval '16 min',
         last_failed_at = last_failed_at - interval '16 min' where user_id = $1`,
      [person.userId],
    )
    expect(codeOf(await portal().signIn(new Browser(), person.email, password))).toBeTruthy()
    const { rows } = await identity.pool.query(
      'select failed_attempts, locked_until from identity.account where user_id = $1',
      [person.userId],
    )
    expect(rows).toEqual([{ failed_attempts: 0, locked_until: null }])
  })

  test('counts tries that are made at once', async () => {
    const person = await identity.person()
    await Promise.all(
      Array.from({ length: 12 }, () => portal().signIn(new Browser(), person.email, 'wrong one')),
    )
    const { rows } = await identity.pool.query(
      'select outcome, count(*)::int from identity.sign_in where user_id = $1 group by outcome order by outcome',
      [person.userId],
    )
    expect(rows).toEqual([
      { outcome: 'locked', count: 7 },
      { outcome: 'wrong_password', count: 5 },
    ])
  })

  test('forgets wrong tries after fifteen minutes', async () => {
    const person = await identity.person()
    for (let tries = 0; tries < 4; tries++) {
      await portal().signIn(new Browser(), person.email, 'wrong password')
    }
    await identity.pool.query(
      `update identity.account set last_failed_at = now() - interval '16 min' where user_id = $1`,
      [person.userId],
    )
    await portal().signIn(new Browser(), person.email, 'wrong password')
    expect(codeOf(await portal().signIn(new Browser(), person.email, password))).toBeTruthy()
  })
})

describe('the page', () => {
  test('wears the tenant’s name and colours, by hint, by domain, and in this browser afterwards', async () => {
    const browser = new Browser()
    expect((await portal().open(browser)).text).toContain('Sign in to Counterfoil')
    const hinted = await portal().open(browser, { tenant: 'northwind' })
    expect(hinted.text).toContain('Sign in to Northwind Pay')
    expect(hinted.text).toContain('--accent: #f4b740')
    const byDomain = await portal().open(browser, { login_hint: 'someone@northwind.example' })
    expect(byDomain.text).toContain('Sign in to Northwind Pay')
    expect(byDomain.text).toContain('value="someone@northwind.example"')
    const person = await identity.person()
    // no hint, and an e-mail of another domain: nothing tells whose account it is
    const stranger = await portal().open(new Browser(), { login_hint: person.email })
    expect(stranger.text).toContain('Sign in to Counterfoil')
    await portal().tokens(browser, person.email, password)
    expect((await portal().open(browser, { prompt: 'login' })).text).toContain('Northwind Pay')
  })

  test('speaks the language that is asked for', async () => {
    const browser = new Browser()
    const turkish = await portal().open(browser, { ui_locales: 'tr-TR en' })
    expect(turkish.text).toContain('<html lang="tr">')
    expect(turkish.text).toContain('Oturum aç')
    const byBrowser = await browser.get(turkish.url, { 'accept-language': 'tr;q=0.3, en-GB' })
    expect(byBrowser.text).toContain('<html lang="tr">')
    const chosen = await browser.get(`${turkish.url}?lang=en`)
    expect(chosen.text).toContain('<html lang="en">')
    expect((await browser.get(turkish.url)).text).toContain('<html lang="en">')
    const preferred = await new Browser().get(`${identity.issuer}/Identity/Account/Register`, {
      'accept-language': 'de, tr;q=0.8, en;q=0.5',
    })
    expect(preferred.text).toContain('<html lang="tr">')
  })
})

describe('the demo’s password', () => {
  test('opens nothing outside the demo', async () => {
    const person = await identity.person({ password: demoPassword })
    expect(codeOf(await portal().signIn(new Browser(), person.email, demoPassword))).toBeTruthy()
    const real = await startTestIdentity(database.urls.identity, identity.tenantId, {
      isDemo: false,
    })
    try {
      const client = new PortalClient(real.issuer, portalUrl)
      const answer = await client.signIn(new Browser(), person.email, demoPassword)
      expect(answer.status).toBe(401)
    } finally {
      await real.close()
    }
  })
})

describe('an address', () => {
  const fail = (times: number) =>
    identity.pool.query(
      `insert into identity.sign_in (id, outcome, ip, created_at)
       select gen_random_uuid(), 'unknown_email', '127.0.0.1', now() - interval '5 min'
       from generate_series(1, $1)`,
      [times],
    )
  const forget = () =>
    identity.pool.query(`update identity.sign_in set created_at = created_at - interval '15 min'`)

  test('with too many failures is sent away for a while, with the right password too', async () => {
    const person = await identity.person()
    await fail(50)
    const answer = await portal().signIn(new Browser(), person.email, password)
    expect(answer.status).toBe(429)
    expect(answer.headers.get('retry-after')).toBe('900')
    expect(answer.text).toContain('Too many failed sign-ins came from your network')
    // behind a proxy that the settings do not name everybody has this address, and is not sent away for it
    const forwarded = new Browser({ 'x-forwarded-for': '203.0.113.9' })
    expect(codeOf(await portal().signIn(forwarded, person.email, password))).toBeTruthy()
    await forget()
    expect(codeOf(await portal().signIn(new Browser(), person.email, password))).toBeTruthy()
  })

  test('that asks for too many links for new passwords reads that, and not of failed sign-ins', async () => {
    await identity.pool.query(
      `insert into identity.sign_in (id, outcome, ip, created_at)
       select gen_random_uuid(), 'reset_requested', '127.0.0.1', now() - interval '5 min'
       from generate_series(1, 20)`,
    )
    const page = `${identity.issuer}/Identity/Account/ForgotPassword`
    const answer = await new Browser().post(page, { email: 'jane@harbour.example' })
    expect(answer.status).toBe(429)
    expect(answer.headers.get('retry-after')).toBe('900')
    expect(answer.text).toContain('Too many links for new passwords were asked for')
    await forget()
  })

  test('has no more tries at once than one after the other', async () => {
    await forget()
    await fail(45)
    const tries = Array.from({ length: 20 }, (_, n) =>
      portal().signIn(new Browser(), `nobody${n}@harbour.example`, 'wrong one'),
    )
    const statuses = (await Promise.all(tries)).map(({ status }) => status)
    expect(statuses.filter((status) => status === 401)).toHaveLength(5)
    expect(statuses.filter((status) => status === 429)).toHaveLength(15)
    await forget()
  })

  test('is not held to account for codes that are refused to whoever is signed in', async () => {
    await forget()
    await fail(49)
    const person = await identity.person({ totpSecret: 'COUNTERFOILDEMO2' })
    const from = { ip: '127.0.0.1', userAgent: undefined, requestId: 'one' }
    for (const code of ['000000', '000001', '000002']) {
      await identity.confirm({ userId: person.userId, code, ...from })
    }
    const other = await identity.person()
    expect(codeOf(await portal().signIn(new Browser(), other.email, password))).toBeTruthy()
    await forget()
  })
})
