// The client of tenants' providers, at a provider that this project did not write.
import { openOutbound } from '@counterfoil/providers/outbound/outbound.ts'
import { decodeJwt, exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose'
import { Events, OAuth2Server } from 'oauth2-mock-server'
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Federation, FederationSettings } from './federations.ts'
import {
  beginUpstream,
  finishUpstream,
  openUpstream,
  personOf,
  type UpstreamServices,
} from './upstream.ts'

const upstream = new OAuth2Server()
await upstream.issuer.keys.generate('RS256')
await upstream.start(0, '127.0.0.1')
afterAll(() => upstream.stop())

interface Pair {
  readonly jwk: JWK
  readonly privateKey: CryptoKey
}

async function newKey(kid: string): Promise<Pair> {
  const { publicKey, privateKey } = await generateKeyPair('RS256')
  return { jwk: { ...(await exportJWK(publicKey)), kid, alg: 'RS256', use: 'sig' }, privateKey }
}

/** What the provider publishes, and what it signs with. */
let published: readonly Pair[] = []
let signing: Pair
beforeEach(async () => {
  signing = await newKey('of-today')
  published = [signing]
})
afterEach(() => {
  vi.useRealTimers()
})

type Body = Record<string, unknown>
upstream.service.on(Events.BeforeResponse, (answer: { body: Body }) => {
  answer.body.id_token = pending
})
/** The event waits for nothing, so the token is signed before it. */
let pending = ''

const fetched = openOutbound({ mayReachPrivate: true }).fetch
let keysAsked = 0
const newServices = (): UpstreamServices => ({
  issuer: 'http://localhost:4001',
  reach: async (url, request) => {
    if (!url.endsWith('/jwks')) return fetched(url, request)
    keysAsked += 1
    return Response.json({ keys: published.map(({ jwk }) => jwk) })
  },
  clientSecrets: { seal: (plain) => plain, open: (sealed) => sealed },
  isDemo: true,
})

const settings: FederationSettings = {
  name: 'Staff',
  issuer: upstream.issuer.url ?? '',
  clientId: 'portal',
  scopes: 'openid',
  emailClaim: 'email',
  givenNameClaim: 'given_name',
  familyNameClaim: 'family_name',
  groupsClaim: null,
  isEmailAssumed: false,
}
const federation: Federation = {
  providerId: '01a00000-0000-7000-8000-000000000001',
  tenantId: '01a00000-0000-7000-8000-000000000002',
  settings,
  clientSecret: 'shared',
  digest: 'first',
  isSuspended: false,
}

/** Somebody signs in at the provider and comes back. */
async function signIn(services: UpstreamServices) {
  const config = await openUpstream(services, federation)
  const begun = await beginUpstream(config, federation, { issuer: services.issuer })
  const back = await fetch(begun.url, { redirect: 'manual' })
  const now = Math.floor(Date.now() / 1000)
  pending = await new SignJWT({
    email: 'ada@staff.example',
    email_verified: true,
    nonce: begun.nonce,
  })
    .setProtectedHeader({ alg: 'RS256', kid: signing.jwk.kid ?? '' })
    .setIssuer(settings.issuer)
    .setAudience(settings.clientId)
    .setSubject('ada')
    .setIssuedAt(now)
    .setExpirationTime(now + 300)
    .sign(signing.privateKey)
  const url = new URL(back.headers.get('location') ?? '')
  return finishUpstream(config, federation, url, begun)
}

describe('keys of a provider', () => {
  test('are fetched anew when a token names one that is not known yet', async () => {
    const services = newServices()
    await signIn(services)
    const before = keysAsked
    const next = await newKey('of-tomorrow')
    published = [next, signing]
    signing = next
    // the library asks for keys once a minute at most
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 61_000 })
    expect(await signIn(services)).toMatchObject({ subject: 'ada', isEmailVerified: true })
    expect(keysAsked).toBe(before + 1)
    expect(decodeJwt(pending).sub).toBe('ada')
  })

  test('that are withdrawn verify nothing once they are forgotten', async () => {
    const services = newServices()
    await signIn(services)
    published = [await newKey('of-tomorrow')]
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 11 * 60_000 })
    await expect(signIn(services)).rejects.toMatchObject({ step: 'token' })
  })

  test('of somebody else verify nothing, though they have the name of one that is known', async () => {
    const services = newServices()
    await signIn(services)
    signing = await newKey('of-today')
    await expect(signIn(services)).rejects.toMatchObject({ step: 'token' })
  })
})

test('a provider that calls itself something else is none, also by a slash, and is asked again', async () => {
  const services = newServices()
  const reach: UpstreamServices['reach'] = async (url, request) => {
    const answer = await fetched(url, request)
    if (!url.includes('well-known')) return answer
    return Response.json({
      ...((await answer.json()) as Body),
      issuer: 'https://elsewhere.example',
    })
  }
  await expect(openUpstream({ ...services, reach }, federation)).rejects.toMatchObject({
    step: 'discovery',
  })
  expect((await openUpstream(services, federation)).serverMetadata().issuer).toBe(settings.issuer)
})

test.each([
  ['true', 'said', true],
  [true, 'said', true],
  ['false', 'said', false],
  [undefined, 'said', false],
  ['yes', 'said', false],
  [1, 'said', false],
  [undefined, 'assumed', true],
  [null, 'assumed', true],
  ['false', 'assumed', false],
  [false, 'assumed', false],
  ['nonsense', 'assumed', false],
])('an address of which %j is said is, where it counts if %s, verified: %s', (said, when, is) => {
  const claims = { sub: 'ada', email: 'Ada@Staff.example', email_verified: said }
  expect(personOf(claims, { ...settings, isEmailAssumed: when === 'assumed' })).toMatchObject({
    email: 'ada@staff.example',
    isEmailVerified: is,
  })
})

test('what is said of the claim email is not said of an address in another claim', () => {
  const claims = {
    sub: 'ada',
    email: 'ada@staff.example',
    email_verified: true,
    upn: 'boss@b.example',
  }
  const own = { ...settings, emailClaim: 'upn' }
  expect(personOf(claims, own)).toMatchObject({ email: 'boss@b.example', isEmailVerified: false })
})
