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

/** The path's parameters that take an id; where none takes nothing else, those that take one among other texts. */
export function idParamsOf(endpoint: AnyEndpoint): string[] {
  const ids = paramsTaking(endpoint, randomUUID())
  const texts = paramsTaking(endpoint, 'no id')
  const only = ids.filter((name) => !texts.includes(name))
  return only.length > 0 ? only : ids
}

/** Whether the path names a list by words, not a record by its id. */
export const isByWords = (endpoint: AnyEndpoint): boolean => {
  const texts = paramsTaking(endpoint, 'no id')
  return idParamsOf(endpoint).every((name) => texts.includes(name))
}

function paramsTaking({ params }: AnyEndpoint, value: string): string[] {
  if (!params) return []
  const usual = sampleOf(params) as Record<string, string>
  return Object.keys(usual).filter((name) => params.safeParse({ ...usual, [name]: value }).success)
}

/** The path's parameters with these ids, one after the other, where one takes an id, and a sample elsewhere. */
export function paramsWith(endpoint: AnyEndpoint, ids: readonly string[]): Record<string, string> {
  const usual = endpoint.params ? (sampleOf(endpoint.params) as Record<string, string>) : {}
  const taken = idParamsOf(endpoint).map((name, at) => [name, ids[at] ?? ids[0]])
  return { ...usual, ...Object.fromEntries(taken) }
}

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
