import type { AnyEndpoint } from '@counterfoil/kit/contract/endpoint.ts'
import { fileFieldOf } from '@counterfoil/kit/contract/uploads.ts'
import {
  fieldsOf,
  type NestedField,
  nestedFieldsOf,
  sampleOf,
  wholeSampleOf,
} from '@counterfoil/kit/testing/sample.ts'
import { isFullRun } from '@counterfoil/tools/testing/full-run.ts'
import { demoKeyFor } from '@counterfoil/workloads/demo/organisations.ts'
import type { LightMyRequestResponse } from 'fastify'
import { describe, expect, test } from 'vitest'
import { firstOfEach, neverLimited } from './testing/input-types.ts'
import { queryOf, type RequestParts, send } from './testing/requests.ts'
import { openTestApi } from './testing/test-api.ts'

// The same question to every call that the product declares: what does it do with nonsense? What refuses it is the same
// for all calls, so that each type of value is asked about once, and in a full run every field of every call.
const testApi = await openTestApi()
const { app } = testApi
const { endpoints } = testApi
const tokens = {
  merchant: (await testApi.actor('merchant')).token,
  operator: (await testApi.actor('operator')).token,
  platform: (await testApi.actor('platform')).token,
}

function tokenFor({ access }: AnyEndpoint): string | undefined {
  if (access.kind === 'public') return undefined
  if (access.kind === 'scope') return demoKeyFor(access.scope, 'harbour', 1)
  const [permission = ''] = access.anyOf
  const isOperators = testApi.permissionsOf('operator').includes(permission)
  if (!isOperators && testApi.permissionsOf('merchant').includes(permission)) return tokens.merchant
  return permission.startsWith('Platform.') || !isOperators ? tokens.platform : tokens.operator
}

const timeout = 180_000
const megabyte = 'x'.repeat(1_000_000)
const nonsense: readonly unknown[] = [
  [],
  'text',
  42,
  true,
  { unexpected: 1 },
  JSON.parse('{"__proto__": {"isAdministrator": true}, "constructor": 1}'),
]
const wrongValues: readonly unknown[] = [
  null,
  -1,
  0.5,
  1e300,
  '',
  'nul\u0000byte',
  '\ud800 half a character',
  "'; drop table payment; --",
  '2026-02-30',
  '2026-02-30T25:61:00Z',
  '0000-01-01',
  'XXX',
  megabyte,
  [[[[[]]]]],
  { $ne: 1 },
  Array.from({ length: 1000 }, () => 'many'),
]

const withBody = endpoints
  .filter((one) => one.body !== undefined)
  .map((one) => [`${one.method} ${one.path}`, one] as const)
const withQuery = endpoints
  .filter((one) => one.query !== undefined)
  .map((one) => [`${one.method} ${one.path}`, one] as const)

const typeOfBody = ({ access, body }: AnyEndpoint) =>
  `${access.kind} ${body !== undefined && fileFieldOf(body) !== undefined}`
const showsBrokenBodies = firstOfEach(withBody.map(([, one]) => [one, [typeOfBody(one)]]))
const bodyTypes = firstOfEach(
  withBody.map(([, one]) => {
    const schema = one.body as NonNullable<AnyEndpoint['body']>
    return [one, [...fieldsOf(schema), ...nestedFieldsOf(schema)].map(({ type }) => type)]
  }),
)
const queryTypes = firstOfEach(
  withQuery.map(([, one]) => [
    one,
    fieldsOf(one.query as NonNullable<AnyEndpoint['query']>).map(({ type }) => type),
  ]),
)

test('every field of every body says what it takes, and every text how long it may be', () => {
  const found = endpoints.flatMap(neverLimited)
  // a report's filters are those of the list, which reads them from an address; a reason is one of the scheme's list
  const judgedByItsCall = /^payments\.(export-report filters\.|dispute(-merchant)? reasonCode$)/
  expect(found.filter((one) => !judgedByItsCall.test(one))).toEqual([])
})

