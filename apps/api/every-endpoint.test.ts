import { type AnyEndpoint, isOpenToViewers } from '@counterfoil/kit/contract/endpoint.ts'
import { startTokenIssuer } from '@counterfoil/kit/testing/token-issuer.ts'
import { isFullRun } from '@counterfoil/tools/testing/full-run.ts'
import { UnsecuredJWT } from 'jose'
import { afterAll, describe, expect, test } from 'vitest'
import { send } from './testing/requests.ts'
import { type Actor, type ActorKind, audience, openTestApi } from './testing/test-api.ts'

// The same questions to every call that the product declares. Who may call?
const testApi = await openTestApi()
const { app, issuer } = testApi
const { endpoints } = testApi
const named = (kind: AnyEndpoint['access']['kind']) =>
  endpoints
    .filter((one) => one.access.kind === kind)
    .map((one) => [`${one.method} ${one.path}`, one] as const)

const someone = await testApi.actor('operator')
const stranger = await startTokenIssuer({ audience })
const forger = await startTokenIssuer({ audience, claimedIssuer: issuer.issuer })
afterAll(() => Promise.all([stranger.close(), forger.close()]))

const past = Math.floor(Date.now() / 1000) - 3600
const claims = { iss: issuer.issuer, aud: audience, sub: someone.subject }
const [head, body, signature] = someone.token.split('.') as [string, string, string]
const altered = Buffer.from(
  JSON.stringify({ ...JSON.parse(Buffer.from(body, 'base64url').toString()), admin: true }),
).toString('base64url')

/** Tokens that must open nothing. */
const badTokens: readonly [what: string, token: string | undefined][] = [
  ['no token', undefined],
  ['an expired token', await issuer.token(someone.subject, { iat: past - 600, exp: past })],
  ["another provider's token", await stranger.token(someone.subject)],
  ["a token in our provider's name, signed by another", await forger.token(someone.subject)],
  ['a tampered token', `${head}.${altered}.${signature}`],
  ['a token without its signature', `${head}.${body}.`],
  ['an unsigned token', new UnsecuredJWT(claims).setExpirationTime('1h').encode()],
  [
    'a token for another audience',
    await issuer.token(someone.subject, { aud: 'https://x.example' }),
  ],
  ['a token of nobody here', await issuer.token('01234567-89ab-7def-8123-456789abcdef')],
  ['an id token', await issuer.token(someone.subject, { nonce: 'n' }, { typ: 'JWT' })],
  ['an API key', 'cf_live_demo_harbour'],
  ['garbage', 'not.a.token'],
]

test('there are calls to ask about, and a good token opens them', async () => {
  expect(endpoints.length).toBeGreaterThan(15)
  const me = endpoints.find((one) => one.path === '/api/users') as AnyEndpoint
  expect((await send(app, me, { token: someone.token })).statusCode).toBe(200)
})

// a token is judged before the call is looked at: one call shows the whole list, each other call that it asks for one
const [everyBadToken, noToken] = [badTokens, badTokens.slice(0, 1)]

describe('401 without a good token', () => {
  const guarded = named('permission')
  test.each(guarded)('%s', async (_, endpoint) => {
    const isFirst = endpoint === guarded[0]?.[1]
    for (const [what, token] of isFullRun || isFirst ? everyBadToken : noToken) {
      const answer = await send(app, endpoint, { token })
      expect([what, answer.statusCode]).toEqual([what, 401])
      expect(answer.headers['content-type']).toMatch('application/problem+json')
      expect(answer.json()).toMatchObject({
        status: 401,
        code: expect.stringMatching(/^[a-z_.]+$/),
      })
    }
  })
})

/** The audience whose people hold this call's permissions. */
function kindFor(endpoint: AnyEndpoint): ActorKind {
  const anyOf = endpoint.access.kind === 'permission' ? endpoint.access.anyOf : []
  if (anyOf.every((one) => one.startsWith('Merchant.')) && anyOf.length > 0) return 'merchant'
  return anyOf.every((one) => one.startsWith('Platform.')) && anyOf.length > 0
    ? 'platform'
    : 'operator'
}

const callers = new Map<string, Promise<Actor>>()

/** A caller with every permission of its audience but these; one for each set of permissions. */
function callerWithout(kind: ActorKind, permissions: readonly string[]): Promise<Actor> {
  const key = [kind, ...permissions.toSorted()].join()
  const caller = callers.get(key) ?? testApi.actor(kind, permissions)
  callers.set(key, caller)
  return caller
}

describe('403 without its permission, and with every other', () => {
  const guarded = named('permission').filter(
    ([, { access }]) => access.kind === 'permission' && access.anyOf.length > 0,
  )
  test.each(guarded)('%s', async (_, endpoint) => {
    if (endpoint.access.kind !== 'permission') throw new Error('filtered above')
    const kind = kindFor(endpoint)
    const { token } = await callerWithout(kind, endpoint.access.anyOf)
    const answer = await send(app, endpoint, { token })
    expect(answer.statusCode).toBe(403)
    expect(answer.json()).toMatchObject({ status: 403, code: 'forbidden' })
    // each one of the permissions alone lets in: what comes then is no 401 or 403 any more
    for (const permission of endpoint.access.anyOf) {
      const others = testApi.permissionsOf(kind).filter((one) => one !== permission)
      const holder = await callerWithout(kind, others)
      if (!holder.permissions.includes(permission)) continue
      const opened = await send(app, endpoint, { token: holder.token })
      expect([permission, opened.statusCode]).not.toEqual([permission, 401])
      expect([permission, opened.statusCode]).not.toEqual([permission, 403])
    }
  })
})

describe('403 for whoever looks through a user’s eyes, although both may make the call', async () => {
  const looking = new Map<ActorKind, string>()
  for (const kind of ['platform', 'operator', 'merchant'] as const) {
    const administrator = await testApi.actor('platform')
    const seen = await testApi.actor(kind)
    const body = { userId: seen.subject, reason: 'Ticket 1042' }
    const { token } = administrator
    const start = endpoints.find((one) => one.id === 'view-as.start-view') as AnyEndpoint
    expect((await send(app, start, { token, body })).statusCode).toBe(201)
    looking.set(kind, token)
  }
  const closed = named('permission').filter(([, endpoint]) => !isOpenToViewers(endpoint))
  test('every call that changes something or hands out a file is among them', () => {
    const open = named('permission').filter(([, endpoint]) => isOpenToViewers(endpoint))
    const exceptions = open.filter(([, one]) => one.method !== 'GET' || one.contentType)
    expect(exceptions.map(([, { id }]) => id)).toEqual(['view-as.end-view'])
  })
  test.each(closed)('%s', async (_, endpoint) => {
    const answer = await send(app, endpoint, { token: looking.get(kindFor(endpoint)) })
    expect([answer.statusCode, answer.json().code]).toEqual([403, 'view_as.read_only'])
  })
})
