import type { AnyEndpoint } from '@counterfoil/kit/contract/endpoint.ts'
import { fileFieldOf } from '@counterfoil/kit/contract/uploads.ts'
import { propertiesOf, sampleOf, wholeSampleOf } from '@counterfoil/kit/testing/sample.ts'
import { isFullRun } from '@counterfoil/tools/testing/full-run.ts'
import { demoKeyFor } from '@counterfoil/workloads/demo/organisations.ts'
import { describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { limitsOf } from './testing/limits.ts'
import { queryOf, type RequestParts, send } from './testing/requests.ts'
import { openTestApi } from './testing/test-api.ts'

// The outermost values of each declared type, in every parameter of every call that takes them: what the schema takes, the
// database must hold or a rule refuse. All fields of a call at once, by its callers in turn; in a full run each field by
// itself as well, and by every caller.
const testApi = await openTestApi()
const { app, endpoints } = testApi
const kinds = ['merchant', 'operator', 'platform'] as const
const tokens = new Map<string, string>()
for (const kind of kinds) tokens.set(kind, (await testApi.actor(kind)).token)

/** One of each kind that may call: the way to a row differs by audience. */
function callersOf({ access }: AnyEndpoint): (string | undefined)[] {
  if (access.kind === 'public') return [undefined]
  if (access.kind === 'scope') return [demoKeyFor(access.scope, 'harbour', 1)]
  const may = kinds.filter(
    (kind) =>
      access.anyOf.length === 0 ||
      access.anyOf.some((one) => testApi.permissionsOf(kind).includes(one)),
  )
  return may.map((kind) => tokens.get(kind))
}

type Values = Readonly<Record<string, unknown>>

/** What is sent besides, and for each field the limits that its schema takes with it. */
function acceptedLimits(schema: z.ZodType, usual: Values): [string, readonly unknown[]][] {
  return Object.entries(propertiesOf(schema)).map(([name, field]) => [
    name,
    limitsOf(field).filter((value) => schema.safeParse({ ...usual, [name]: value }).success),
  ])
}

function variantsOf(schema: z.ZodType, usual: Values): Values[] {
  const limits = acceptedLimits(schema, usual).filter(([, values]) => values.length > 0)
  const most = Math.max(0, ...limits.map(([, values]) => values.length))
  const together = Array.from({ length: most }, (_, turn) => ({
    ...usual,
    ...Object.fromEntries(limits.map(([name, values]) => [name, values[turn % values.length]])),
  }))
  const alone = limits.flatMap(([name, values]) =>
    values.map((value) => ({ ...usual, [name]: value })),
  )
  const isTaken = (one: Values) => schema.safeParse(one).success
  return isFullRun || !together.every(isTaken) ? [...together.filter(isTaken), ...alone] : together
}

/** One of those who may call, in turn; in a full run all of them. */
async function ask(endpoint: AnyEndpoint, parts: RequestParts, turn: number) {
  const params = endpoint.params ? (sampleOf(endpoint.params) as Record<string, string>) : {}
  const callers = callersOf(endpoint)
  for (const token of isFullRun ? callers : [callers[turn % callers.length]]) {
    const answer = await send(app, endpoint, { token, params, ...parts })
    const what = JSON.stringify(parts.params ?? parts.query ?? parts.body).slice(0, 300)
    expect([what, answer.statusCode < 500], answer.body.slice(0, 300)).toEqual([what, true])
  }
}

const named = (some: readonly AnyEndpoint[]) =>
  some.map((one) => [`${one.method} ${one.path}`, one] as const)

describe('the limits of a query', () => {
  test.each(named(endpoints.filter(({ query }) => query !== undefined)))('%s', async (_, call) => {
    const schema = call.query as NonNullable<AnyEndpoint['query']>
    for (const [turn, variant] of variantsOf(schema, queryOf(call)).entries()) {
      const query = Object.fromEntries(
        Object.entries(variant).map(([name, value]) => [name, String(value)]),
      )
      await ask(call, { query }, turn)
    }
  })
})

describe('the limits of a body', () => {
  const withBody = endpoints.filter(({ body }) => body !== undefined && !fileFieldOf(body))
  test.each(named(withBody))('%s', async (_, call) => {
    const schema = call.body as NonNullable<AnyEndpoint['body']>
    const whole = wholeSampleOf(schema)
    const usual = (schema.safeParse(whole).success ? whole : sampleOf(schema)) as Values
    for (const [turn, body] of variantsOf(schema, usual).entries()) await ask(call, { body }, turn)
  })
})

/** What an address cannot hold: an empty part is another address. */
const inAddress = (value: unknown) => value !== '' && !Array.isArray(value)
/** A database takes every character but this one. */
const nul = 'a\u0000b'

/**
 * The limits of each parameter of the address, the others as usual. An id is compared and never stored, so what is true of
 * its outermost values is proved by the last of them.
 */
function addressVariants(schema: z.ZodType): Values[] {
  const usual = sampleOf(schema) as Values
  return Object.entries(propertiesOf(schema)).flatMap(([name, field]) => {
    const limits = [...limitsOf(field).filter(inAddress), nul]
    const taken = limits
      .map((value) => ({ ...usual, [name]: String(value) }))
      .filter((one) => schema.safeParse(one).success)
    return isFullRun || field.format !== 'uuid' ? taken : taken.slice(-1)
  })
}

describe('the limits of an address', () => {
  const withParams = endpoints.filter(({ params }) => params !== undefined)
  test.each(named(withParams))('%s', async (_, call) => {
    for (const variant of addressVariants(call.params as NonNullable<AnyEndpoint['params']>)) {
      await ask(call, { params: variant as Record<string, string> }, 0)
    }
  })
})