function expectProblem(what: string, answer: LightMyRequestResponse, statuses: readonly number[]) {
  expect([what, answer.statusCode], answer.body.slice(0, 300)).toEqual([
    what,
    statuses.includes(answer.statusCode) ? answer.statusCode : statuses[0],
  ])
  expect(answer.headers['content-type']).toMatch('application/problem+json')
  const problem = answer.json()
  expect(problem).toMatchObject({ status: answer.statusCode, code: expect.any(String) })
  expect(problem.errors[0].message.length).toBeGreaterThan(0)
  // a problem says what is wrong without repeating a megabyte, a stack or SQL
  expect(answer.body.length).toBeLessThan(20_000)
  expect(answer.body).not.toMatch(/node_modules|select .* from|at [\w.]+ \(/i)
}

async function ask(endpoint: AnyEndpoint, parts: RequestParts) {
  return send(app, endpoint, { token: tokenFor(endpoint), ...parts })
}

describe('a body that is none', { timeout }, () => {
  test.each(withBody)('%s', async (_, endpoint) => {
    const broken = ['{', '{"amount": 12', "{'a': 1}", '\u0000', '{"a": NaN}', '{"a": 1}}']
    const isWhole = showsBrokenBodies(endpoint, typeOfBody(endpoint))
    for (const rawBody of isWhole ? broken : broken.slice(0, 1)) {
      expectProblem(rawBody, await ask(endpoint, { rawBody }), [400])
    }
    if (!isWhole) return
    const form = { 'content-type': 'text/xml' }
    expectProblem('xml', await ask(endpoint, { rawBody: '<a/>', headers: form }), [400, 415])
    const tooLarge = JSON.stringify({ note: 'x'.repeat(33_554_432) })
    expectProblem('too large', await ask(endpoint, { rawBody: tooLarge }), [413])
  })
})

describe('a body of the wrong shape', { timeout }, () => {
  test.each(withBody)('%s', async (_, endpoint) => {
    const schema = endpoint.body as NonNullable<AnyEndpoint['body']>
    const fields = fieldsOf(schema).filter(({ type }) => bodyTypes(endpoint, type))
    const sample = sampleOf(schema) as Record<string, unknown>
    const wrong = fields.flatMap(({ name }) =>
      wrongValues.map((value) => ({ ...sample, [name]: value })),
    )
    const missing = Object.keys(sample)
      .slice(0, isFullRun ? undefined : 1)
      .map((name) => {
        const { [name]: _left, ...rest } = sample
        return rest
      })
    // what the path names is looked at before the body
    const params = endpoint.params ? (sampleOf(endpoint.params) as Record<string, string>) : {}
    const isWhole = showsBrokenBodies(endpoint, typeOfBody(endpoint))
    for (const body of [...(isWhole ? nonsense : nonsense.slice(-1)), ...missing, ...wrong]) {
      const what = JSON.stringify(body).slice(0, 200)
      const answer = await ask(endpoint, { body, params })
      if (!schema.safeParse(body).success) expectProblem(what, answer, [400, 413, 422])
      else expect([what, answer.statusCode < 500], answer.body.slice(0, 300)).toEqual([what, true])
    }
  })
})

/** Every field of a body, also those within others, each in a body that is good but for it. */
function fieldsWithin(schema: NonNullable<AnyEndpoint['body']>): NestedField[] {
  const sample = sampleOf(schema) as Record<string, unknown>
  const flat = fieldsOf(schema).map(({ name, type }) => ({
    path: [name],
    type,
    put: (value: unknown) => ({ ...sample, [name]: value }),
  }))
  return [...flat, ...nestedFieldsOf(schema)]
}

/** Where a problem says that something is wrong. */
const pathsOf = (answer: LightMyRequestResponse): string[] =>
  answer.json().errors.map(({ path }: { path?: string }) => path ?? '')

describe('a problem names the field, also one within another', { timeout }, () => {
  const wrong = [null, -1, 0.5, 'nul\u0000byte', megabyte, { $ne: 1 }, [[]]]
  test.each(withBody)('%s', async (_, endpoint) => {
    const schema = endpoint.body as NonNullable<AnyEndpoint['body']>
    const params = endpoint.params ? (sampleOf(endpoint.params) as Record<string, string>) : {}
    const sample = sampleOf(schema) as Record<string, unknown>
    for (const { path, type, put } of fieldsWithin(schema)) {
      if (!bodyTypes(endpoint, type)) continue
      for (const value of wrong) {
        const body = put(value)
        if (schema.safeParse(body).success) continue
        const what = `${path.join('.')}: ${JSON.stringify(value).slice(0, 30)}`
        const answer = await ask(endpoint, { body, params })
        expectProblem(what, answer, [400, 413, 422])
        // an entry of a list that may also be a text is named by the list
        const at = typeof path.at(-1) === 'number' ? path.slice(0, -1) : path
        const named = pathsOf(answer).some((one) => one.startsWith(at.join('.')))
        expect([what, named], answer.body.slice(0, 400)).toEqual([what, true])
      }
    }
    if (fieldsOf(schema).length === 0) return
    const unknown = await ask(endpoint, { body: { ...sample, nobodys: 1 }, params })
    expect([unknown.statusCode, ...pathsOf(unknown)], unknown.body.slice(0, 300)).toEqual([
      400,
      'nobodys',
    ])
    for (const { where, body } of strangersIn(schema)) {
      const answer = await ask(endpoint, { body, params })
      expect([where, answer.statusCode, ...pathsOf(answer)], answer.body.slice(0, 300)).toEqual([
        ...[where, 400, where],
      ])
    }
  })
})

/** Bodies that are good but for a field that nobody knows, one in each object within. */
function strangersIn(schema: NonNullable<AnyEndpoint['body']>) {
  const parents = nestedFieldsOf(schema).map(({ path }) => path.slice(0, -1))
  const places = [...new Map(parents.map((path) => [path.join('.'), path])).values()]
  return places.flatMap((path) => {
    const body = structuredClone(wholeSampleOf(schema))
    const parent = path.reduce<unknown>((at, step) => (at as Record<string, unknown>)?.[step], body)
    const isGood = schema.safeParse(body).success && isPlain(parent)
    if (!isGood) return []
    parent.nobodys = 1
    return [{ where: [...path, 'nobodys'].join('.'), body }]
  })
}

const isPlain = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

describe('a card number in a text that takes anything', { timeout }, () => {
  const number = '4242 4242 4242 4242'
  test.each(withBody)('%s', async (_, endpoint) => {
    const schema = endpoint.body as NonNullable<AnyEndpoint['body']>
    const params = endpoint.params ? (sampleOf(endpoint.params) as Record<string, string>) : {}
    for (const { path, type, put } of fieldsWithin(schema)) {
      const at = path.join('.')
      const isAsked = bodyTypes(endpoint, type) && at !== endpoint.cardNumberIn
      if (!isAsked || !schema.safeParse(put(number)).success) continue
      const answer = await ask(endpoint, { body: put(number), params })
      expectProblem(at, answer, [400])
      expect(answer.json()).toMatchObject({ code: 'card.in_text', errors: [{ path: at }] })
      expect(answer.body).not.toContain(number)
    }
  })
  test.each(withQuery)('%s', async (_, endpoint) => {
    const schema = endpoint.query as NonNullable<AnyEndpoint['query']>
    const params = endpoint.params ? (sampleOf(endpoint.params) as Record<string, string>) : {}
    for (const { name, type } of fieldsOf(schema)) {
      const query = { ...queryOf(endpoint), [name]: number }
      if (!queryTypes(endpoint, type) || !schema.safeParse(query).success) continue
      const answer = await ask(endpoint, { query, params })
      expect(answer.json()).toMatchObject({ code: 'card.in_text' })
    }
  })
})

describe('a query of the wrong shape', { timeout }, () => {
  test.each(withQuery)('%s', async (_, endpoint) => {
    const schema = endpoint.query as NonNullable<AnyEndpoint['query']>
    const usual = queryOf(endpoint)
    const texts = [...wrongValues.filter((one) => typeof one === 'string'), '-1', '1e999', 'null']
    for (const { name, type } of fieldsOf(schema)) {
      if (!queryTypes(endpoint, type)) continue
      for (const value of texts.map((one) => one.slice(0, 5000))) {
        const what = `${name}=${value.slice(0, 60)}`
        const query = { ...usual, [name]: value }
        const answer = await ask(endpoint, { query })
        if (answer.statusCode >= 400) expectProblem(what, answer, [400, 404, 409, 422])
        if (endpoint.access.kind === 'permission' && !schema.safeParse(query).success) {
          // what the address names may be looked for first, and is not there
          const refusals = endpoint.params === undefined ? [400] : [400, 404]
          expect(refusals, what).toContain(answer.statusCode)
        }
      }
    }
    const params = endpoint.params ? (sampleOf(endpoint.params) as Record<string, string>) : {}
    const unknown = await ask(endpoint, { query: { ...usual, nobodys: 'x' }, params })
    if (endpoint.access.kind !== 'public') {
      expect([unknown.statusCode, ...pathsOf(unknown)]).toEqual([400, 'nobodys'])
    } else expect(unknown.statusCode).toBeLessThan(500)
  })
})

describe('an id that is none is the 404 of what is not there', () => {
  const withParams = endpoints
    .filter((one) => one.path.includes('/:') && one.access.kind !== 'public')
    // a word of the path, like a status whose reasons are asked for, is no id
    .filter((one) => /:\w*id\b/i.test(one.path))
    .map((one) => [`${one.method} ${one.path}`, one] as const)
  const typesOf = ({ access, params }: AnyEndpoint) =>
    (params === undefined ? [] : fieldsOf(params)).map(({ type }) => `${access.kind} ${type}`)
  const showsAll = firstOfEach(withParams.map(([, one]) => [one, typesOf(one)]))
  const wrongIds = ['1', 'null', '../users', 'x'.repeat(200), "' or 1=1 --", '%00', 'ünïcode']
  test.each(withParams)('%s', async (_, endpoint) => {
    const names = [...endpoint.path.matchAll(/:(\w+)/g)].map((match) => match[1] ?? '')
    const isWhole = typesOf(endpoint).some((type) => showsAll(endpoint, type))
    for (const id of isWhole ? wrongIds : wrongIds.slice(0, 1)) {
      const params = Object.fromEntries(names.map((name) => [name, id]))
      expectProblem(id, await ask(endpoint, { params }), [404, 400])
    }
  })
})
