import type { AnyEndpoint } from '@counterfoil/kit/contract/endpoint.ts'
import { notFound, Problem } from '@counterfoil/kit/contract/problem.ts'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { refuseCardNumbers } from './card-numbers.ts'
import { addressNotUtf8 } from './storable-text.ts'

export interface CallInput {
  readonly params: unknown
  readonly query: unknown
  readonly body: unknown
}

/** Makes the function that reads parameters, query and body of one call by their schemas. */
export function parserOf(endpoint: AnyEndpoint): (request: FastifyRequest) => CallInput {
  const querySchema = strictQueryOf(endpoint)
  const names = namesOf(querySchema)
  return (request) => {
    // PostgreSQL holds no U+0000 in a text, so nothing can be found by one
    if (request.url.includes('%00')) {
      throw new Problem(
        'request.invalid',
        400,
        'The address holds a character that cannot be stored',
      )
    }
    if (endpoint.access.kind !== 'public' && !isDecodable(request.url)) throw addressNotUtf8()
    // an id that cannot be one is the same as one that does not exist
    const params = endpoint.params?.safeParse(request.params)
    if (params && !params.success) throw notFound('The record')
    if (isMerchantsWrite(endpoint)) refuseQuery(request.query as object)
    const query = querySchema?.parse(withDeclaredNames(request.query as object, names))
    // no body is an empty one; a null is something that got lost on its way, like the amount of a refund
    const body = endpoint.body?.parse(request.body === undefined ? {} : request.body)
    refuseCardNumbers([request.params, request.query, request.body], endpoint.cardNumberIn)
    return { params: params?.data ?? {}, query: query ?? {}, body }
  }
}

/** A filter that cannot be decoded would find nothing, and say so of a payment that there is. Callbacks are taken as they come. */
function isDecodable(address: string): boolean {
  try {
    decodeURIComponent(address)
    return true
  } catch {
    return false
  }
}

/**
 * A query name that the call does not know is refused, also where it knows none: a filter that is misspelt would show what
 * was not asked for. Callbacks may send more.
 */
function strictQueryOf({ access, query }: AnyEndpoint): z.ZodType | undefined {
  if (access.kind === 'public') return query
  const schema = query ?? z.object({})
  return schema instanceof z.ZodObject && schema.def.catchall === undefined
    ? schema.strict()
    : schema
}

const isMerchantsWrite = ({ access, method }: AnyEndpoint): boolean =>
  access.kind === 'scope' && method !== 'GET'

/** An amount that stands in the address of a refund would be left out, and the whole payment refunded. */
function refuseQuery(query: object): void {
  const [name] = Object.keys(query)
  if (name === undefined) return
  const message = 'Fields stand in the body, as JSON, and not in the address'
  const path = name.slice(0, 100)
  throw new Problem('request.invalid', 400, `${path}: ${message}`, {
    errors: [{ message, path }],
    params: { fields: path },
  })
}

/** The names that a query schema declares, by their lower-case form. */
function namesOf(schema: z.ZodType | undefined): ReadonlyMap<string, string> {
  if (!(schema instanceof z.ZodObject)) return new Map()
  return new Map(Object.keys(schema.shape).map((name) => [name.toLowerCase(), name]))
}

/** Query names are matched case-insensitively: `PageSize` and `pageSize` are the same. */
const withDeclaredNames = (query: object, names: ReadonlyMap<string, string>) =>
  Object.fromEntries(
    Object.entries(query).map(([name, value]) => [names.get(name.toLowerCase()) ?? name, value]),
  )
