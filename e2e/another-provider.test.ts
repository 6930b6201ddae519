// The whole product at a provider that others wrote, by its settings alone. It begins with the data of an installation
// whose people signed in at the embedded one.
import { once } from 'node:events'
import { createServer, type Server } from 'node:net'
import { Events, OAuth2Server } from 'oauth2-mock-server'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { freePort, type Stack, startStack } from '../tools/testing/stack.ts'
import { openPortal, type Portal, seededFolder, waitForWords } from './portal.ts'

const person = { sub: 'u-17', email: 'operator@northwind.example', email_verified: 'true' }
/** What userinfo answers: access tokens name no address. */
let claims: Record<string, unknown> = person
let provider: OAuth2Server
let stack: Stack
let portal: Portal | undefined
let nonces: (string | null)[] = []

async function openProvider(port: number): Promise<void> {
  provider = new OAuth2Server()
  provider.service.on(Events.BeforeTokenSigning, ({ payload }: { payload: object }) => {
    Object.assign(payload, { sub: claims.sub })
  })
  provider.service.on(Events.BeforeUserinfo, (answer: { body: object }) => {
    answer.body = { ...claims }
  })
  provider.service.on(Events.BeforeAuthorizeRedirect, (_: unknown, request: { url?: string }) => {
    nonces.push(new URL(request.url ?? '', 'http://provider').searchParams.get('nonce'))
  })
  await provider.issuer.keys.generate('RS256')
  await provider.start(port, '127.0.0.1')
}

beforeAll(async () => {
  const port = await freePort()
  await openProvider(port)
  const environment = {
    OIDC_ISSUER: provider.issuer.url ?? '',
    OIDC_SCOPES: 'openid profile email',
    OIDC_ACCESS_TOKEN_SIGN: 'scope',
  }
  stack = await startStack(environment, await seededFolder())
})
afterAll(async () => {
  await stack?.remove()
  if (provider?.listening) await provider.stop()
})
afterEach(() => portal?.close())

let inItsPlace: Server | undefined
/** Its port stays taken: what else came to listen there could keep the browser waiting instead of refusing it. */
async function takeDown(): Promise<void> {
  if (inItsPlace !== undefined) return
  const port = Number(new URL(provider.issuer.url ?? '').port)
  await provider.stop()
  inItsPlace = createServer((socket) => socket.destroy()).listen(port, '127.0.0.1')
  await once(inItsPlace, 'listening')
}
afterAll(() => inItsPlace?.close())

test('its start says what to set up there, and no password that opens nothing', () => {
  expect(stack.said()).toContain(`people sign in at ${provider.issuer.url}`)
  expect(stack.said()).toContain(`${stack.portalUrl}/assets/silent-redirect.html`)
  expect(stack.said()).not.toContain('nobody can sign in yet')
  expect(stack.said()).not.toContain('Counterfoil-demo-1')
})

test('a person is known by the address of userinfo, verified in words, and signs out there [auth.flow]', async () => {
  claims = person
  nonces = []
  portal = await openPortal({ baseUrl: stack.portalUrl })
  const { page } = portal
  await page.goto('/transaction-management/transaction-lookup')
  await page.locator('tbody tr').first().waitFor()
  expect(await page.locator('aside a').first().textContent()).toContain('Northwind Pay')
  expect(nonces.length).toBeGreaterThan(0)
  expect(nonces).not.toContain(null)
  expect(portal.complaints).toEqual([])

  const asked = page.waitForRequest((request) => request.url().includes('/endsession'))
  await page.locator('header button[aria-haspopup=menu]').last().click()
  await page.locator('a[href="/authentication/logout"]').click()
  const { searchParams } = new URL((await asked).url())
  const after = `${stack.portalUrl}/assets/logout-callback.html`
  expect(searchParams.get('post_logout_redirect_uri')).toBe(after)
  expect(searchParams.get('id_token_hint')).not.toBeNull()
  await page.waitForURL('**/authentication/logged-out')
  await waitForWords(page, 'You successfully logged out!')
})

test.each([
  ['was not invited', { ...person, sub: 'u-1', email: 'ada@else.example' }, 'is not a user here'],
  ['has a doubted address', { ...person, sub: 'u-2', email_verified: 'false' }, 'is verified'],
  ['has no address', { sub: 'u-3' }, 'gives no e-mail address'],
])('a person who %s reads why, and signs out there', async (_, ofPerson, words) => {
  claims = ofPerson
  portal = await openPortal({ baseUrl: stack.portalUrl })
  const { page } = portal
  await page.goto('/')
  await page.waitForURL('**/authentication/login-failed?**')
  await waitForWords(page, words)
  const asked = page.waitForRequest((request) => request.url().includes('/endsession'))
  await page.getByRole('link', { name: 'Logout' }).click()
  // without it there are providers that answer an empty page
  expect(new URL((await asked).url()).searchParams.get('id_token_hint')).not.toBeNull()
  await page.waitForURL('**/authentication/logged-out')
})

test('while it is down, servers of merchants take payments and the product is ready', async () => {
  await takeDown()
  portal = await openPortal({ baseUrl: stack.portalUrl })
  // the provider's document is preloaded: a server that ends each connection keeps the page's load event waiting now and then
  await portal.page.goto('/', { waitUntil: 'commit' })
  await waitForWords(portal.page, 'The sign-in service does not answer.')
  const { request } = portal.context
  const ready = await request.get('/api/health/ready')
  expect(ready.status()).toBe(200)
  expect(await ready.json()).toMatchObject({ status: 'ready', parts: { identity: 'down' } })
  const method = { type: 'card', number: '4242424242424242', expiryMonth: 12, expiryYear: 2030 }
  const paid = await request.post('/v1/payments', {
    headers: { authorization: 'Bearer cf_test_demo_harbour', 'idempotency-key': 'while-down' },
    data: {
      ...{ amount: 1250, currency: 'GBP', externalId: 'DOWN-1', capture: true },
      method: { ...method, securityCode: '123' },
    },
  })
  expect(paid.status()).toBe(201)
})
