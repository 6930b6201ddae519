// The portal with another identity provider, by configuration alone: other claim names, other keys, its own pages, no
// resource indicators, and both opaque and JWT access tokens.
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Provider } from 'oidc-provider'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { freePort, type Stack, startStack } from '../tools/testing/stack.ts'
import { openPortal, type Portal, waitForWords } from './portal.ts'

const clientId = 'backoffice'
/** By how much the provider backdates a sign-in. */
let signedInAgoS = 0
let format: 'jwt' | 'opaque' = 'jwt'
let server: Server
let stack: Stack
let portal: Portal

/** The claim names of this provider, and its further claims. */
const claimsOf = (login: string) => ({
  sub: login,
  email_verified: true,
  mail: login,
  role_kind: login.startsWith('operator') ? 'Tenant' : 'Merchant',
  groups: ['payments', 'tr-istanbul'],
  'https://intranet.example/profile': { grade: 7, blob: 'x'.repeat(500), nested: [{ a: null }] },
})

function foreignProvider(issuer: string, portalUrl: string): Provider {
  return new Provider(issuer, {
    clients: [
      {
        client_id: clientId,
        token_endpoint_auth_method: 'none',
        grant_types: ['authorization_code', 'refresh_token'],
        redirect_uris: [`${portalUrl}/login-callback`, `${portalUrl}/assets/silent-redirect.html`],
        post_logout_redirect_uris: [`${portalUrl}/assets/logout-callback.html`],
      },
    ],
    claims: {
      openid: [
        'sub',
        'mail',
        'email_verified',
        'role_kind',
        'groups',
        'https://intranet.example/profile',
      ],
      profile: [],
      email: [],
    },
    acrValues: ['urn:mfa'],
    conformIdTokenClaims: false,
    clientBasedCORS: () => true,
    findAccount: async (_ctx, id) => ({ accountId: id, claims: async () => claimsOf(id) }),
    extraTokenClaims: (ctx) => {
      const { sub, ...rest } = claimsOf(ctx.oidc.account?.accountId ?? '')
      const { authTime = 0 } = ctx.oidc.entities.AuthorizationCode ?? {}
      return { ...rest, employee: sub, acr: 'urn:mfa', auth_time: authTime - signedInAgoS }
    },
    features: {
      devInteractions: { enabled: true },
      resourceIndicators: {
        enabled: true,
        // the portal sends no resource; this provider has a default one
        defaultResource: () => 'urn:everything',
        useGrantedResource: () => format === 'jwt',
        getResourceServerInfo: () => ({
          scope: 'openid',
          audience: 'urn:everything',
          accessTokenFormat: 'jwt',
        }),
      },
    },
  })
}

beforeAll(async () => {
  const [port, portalPort] = await Promise.all([freePort(), freePort()])
  const issuer = `http://localhost:${port}`
  const provider = foreignProvider(issuer, `http://localhost:${portalPort}`)
  server = createServer(provider.callback())
  await new Promise<void>((resolve) => server.listen(port, resolve))
  expect((server.address() as AddressInfo).port).toBe(port)
  stack = await startStack({
    PORT: String(portalPort),
    OIDC_ISSUER: issuer,
    OIDC_CLIENT_ID: clientId,
    OIDC_SCOPES: 'openid',
    OIDC_EMAIL_CLAIM: 'mail',
    OIDC_PROFILE_CLAIM: 'role_kind',
    SCA_ACR_VALUES: 'urn:mfa',
  })
}, 240_000)
afterAll(async () => {
  await stack?.remove()
  server?.close()
})
afterEach(() => portal.close())

/** Fills in the provider's own pages of sign-in and consent. */
async function signInThere(page: Page, login: string): Promise<void> {
  await page.locator('input[name=login]').fill(login)
  await page.locator('input[name=password]').fill('anything')
  await page.locator('button[type=submit]').click()
  await page.getByText('Authorize').waitFor()
  await page.locator('button[type=submit]').click()
  await page.locator('#content').waitFor()
}

