import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { accessTokenVerifier } from './access-token.ts'

/** A provider whose tokens only it can read: `answers` says what its userinfo answers to each. */
const answers = new Map<string, { status: number; body: string; type?: string }>()
let asked = 0
const server = createServer((request, response) => {
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  if (request.url === '/.well-known/openid-configuration') {
    const document = { issuer, jwks_uri: `${issuer}/keys`, userinfo_endpoint: `${issuer}/me` }
    response.end(JSON.stringify(document))
    return
  }
  asked += 1
  const token = request.headers.authorization?.split(' ')[1] ?? ''
  const { status, body, type } = answers.get(token) ?? { status: 401, body: '{}' }
  response.writeHead(status, { 'content-type': type ?? 'application/json' }).end(body)
})
beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)))
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

let now = new Date('2026-11-21T12:00:00Z')
const verifier = (audience?: string) =>
  accessTokenVerifier({
    issuer: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    audience,
    claims: { subject: 'sub', email: 'mail', profile: 'kind' },
    now: () => now,
  })

const claims = {
  sub: 'emp|7',
  mail: 'ada@harbour.example',
  email_verified: true,
  kind: 'Merchant',
  extra: [{ a: 1 }],
}

test('an opaque token is read by its provider, and the answer is believed for a minute', async () => {
  answers.set('opaque-1', { status: 200, body: JSON.stringify(claims) })
  const { verify } = verifier()
  const before = asked
  for (let times = 0; times < 3; times++) {
    expect(await verify('opaque-1')).toMatchObject({
      subject: 'emp|7',
      email: 'ada@harbour.example',
      profile: 'Merchant',
    })
  }
  expect(asked - before).toBe(1)
  answers.delete('opaque-1')
  now = new Date(now.getTime() + 66_000)
  await expect(verify('opaque-1')).rejects.toMatchObject({ status: 401, code: 'token.invalid' })
})

test('with an audience to compare, no opaque token is taken, and the provider is not asked', async () => {
  answers.set('opaque-2', { status: 200, body: JSON.stringify(claims) })
  const before = asked
  await expect(verifier('urn:x').verify('opaque-2')).rejects.toMatchObject({ status: 401 })
  expect(asked).toBe(before)
})

test('an e-mail that the provider calls unverified names nobody', async () => {
  const body = JSON.stringify({ ...claims, email_verified: false })
  answers.set('opaque-3', { status: 200, body })
  expect((await verifier().verify('opaque-3')).email).toBeUndefined()
})

test.each([
  [401, { status: 401, body: '{}' }],
  [401, { status: 200, body: '{"name":"nobody"}' }],
  [503, { status: 500, body: '{}' }],
  [503, { status: 200, body: '<html>', type: 'text/html' }],
  [503, { status: 200, body: 'null' }],
  [503, { status: 302, body: '' }],
])('is answered %i to %j', async (status, answer) => {
  answers.set('opaque-4', answer)
  await expect(verifier().verify('opaque-4')).rejects.toMatchObject({ status })
})
