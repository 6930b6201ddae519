import type { AnyEndpoint } from '@counterfoil/kit/contract/endpoint.ts'
import { notFound, Problem } from '@counterfoil/kit/contract/problem.ts'
import type { FastifyRequest } from 'fastify'
import { queryNamesOf, refuseUnknownNames, withDeclaredNames } from './query-names.ts'
import { refuseUnknownFields } from './unknown-fields.ts'

export interface CallInput {
  readonly params: unknown
  readonly query: unknown
  readonly body: unknown
}

/** Makes the function that reads parameters, query and body of one call by their schemas. */
export function parserOf(endpoint: AnyEndpoint): (request: FastifyRequest) => CallInput {
  const names = queryNamesOf(endpoint.query)
  return (request) => {
    // PostgreSQL holds no U+0000 in a text, so nothing can be found by one
    if (request.url.includes('%00')) {
      throw new Problem(
        'request.invalid',
        400,
        'The address holds a character that cannot be stored',
      )
    }
    // an id that cannot be one is the same as one that does not exist
    const params = endpoint.params?.safeParse(request.params)
    if (params && !params.success) throw notFound('The record')
    const named = withDeclaredNames(request.query as Record<string, unknown>, names)
    if (endpoint.access.kind === 'permission') refuseUnknownNames(named, endpoint.query)
    const query = endpoint.query?.parse(named)
    const sent = request.body ?? {}
    const body = endpoint.body?.parse(sent)
    if (endpoint.body !== undefined) refuseUnknownFields(endpoint.body, sent)
    return { params: params?.data ?? {}, query: query ?? {}, body }
  }
}
