import { randomUUID } from 'node:crypto'
import type { AnyEndpoint } from '@counterfoil/kit/contract/endpoint.ts'
import { sampleOf } from '@counterfoil/kit/testing/sample.ts'
import type { FastifyInstance, LightMyRequestResponse } from 'fastify'

export interface RequestParts {
  readonly token?: string | undefined
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string>>
  /** Sent as JSON; `null` sends none. A sample of the schema unless said. */
  readonly body?: unknown
  /** Sent as it is, as JSON. */
  readonly rawBody?: string
  readonly headers?: Readonly<Record<string, string>>
}

/** The names of a path's parameters. */
export const paramsOf = (endpoint: AnyEndpoint): string[] =>
  [...endpoint.path.matchAll(/:(\w+)/g)].map((match) => match[1] ?? '')

/** Calls an endpoint as a client would, with a valid body and query unless others are given. */
export function send(
  app: FastifyInstance,
  endpoint: AnyEndpoint,
  parts: RequestParts = {},
): Promise<LightMyRequestResponse> {
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(parts.params?.[name] ?? randomUUID()),
  )
  const query = parts.query ?? queryOf(endpoint)
  const payload = parts.rawBody ?? bodyText(endpoint, parts.body)
  return app.inject({
    method: endpoint.method,
    url: `${path}?${new URLSearchParams(query)}`,
    headers: {
      ...(parts.token === undefined ? {} : { authorization: `Bearer ${parts.token}` }),
      ...(payload === undefined ? {} : { 'content-type': 'application/json' }),
      'idempotency-key': randomUUID(),
      ...parts.headers,
    },
    ...(payload === undefined ? {} : { payload }),
  })
}

function bodyText(endpoint: AnyEndpoint, body: unknown): string | undefined {
  if (body === null || (body === undefined && endpoint.body === undefined)) return undefined
  return JSON.stringify(body ?? sampleOf(endpoint.body as NonNullable<AnyEndpoint['body']>))
}

/** The least query that the endpoint accepts. */
export function queryOf({ query }: AnyEndpoint): Record<string, string> {
  if (!query) return {}
  const sample = sampleOf(query) as Record<string, unknown>
  return Object.fromEntries(Object.entries(sample).map(([name, value]) => [name, String(value)]))
}
