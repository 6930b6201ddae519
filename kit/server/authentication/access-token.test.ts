import { createHmac } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { startTokenIssuer } from '@counterfoil/kit/testing/token-issuer.ts'
import type { JWTPayload } from 'jose'
import { afterAll, describe, expect, test } from 'vitest'
import { type AccessTokenOptions, accessTokenVerifier, bearerToken } from './access-token.ts'

const audience = 'http://localhost:4000/api'
const provider = await startTokenIssuer({ audience })
const stranger = await startTokenIssuer({ audience, claimedIssuer: provider.issuer })
afterAll(() => Promise.all([provider.close(), stranger.close()]))

const claims = { subject: 'sub', email: 'email', profile: 'profile' }
const verifierOf = (changes: Partial<AccessTokenOptions> = {}) =>
  accessTokenVerifier({ issuer: provider.issuer, audience, claims, ...changes })
const nowS = () => Math.floor(Date.now() / 1000)
const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

describe('an access token', () => {
  test('says whom it speaks for', async () => {
    const token = await provider.token('u-1', {
      ...{ email: 'a@b.example', email_verified: true, profile: 'Merchant', x: 1 },
    })
    await expect(verifierOf().verify(token)).resolves.toMatchObject({
      issuer: provider.issuer,
      subject: 'u-1',
      email: 'a@b.example',
      profile: 'Merchant',
      claims: { x: 1 },
    })
  })

  test('of another provider names its claims as that one does, and may have any audience or none', async () => {
    const verifier = verifierOf({
      audience: undefined,
      accessTokenSign: 'scp',
      claims: { subject: 'oid', email: 'upn', profile: 'https://example.org/kind' },
    })
    const token = await provider.token(
      'pairwise',
      {
        aud: 'account',
        oid: 'u-2',
        scp: 'openid',
        upn: 'c@d.example',
        email_verified: true,
        'https://example.org/kind': 'Tenant',
      },
      { typ: 'JWT' },
    )
    await expect(verifier.verify(token)).resolves.toMatchObject({
      subject: 'u-2',
      email: 'c@d.example',
      profile: 'Tenant',
    })
  })

  test.each([
    [{ email_verified: true }, 'a@b.example', 'a@b.example'],
    [{}, undefined, 'a@b.example'],
    [{ email_verified: false }, undefined, undefined],
    [{ email_verified: 'true' }, 'a@b.example', 'a@b.example'],
    [{ email_verified: 'false' }, undefined, undefined],
    [{ email_verified: 'no' }, undefined, undefined],
  ])(
    'with %j has an e-mail that counts: %s, where none is doubted: %s',
    async (said, email, taken) => {
      const token = await provider.token('u-1', { email: 'a@b.example', ...said })
      const isEmailUnverified = email === undefined
      expect(await verifierOf().verify(token)).toMatchObject({ isEmailUnverified })
      expect((await verifierOf().verify(token)).email).toBe(email)
      expect((await verifierOf({ isEmailTrusted: true }).verify(token)).email).toBe(taken)
    },
  )

  test('holds the audience also among several', async () => {
    const token = await provider.token('u-1', { aud: ['other', audience] })
    await expect(verifierOf().verify(token)).resolves.toMatchObject({ subject: 'u-1' })
  })

  const refused: [string, string, () => string | undefined | Promise<string>][] = [
    ['none at all', 'token.missing', () => undefined],
    ['no token', 'token.invalid', () => 'cf_live_demo_harbour'],
    ['three parts of nothing', 'token.invalid', () => 'a.b.c'],
    ['an expired one', 'token.expired', () => provider.token('u', { exp: nowS() - 60 })],
    ['one without expiry', 'token.invalid', () => provider.token('u', { exp: undefined })],
    ['one not yet valid', 'token.invalid', () => provider.token('u', { nbf: nowS() + 600 })],
    ['another audience', 'token.wrong_audience', () => provider.token('u', { aud: 'portal' })],
    ['no audience', 'token.wrong_audience', () => provider.token('u', { aud: undefined })],
    [
      'another issuer',
      'token.wrong_issuer',
      () => provider.token('u', { iss: 'https://x.example' }),
    ],
    ['another provider’s signature', 'token.invalid', () => stranger.token('u')],
    [
      'one of a clock a day ahead',
      'token.invalid',
      () => provider.token('u', { iat: nowS() + 86_400, exp: nowS() + 90_000 }),
    ],
    ['no subject', 'token.invalid', () => provider.token('u', { sub: undefined })],
    ['a subject that is no text', 'token.invalid', () => provider.token('u', { sub: 7 as never })],
    ['an unknown type', 'token.invalid', () => provider.token('u', {}, { typ: 'logout+jwt' })],
    ['an id token', 'token.invalid', () => provider.token('u', { nonce: 'n' }, { typ: 'JWT' })],
    [
      'an id token by its hash',
      'token.invalid',
      () => provider.token('u', { at_hash: 'h' }, { typ: 'JWT' }),
    ],
    [
      'a refresh token',
      'token.invalid',
      () => provider.token('u', { typ: 'Refresh' }, { typ: 'JWT' }),
    ],
    [
      'endless text',
      'token.invalid',
      async () => `${await provider.token('u')}${'x'.repeat(20_000)}`,
    ],
  ]
  test.each<[string, string | undefined, JWTPayload, boolean]>([
    ['no sign is configured', undefined, { scp: 'x', typ: 'Bearer' }, false],
    ['it has the claim', 'scp', { scp: 'x' }, true],
    ['it has not the claim', 'scp', {}, false],
    ['the claim is the value', 'typ=Bearer', { typ: 'Bearer' }, true],
    ['the claim is another', 'typ=Bearer', { typ: 'ID' }, false],
    ['it is an id token all the same', 'scp', { scp: 'x', at_hash: 'h' }, false],
  ])(
    'of the plain type is taken by its sign alone: %s',
    async (_, accessTokenSign, said, isTaken) => {
      const token = await provider.token('u-1', said, { typ: 'JWT' })
      const verified = verifierOf({ accessTokenSign }).verify(token)
      if (isTaken) await expect(verified).resolves.toMatchObject({ subject: 'u-1' })
      else await expect(verified).rejects.toMatchObject({ code: 'token.invalid' })
    },
  )

  test('without an audience is refused when another client was given it', async () => {
    const verifier = verifierOf({ audience: undefined, clientId: 'portal' })
    const of = (azp: string) => provider.token('u-1', { azp, aud: 'account' })
    await expect(verifier.verify(await of('portal'))).resolves.toMatchObject({ subject: 'u-1' })
    await expect(verifier.verify(await of('other'))).rejects.toMatchObject({
      code: 'token.wrong_audience',
    })
  })

  test.each(refused)('is refused: %s', async (_name, code, token) => {
    await expect(verifierOf().verify(await token())).rejects.toMatchObject({ code, status: 401 })
  })

  test('is refused with any part changed', async () => {
    const token = await provider.token('u-1', { profile: 'Merchant' })
    const [header = '', payload = '', signature = ''] = token.split('.')
    const grown = {
      ...JSON.parse(Buffer.from(payload, 'base64url').toString()),
      profile: 'Platform',
    }
    const flipped = `${signature[0] === 'A' ? 'B' : 'A'}${signature.slice(1)}`
    for (const forged of [
      `${header}.${part(grown)}.${signature}`,
      `${header}.${payload}.${flipped}`,
      `${header}.${payload}.`,
      `${part({ alg: 'none', typ: 'at+jwt' })}.${payload}.`,
    ]) {
      await expect(verifierOf().verify(forged)).rejects.toMatchObject({ code: 'token.invalid' })
    }
  })

  test('is refused when the public key was used as a shared secret', async () => {
    const { keys } = (await (await fetch(`${provider.issuer}/keys`)).json()) as { keys: unknown[] }
    const payload = part({ iss: provider.issuer, aud: audience, sub: 'u', exp: nowS() + 60 })
    const signed = `${part({ alg: 'HS256', kid: 'test', typ: 'at+jwt' })}.${payload}`
    const signature = createHmac('sha256', JSON.stringify(keys[0]))
      .update(signed)
      .digest('base64url')
    await expect(verifierOf().verify(`${signed}.${signature}`)).rejects.toMatchObject({
      code: 'token.invalid',
    })
  })
})

