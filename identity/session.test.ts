import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { accessTokenVerifier } from '@counterfoil/kit/server/authentication/access-token.ts'
import { readSettings } from '@counterfoil/kit/server/settings.ts'
import { makeTenant } from '@counterfoil/kit/testing/makers.ts'
import { testDatabase } from '@counterfoil/kit/testing/test-database.ts'
import { decodeJwt } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { setActive, setPassword } from './accounts.ts'
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

describe('a refresh token', () => {
  test('is exchanged for new tokens, and ends everything when it is shown again', async () => {
    const person = await identity.person()
    const client = portal()
    const tokens = await client.tokens(new Browser(), person.email, password)
    const renewed = (await (await client.refresh(tokens.refresh_token)).json()) as Tokens
    expect(renewed.refresh_token).not.toBe(tokens.refresh_token)
    expect(decodeJwt(renewed.access_token)).toMatchObject({
      sub: person.userId,
      aud: `${portalUrl}/api`,
      profile: 'Merchant',
    })
    expect(decodeJwt(renewed.id_token).sub).toBe(person.userId)

    expect(await errorOf(await client.refresh(tokens.refresh_token))).toBe('invalid_grant')
    expect(await errorOf(await client.refresh(renewed.refresh_token))).toBe('invalid_grant')
  })

  test('shown twice at one instant renews once at most, and then ends', async () => {
    const person = await identity.person()
    const client = portal()
    const { refresh_token } = await client.tokens(new Browser(), person.email, password)
    const answers = await Promise.all([1, 2, 3].map(() => client.refresh(refresh_token)))
    const renewed = answers.filter(({ ok }) => ok)
    expect(renewed.length).toBeLessThanOrEqual(1)
    expect(answers.filter(({ status }) => status >= 500)).toEqual([])
    for (const answer of renewed) {
      const next = (await answer.json()) as Tokens
      expect((await client.refresh(next.refresh_token)).status).toBe(400)
    }
  })

  test('cannot be read from the database', async () => {
    const person = await identity.person()
    const { refresh_token } = await portal().tokens(new Browser(), person.email, password)
    const { rows } = await identity.pool.query<{ row: string }>(
      'select p::text as row from identity.oidc_payload p where account_id = $1',
      [person.userId],
    )
    expect(rows.length).toBeGreaterThan(2)
    expect(rows.filter(({ row }) => row.includes(refresh_token))).toEqual([])
  })

  test('is given back when the portal revokes it', async () => {
    const person = await identity.person()
    const client = portal()
    const { refresh_token } = await client.tokens(new Browser(), person.email, password)
    const revoked = await fetch(`${identity.issuer}/token/revocation`, {
      method: 'POST',
      body: new URLSearchParams({ client_id: 'counterfoil-portal', token: refresh_token }),
    })
    expect(revoked.status).toBe(200)
    expect((await client.refresh(refresh_token)).status).toBe(400)
  })
})

