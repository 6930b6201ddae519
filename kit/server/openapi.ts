import type { AnyEndpoint } from '@counterfoil/kit/contract/endpoint.ts'
import { fileFieldOf } from '@counterfoil/kit/contract/uploads.ts'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Route } from './request/route.ts'

type Json = { [key: string]: unknown }

/**
 * Serves OpenAPI 3.1 of what is declared: `/api/openapi.json` for the portal, `/v1/openapi.json` for merchants.
 * It is written from the same schemas that validate, so it cannot say anything else; once each, when it is first asked for.
 */
export function describeApi(app: FastifyInstance, routes: readonly Route[]): void {
  const endpoints = routes.map((route) => route.endpoint as AnyEndpoint)
  const isMerchantApi = (endpoint: AnyEndpoint) => endpoint.path.startsWith('/v1/')
  const serve = (path: string, title: string, described: readonly AnyEndpoint[]) => {
    let document: Json | undefined
    app.get(path, async () => {
      document ??= documentOf(title, described)
      return document
    })
  }
  const portal = endpoints.filter((one) => !isMerchantApi(one))
  serve('/api/openapi.json', 'Counterfoil portal API', portal)
  serve('/v1/openapi.json', 'Counterfoil merchant API', endpoints.filter(isMerchantApi))
}

/** An OpenAPI 3.1 document of these calls. */
export function documentOf(title: string, endpoints: readonly AnyEndpoint[]): Json {
  const paths: Record<string, Json> = {}
  for (const endpoint of endpoints) {
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operationOf(endpoint) }
  }
  return {
    openapi: '3.1.0',
    info: { title, version: '1', license: { name: 'Apache-2.0', identifier: 'Apache-2.0' } },
    paths,
    components: {
      securitySchemes: {
        accessToken: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
        apiKey: { type: 'http', scheme: 'bearer' },
      },
      schemas: { Problem: schemaOf(problemSchema, 'output') },
    },
  }
}

const problemSchema = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  detail: z.string(),
  instance: z.string(),
  code: z.string(),
  errors: z.array(z.object({ message: z.string(), path: z.string().optional() })),
})

function operationOf(endpoint: AnyEndpoint): Json {
  const { access } = endpoint
  const problem = {
    description: 'A problem',
    content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
  }
  return {
    operationId: endpoint.id,
    summary: endpoint.summary,
    tags: [endpoint.id.split('.')[0]],
    ...(access.kind === 'permission'
      ? { security: [{ accessToken: [] }], 'x-permission': access.anyOf }
      : {}),
    ...(access.kind === 'scope' ? { security: [{ apiKey: [] }], 'x-scope': access.scope } : {}),
    ...(access.kind === 'public' ? { security: [], 'x-public': true } : {}),
    parameters: [
      ...parametersOf(endpoint.params, 'path'),
      ...parametersOf(endpoint.query, 'query'),
      ...(endpoint.idempotent
        ? [
            {
              name: 'Idempotency-Key',
              in: 'header',
              required: true,
              schema: { type: 'string', maxLength: 255 },
            },
          ]
        : []),
    ],
    ...(endpoint.body ? { requestBody: { required: true, content: bodyOf(endpoint) } } : {}),
    responses: {
      [endpoint.status]: successOf(endpoint),
      ...(endpoint.accepted ? { 202: acceptedAs(endpoint.accepted) } : {}),
      default: problem,
    },
  }
}

function bodyOf(endpoint: AnyEndpoint): Json {
  const field = fileFieldOf(endpoint.body)
  if (field !== undefined) {
    const file = { type: 'string', contentMediaType: 'application/octet-stream' }
    const schema = { type: 'object', required: [field], properties: { [field]: file } }
    return { 'multipart/form-data': { schema } }
  }
  return { 'application/json': { schema: endpoint.body && schemaOf(endpoint.body, 'input') } }
}

function successOf(endpoint: AnyEndpoint): Json {
  if (endpoint.contentType) {
    return {
      description: 'Done',
      content: { [endpoint.contentType]: { schema: { type: 'string', format: 'binary' } } },
    }
  }
  if (!endpoint.answer) return { description: 'Done' }
  return {
    description: 'Done',
    content: { 'application/json': { schema: schemaOf(endpoint.answer, 'output') } },
  }
}

const acceptedAs = (schema: z.ZodType): Json => ({
  description: 'Taken, and not done yet',
  content: { 'application/json': { schema: schemaOf(schema, 'output') } },
})

function parametersOf(schema: z.ZodType | undefined, place: 'path' | 'query'): Json[] {
  if (!schema) return []
  const { properties = {}, required = [] } = schemaOf(schema, 'input') as {
    properties?: Record<string, Json>
    required?: string[]
  }
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: property,
  }))
}

function schemaOf(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema: _schema, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  return rest
}