describe('an access token without an e-mail', () => {
  const userinfoClaims = {
    sub: 'u-1',
    email: 'a@b.example',
    email_verified: 'true',
    profile: 'Tenant',
  }

  test.each<[string, JWTPayload, JWTPayload, string | undefined]>([
    ['userinfo has it', userinfoClaims, {}, 'a@b.example'],
    ['userinfo has it unverified', { ...userinfoClaims, email_verified: 'false' }, {}, undefined],
    [
      'the token itself doubts it',
      userinfoClaims,
      { email: 'x@b.example', email_verified: false },
      undefined,
    ],
    ['userinfo has none either', { sub: 'u-1' }, {}, undefined],
  ])('%s', async (_, userinfo, said, email) => {
    const own = await startTokenIssuer({ audience, userinfo })
    const verifier = accessTokenVerifier({ issuer: own.issuer, audience, claims })
    expect((await verifier.verify(await own.token('u-1', said))).email).toBe(email)
    await own.close()
  })

  test('of whom userinfo names another subject is refused', async () => {
    const own = await startTokenIssuer({ audience, userinfo: { ...userinfoClaims, sub: 'u-2' } })
    const verifier = accessTokenVerifier({ issuer: own.issuer, audience, claims })
    await expect(verifier.verify(await own.token('u-1'))).rejects.toMatchObject({ status: 401 })
    await own.close()
  })
})