describe('a session', () => {
  const silent = { prompt: 'none', redirect_uri: `${portalUrl}/assets/silent-redirect.html` }

  test('signs in silently in a frame of the portal, and of nobody else', async () => {
    const person = await identity.person()
    const browser = new Browser()
    await portal().tokens(browser, person.email, password)
    const client = portal()
    const answer = await browser.get(client.authorizationUrl(silent))
    expect(answer.location).toMatch(`${portalUrl}/assets/silent-redirect.html?code=`)
    expect(answer.headers.get('x-frame-options')).toBeNull()
    expect(answer.headers.get('content-security-policy')).toContain(`frame-ancestors ${portalUrl};`)
    const exchanged = await client.exchange(codeOf(answer), {
      redirect_uri: `${portalUrl}/assets/silent-redirect.html`,
    })
    expect(exchanged.status).toBe(200)

    const form = await portal().open(new Browser())
    expect(form.headers.get('x-frame-options')).toBe('DENY')
    expect(form.headers.get('content-security-policy')).toContain(`frame-ancestors 'none'`)
    expect(form.headers.get('content-security-policy')).not.toContain('unsafe')
  })

  test('that is missing says so silently', async () => {
    const answer = await new Browser().get(portal().authorizationUrl(silent))
    expect(parameterOf(answer, 'error')).toBe('login_required')
  })

  test('ends with a sign-out that its id token confirms, and its tokens with it', async () => {
    const person = await identity.person()
    const browser = new Browser()
    const client = portal()
    const tokens = await client.tokens(browser, person.email, password)
    const page = await browser.get(
      `${identity.issuer}/session/end?${new URLSearchParams({
        id_token_hint: tokens.id_token,
        post_logout_redirect_uri: `${portalUrl}/assets/logout-callback.html`,
        state: 's1',
      })}`,
    )
    expect(page.text).toContain(`document.querySelector('.primary').click()`)
    const sent = await browser.post(`${identity.issuer}/session/end/confirm`, {
      xsrf: /name="xsrf" value="([^"]+)"/.exec(page.text)?.[1] ?? '',
      logout: 'yes',
    })
    expect(sent.location).toBe(`${portalUrl}/assets/logout-callback.html?state=s1`)
    const answer = await browser.get(portal().authorizationUrl(silent))
    expect(parameterOf(answer, 'error')).toBe('login_required')
    expect((await client.refresh(tokens.refresh_token)).status).toBe(400)
  })

  test('is not ended by a link that knows no id token of it', async () => {
    const [person, other] = [await identity.person(), await identity.person()]
    const browser = new Browser()
    await portal().tokens(browser, person.email, password)
    const foreign = await portal().tokens(new Browser(), other.email, password)
    for (const hint of ['', `id_token_hint=${foreign.id_token}`]) {
      const page = await browser.get(`${identity.issuer}/session/end?${hint}`)
      expect(page.text).toContain('Sign out?')
      expect(page.text).not.toContain('.click()')
    }
    const answer = await browser.get(portal().authorizationUrl(silent))
    expect(parameterOf(answer, 'code')).toBeTruthy()
  })

  test('of somebody else gives way when another person signs in', async () => {
    const [first, second] = [await identity.person(), await identity.person()]
    const browser = new Browser()
    await portal().tokens(browser, first.email, password)
    const client = portal()
    const form = await client.open(browser, { prompt: 'login' })
    const sent = await browser.post(form.url, { email: second.email, password })
    const switching = await browser.follow(sent)
    const confirmed = await browser.post(`${identity.issuer}/session/end/confirm`, {
      xsrf: /name="xsrf" value="([^"]+)"/.exec(switching.text)?.[1] ?? '',
      logout: 'yes',
    })
    const back = await browser.follow(confirmed)
    const tokens = (await (await client.exchange(codeOf(back))).json()) as Tokens
    expect(decodeJwt(tokens.access_token).sub).toBe(second.userId)
  })

  test('ends everywhere when the account is deactivated, and the form says so to the right password alone', async () => {
    const person = await identity.person()
    const browser = new Browser()
    const client = portal()
    const tokens = await client.tokens(browser, person.email, password)
    await setActive(identity.pool, person.userId, false)
    expect((await client.refresh(tokens.refresh_token)).status).toBe(400)
    const answer = await browser.get(portal().authorizationUrl(silent))
    expect(parameterOf(answer, 'error')).toBe('login_required')
    const right = await portal().signIn(new Browser(), person.email, password)
    expect(right.status).toBe(403)
    expect(right.text).toContain('Your account has been deactivated')
    const wrong = await portal().signIn(new Browser(), person.email, 'wrong password')
    expect(wrong.text).not.toContain('deactivated')
    await setActive(identity.pool, person.userId, true)
    expect(codeOf(await portal().signIn(new Browser(), person.email, password))).toBeTruthy()
  })

  test('whose account went while it was open asks for another sign-in', async () => {
    const person = await identity.person()
    const browser = new Browser()
    await portal().tokens(browser, person.email, password)
    await identity.pool.query('update identity.account set is_active = false where user_id = $1', [
      person.userId,
    ])
    const answer = await browser.get(portal().authorizationUrl(silent))
    expect(parameterOf(answer, 'error')).toBe('login_required')
    expect((await portal().open(browser)).text).toContain('name="password"')
  })

  test('ends with a new password', async () => {
    const person = await identity.person()
    const client = portal()
    const tokens = await client.tokens(new Browser(), person.email, password)
    await setPassword(identity.pool, person.userId, 'another long password')
    expect((await client.refresh(tokens.refresh_token)).status).toBe(400)
    const old = await portal().signIn(new Browser(), person.email, password)
    expect(old.status).toBe(401)
    const fresh = await portal().signIn(new Browser(), person.email, 'another long password')
    expect(codeOf(fresh)).toBeTruthy()
  })
})

describe('the access token', () => {
  test('is what the API accepts, and the id token is not', async () => {
    const person = await identity.person()
    const tokens = await portal().tokens(new Browser(), person.email, password)
    const verifier = accessTokenVerifier({
      issuer: identity.issuer,
      audience: `${portalUrl}/api`,
      claims: { subject: 'sub', email: 'email', profile: 'profile' },
    })
    await expect(verifier.verify(tokens.access_token)).resolves.toMatchObject({
      subject: person.userId,
      email: person.email,
      profile: 'Merchant',
    })
    await expect(verifier.verify(tokens.id_token)).rejects.toMatchObject({ code: 'token.invalid' })
  })

  test('is given for the portal’s API alone', async () => {
    const answer = await new Browser().get(
      portal().authorizationUrl({ resource: 'https://other.example/api' }),
    )
    expect(parameterOf(answer, 'error')).toBe('invalid_target')
  })
})