test.each(['jwt', 'opaque'] as const)(
  'people sign in there with %s access tokens, land by its user type, and sign out [auth.flow]',
  async (kind) => {
    format = kind
    portal = await openPortal({ baseUrl: stack.portalUrl })
    const { page } = portal
    const bearer = page.waitForRequest((request) => request.url().includes('/api/users'))
    await page.goto('/authentication/login')
    await signInThere(page, 'operator@northwind.example')
    // the provider's own pages ask for fonts from elsewhere
    portal.complaints.splice(0)
    await page.waitForURL('**/crm/dashboard')
    const parts = (await bearer).headers().authorization?.split(' ')[1]?.split('.')
    expect(parts).toHaveLength(kind === 'jwt' ? 3 : 1)
    expect(await page.locator('aside a').first().textContent()).toContain('Northwind Pay')
    await page.goto('/transaction-management/transaction-lookup')
    await page.locator('tbody tr').first().waitFor()
    expect(portal.complaints).toEqual([])

    await page.locator('header button[aria-haspopup=menu]').last().click()
    await page.locator('a[href="/authentication/logout"]').click()
    await page.locator('button[value=yes]').click()
    await page.waitForURL('**/authentication/logged-out')
    await waitForWords(page, 'You successfully logged out!')
  },
)

test('an action that must be confirmed requires a fresh sign-in there, and is done after it', async () => {
  format = 'jwt'
  signedInAgoS = 3600
  portal = await openPortal({ baseUrl: stack.portalUrl })
  const { page } = portal
  await page.goto('/authentication/login')
  await signInThere(page, 'operator@northwind.example')
  portal.complaints.splice(0)
  await page.locator('h1').waitFor()
  await page.goto('/crm/users/managment/new?type=tenant')
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Confirmed by a sign-in')
  await page.getByRole('checkbox').first().check()
  const refused = page.waitForResponse((answer) => answer.status() === 401)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  const header = (await refused).headers()['www-authenticate']
  expect(header).toMatch(/error="insufficient_user_authentication".*max_age="300"/)
  const asked = page.getByRole('dialog', { name: 'Confirm it is you' })
  signedInAgoS = 0
  const opened = page.waitForEvent('popup')
  await asked.getByRole('button', { name: 'Sign in' }).click()
  const popup = await opened
  // max_age=0: who is signed in there signs in again
  await popup.locator('input[name=login]').fill('operator@northwind.example')
  await popup.locator('input[name=password]').fill('anything')
  await popup.locator('button[type=submit]').click()
  // consent that was given is not asked for again: then the window closes while it is looked for
  await popup
    .getByText('Authorize')
    .waitFor()
    .then(() => popup.locator('button[type=submit]').click())
    .catch((problem) => {
      if (!popup.isClosed()) throw problem
    })
  await asked.waitFor({ state: 'detached' })
  // the same call went out again by itself, and was taken
  await page.waitForURL(/managment\/[0-9a-f-]{36}$/)
  await page.getByRole('heading', { level: 1, name: 'Confirmed by a sign-in' }).waitFor()
})

test('a user whom it knows and the portal does not is refused with the reason', async () => {
  format = 'jwt'
  portal = await openPortal({ baseUrl: stack.portalUrl })
  const { page } = portal
  await page.goto('/')
  await page.locator('input[name=login]').fill('stranger@nowhere.example')
  await page.locator('input[name=password]').fill('anything')
  await page.locator('button[type=submit]').click()
  await page.getByText('Authorize').waitFor()
  const refused = page.waitForResponse((answer) => answer.url().includes('/api/users'))
  await page.locator('button[type=submit]').click()
  expect((await refused).status()).toBe(401)
  expect(await page.locator('#content').count()).toBe(0)
})

test('its pages for accounts are not ours: the portal says where to look instead [auth.routes]', async () => {
  portal = await openPortal({ baseUrl: stack.portalUrl })
  const { page } = portal
  await page.goto('/authentication/register')
  await page.getByText('An administrator of your organisation gives you access.').waitFor()
  await page.goto('/authentication/profile')
  await page.getByText('Change them there.').waitFor()
})