describe('a remembered token', () => {
  test('expires like any other', async () => {
    let now = new Date()
    const verifier = verifierOf({ now: () => now })
    const token = await provider.token('u-1', { exp: nowS() + 60 })
    await verifier.verify(token)
    now = new Date(now.getTime() + 62_000)
    await expect(verifier.verify(token)).resolves.toMatchObject({ subject: 'u-1' })
    now = new Date(now.getTime() + 10_000)
    await expect(verifier.verify(token)).rejects.toMatchObject({ code: 'token.expired' })
  })

  test('needs the provider no more, and others push it out', async () => {
    const short = await startTokenIssuer({ audience })
    const verifier = accessTokenVerifier({
      issuer: short.issuer,
      audience,
      claims,
      maxRemembered: 2,
    })
    const [first, second, third] = await Promise.all(['1', '2', '3'].map((id) => short.token(id)))
    const one = await verifier.verify(first)
    await verifier.verify(second)
    expect(await verifier.verify(first)).toBe(one)
    // the second is now the one that was used least recently
    await verifier.verify(third)
    expect(await verifier.verify(first)).toBe(one)
    await short.close()
    expect(await verifier.verify(first)).toBe(one)
    await expect(verifier.ready()).rejects.toThrow()
  })
})

describe('a provider out of reach', () => {
  test('is a 503 that names it, and is asked again', async () => {
    let answers = false
    const server = createServer((_request, response) => {
      if (!answers) return response.writeHead(502).end()
      const { port } = server.address() as AddressInfo
      response.setHeader('content-type', 'application/json')
      response.end(
        JSON.stringify({
          issuer: `http://127.0.0.1:${port}`,
          jwks_uri: `${provider.issuer}/keys`,
        }),
      )
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const verifier = verifierOf({ issuer })
    const token = await provider.token('u-1', { iss: issuer })
    await expect(verifier.verify(token)).rejects.toMatchObject({
      code: 'identity.unreachable',
      status: 503,
      retryAfterS: 5,
    })
    answers = true
    await expect(verifier.verify(token)).resolves.toMatchObject({ subject: 'u-1' })
    server.close()
    server.closeAllConnections()
  })

  test('that answers for another issuer is not believed', async () => {
    const verifier = verifierOf({ issuer: `${provider.issuer}/` })
    const token = await provider.token('u-1', { iss: `${provider.issuer}/` })
    await expect(verifier.verify(token)).rejects.toMatchObject({ code: 'identity.unreachable' })
  })
})

test('a bearer token is read from its header alone', () => {
  expect(bearerToken('Bearer abc.def')).toBe('abc.def')
  expect(bearerToken('bearer abc ')).toBe('abc')
  expect(bearerToken('Basic abc')).toBeUndefined()
  expect(bearerToken('Bearer a b')).toBeUndefined()
  expect(bearerToken(undefined)).toBeUndefined()
})