describe('the addresses', () => {
  test('are found by discovery, under the issuer whatever the request says', async () => {
    const answer = await fetch(`${identity.issuer}/.well-known/openid-configuration`, {
      headers: { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' },
    })
    const document = (await answer.json()) as Record<string, unknown>
    expect(document).toMatchObject({
      issuer: identity.issuer,
      authorization_endpoint: `${identity.issuer}/auth`,
      token_endpoint: `${identity.issuer}/token`,
      end_session_endpoint: `${identity.issuer}/session/end`,
      code_challenge_methods_supported: ['S256'],
      response_types_supported: ['code'],
      id_token_signing_alg_values_supported: ['ES256'],
      token_endpoint_auth_methods_supported: ['none'],
    })
    expect(answer.headers.get('access-control-allow-origin')).toBe('*')
    const keys = (await (await fetch(document.jwks_uri as string)).json()) as {
      keys: Record<string, unknown>[]
    }
    expect(keys.keys.every((key) => !('d' in key))).toBe(true)
  })

  test('give tokens to the portal’s origin alone', async () => {
    const ask = (origin: string) =>
      fetch(`${identity.issuer}/token`, {
        method: 'POST',
        headers: { origin },
        body: new URLSearchParams({
          client_id: 'counterfoil-portal',
          grant_type: 'refresh_token',
          refresh_token: 'x',
        }),
      })
    expect((await ask(portalUrl)).headers.get('access-control-allow-origin')).toBe(portalUrl)
    const foreign = await ask('https://evil.example')
    expect(foreign.headers.get('access-control-allow-origin')).toBeNull()
    expect(await errorOf(foreign)).toBe('invalid_request')
  })

  test('of register and manage ask for an invitation and a sign-in [auth.identity-pages]', async () => {
    const browser = new Browser()
    const register = await browser.get(`${identity.issuer}/Identity/Account/Register`)
    expect(register.text).toContain('Accounts are by invitation')
    const manage = await browser.get(`${identity.issuer}/Identity/Account/Manage`)
    // a sign-in begins in the portal, which comes back
    expect(manage.location).toBe(
      `${portalUrl}/authentication/login?returnUrl=/authentication/profile`,
    )
    expect((await browser.get(`${identity.issuer}/Identity/Account/Nothing`)).status).toBe(404)
    const login = await browser.get(`${identity.issuer}/Identity/Account/Login`)
    expect(login.location).toBe(`${portalUrl}/`)
    expect((await browser.get(`${identity.issuer}/health/ready`)).status).toBe(200)
  })
})

describe('a fault', () => {
  test('is a page of its own to people and an error to programs, and tells neither what broke', async () => {
    await database.owner.query('alter table identity.oidc_payload rename to elsewhere')
    try {
      const page = await new Browser().get(portal().authorizationUrl())
      expect(page.status).toBe(500)
      expect(page.text).toContain('Something went wrong here')
      expect(page.text).toContain(page.headers.get('x-request-id'))
      expect(page.text).not.toMatch(/oidc_payload|relation/)
      expect(page.headers.get('content-security-policy')).toContain(`default-src 'none'`)
      const answer = await portal().refresh('x'.repeat(43))
      expect(answer.status).toBe(500)
      expect(await answer.json()).toMatchObject({ error: 'server_error' })
    } finally {
      await database.owner.query('alter table identity.elsewhere rename to oidc_payload')
    }
  })
})

describe('behind a proxy', () => {
  test('cookies are for encrypted addresses, and the caller is whom a trusted proxy names', async () => {
    const { oidc } = readSettings({})
    const port = await freePort()
    const behind = await startTestIdentity(database.urls.identity, identity.tenantId, {
      identityPort: port,
      oidc: { ...oidc, issuer: 'https://id.example' },
      trustedProxies: '127.0.0.1, 10.0.0.0/8',
    })
    try {
      const client = new PortalClient(behind.address, portalUrl)
      const forwarded = { 'x-forwarded-for': '203.0.113.9, 10.1.1.1' }
      const browser = new Browser()
      const start = await browser.get(client.authorizationUrl(), forwarded)
      const cookies = start.headers.getSetCookie()
      expect(cookies.map((line) => line.split('=')[0])).toContain('__Secure-identity_sign_in')
      expect(cookies.every((line) => /; secure/i.test(line) && /; httponly/i.test(line))).toBe(true)
      expect(start.headers.get('strict-transport-security')).toContain('max-age')
      const person = await behind.person()
      const form = start.location as string
      const sent = await browser.post(form, { email: person.email, password }, forwarded)
      expect(sent.location).toMatch(/^https:\/\/id\.example\/auth\//)
      const back = await browser.get(
        `${behind.address}${new URL(sent.location as string).pathname}`,
      )
      expect(parameterOf(back, 'code')).toBeTruthy()
      expect(back.headers.getSetCookie().join()).toContain('__Host-identity_session=')
      const { rows } = await identity.pool.query(
        'select ip from identity.sign_in where user_id = $1',
        [person.userId],
      )
      expect(rows).toEqual([{ ip: '203.0.113.9' }])
    } finally {
      await behind.close()
    }
  })
})

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo
      server.close(() => resolve(port))
    })
  })
}
