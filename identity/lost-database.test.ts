// The database goes away: what the provider's pages and endpoints say meanwhile, and that they come back by themselves.
import { openBreakableConnection } from '@counterfoil/kit/testing/breakable-connection.ts'
import { makeTenant } from '@counterfoil/kit/testing/makers.ts'
import { testDatabase } from '@counterfoil/kit/testing/test-database.ts'
import { afterAll, afterEach, expect, test } from 'vitest'
import { northwind, portalUrl, startTestIdentity } from './testing/test-identity.ts'

const db = await testDatabase()
const tenant = await makeTenant(db, northwind)
const way = await openBreakableConnection(db.ownerUrl)
const identity = await startTestIdentity(way.through(db.urls.identity), tenant.id)
afterEach(() => way.restore())
afterAll(async () => {
  way.restore()
  await identity.close()
  await way.close()
})

const forgotten = '/Identity/Account/ForgotPassword'
const signIn = `/auth?${new URLSearchParams({
  client_id: 'counterfoil-portal',
  redirect_uri: `${portalUrl}/login-callback`,
  response_type: 'code',
  scope: 'openid',
  code_challenge: 'x'.repeat(43),
  code_challenge_method: 'S256',
})}`
const page = (path: string, more: Record<string, string> = {}, form?: URLSearchParams) =>
  fetch(`${identity.address}${path}`, {
    redirect: 'manual',
    ...(form === undefined ? {} : { method: 'POST', body: form }),
    headers: { accept: 'text/html', cookie: 'identity_tenant=northwind', ...more },
  })

test('a page says that the database is gone, in the tenant’s look, and tries again until it is back', async () => {
  expect((await page(forgotten)).status).toBe(200)
  way.cut()
  const form = new URLSearchParams({ email: 'ada@harbour.example' })
  const sent = { origin: identity.issuer }
  for (const [path, answer] of [
    [signIn, await page(signIn)],
    [forgotten, await page(forgotten, sent, form)],
  ] as const) {
    const text = await answer.text()
    expect(answer.status, path).toBe(503)
    expect(answer.headers.get('retry-after')).toBe('5')
    expect(text).toContain('The database does not answer at the moment')
    expect(text).toContain('<meta http-equiv="refresh" content="5">')
    expect(text).toContain(northwind.name)
    expect(text).toContain('#0b5c4a')
    expect(text).toContain(`href="${path.replaceAll('&', '&amp;')}"`)
  }
  const turkish = await (await page(signIn, { 'accept-language': 'tr' })).text()
  expect(turkish).toContain('Veritabanı şu anda yanıt vermiyor')
  way.restore()
  expect((await page(signIn)).status).toBe(303)
})

test('an endpoint says so too, and one that needs no database goes on', async () => {
  way.cut()
  const token = await fetch(`${identity.address}/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'refresh_token',
      client_id: 'counterfoil-portal',
      refresh_token: 'one that somebody had',
    }),
  })
  expect(token.status).toBe(503)
  expect(token.headers.get('retry-after')).toBe('5')
  expect(await token.json()).toMatchObject({ error: 'temporarily_unavailable' })
  expect((await fetch(`${identity.address}/health/live`)).status).toBe(200)
  expect((await fetch(`${identity.address}/health/ready`)).status).toBe(503)
  expect((await fetch(`${identity.address}/.well-known/openid-configuration`)).status).toBe(200)
})
