import { randomUUID } from 'node:crypto'
import type { AnyEndpoint } from '@counterfoil/kit/contract/endpoint.ts'
import { takesUpload } from '@counterfoil/kit/server/request/uploads.ts'
import { sampleOf, sampleUpload } from '@counterfoil/kit/testing/sample.ts'
import { multipartForm } from '@counterfoil/tools/testing/sample-files.ts'
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

/** The path's parameters that take an id; when none takes nothing else, those that take one among other texts. */
export function idParamsOf(endpoint: AnyEndpoint): readonly string[] {
  return idParams.get(endpoint) ?? remember(endpoint, findIdParams(endpoint))
}

const idParams = new WeakMap<AnyEndpoint, readonly string[]>()

function remember(endpoint: AnyEndpoint, names: readonly string[]) {
  idParams.set(endpoint, names)
  return names
}

function findIdParams({ params }: AnyEndpoint): string[] {
  if (!params) return []
  const usual = sampleOf(params) as Record<string, string>
  const taking = (value: string) =>
    Object.keys(usual).filter((name) => params.safeParse({ ...usual, [name]: value }).success)
  const ids = taking(randomUUID())
  const texts = taking('no id')
  const only = ids.filter((name) => !texts.includes(name))
  return only.length > 0 ? only : ids
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
  const isForm = takesUpload(endpoint) && parts.body === undefined && parts.rawBody === undefined
  const payload = isForm ? sampleForm.payload : (parts.rawBody ?? bodyText(endpoint, parts.body))
  const type = isForm ? sampleForm.headers : { 'content-type': 'application/json' }
  return app.inject({
    method: endpoint.method,
    url: `${path}?${new URLSearchParams(query)}`,
    headers: {
      ...(parts.token === undefined ? {} : { authorization: `Bearer ${parts.token}` }),
      ...(payload === undefined ? {} : type),
      'idempotency-key': randomUUID(),
      ...parts.headers,
    },
    ...(payload === undefined ? {} : { payload }),
  })
}

const sampleForm = multipartForm([
  { name: sampleUpload.name, type: sampleUpload.declaredType, bytes: sampleUpload.bytes },
])

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
