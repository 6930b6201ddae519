import type { AnyEndpoint } from '@counterfoil/kit/contract/endpoint.ts'
import { fileFieldOf } from '@counterfoil/kit/contract/uploads.ts'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Route } from './request/route.ts'

type Json = { [key: string]: unknown }

/** What merchants' developers have to know besides the calls. */
export interface MerchantApi {
  /** Markdown: keys, errors, retries, webhooks, … */
  readonly guide: string
  /** The body of a webhook. */
  readonly event: z.ZodType
}

/**
 * Serves OpenAPI 3.1 of what is declared: `/api/openapi.json` for the portal, `/v1/openapi.json` for merchants.
 * It is written from the same schemas that validate, so it cannot say anything else; once each, when it is first asked for.
 */
export function describeApi(
  app: FastifyInstance,
  routes: readonly Route[],
  merchantApi: MerchantApi | undefined,
): void {
  const endpoints = routes.map((route) => route.endpoint as AnyEndpoint)
  const isMerchantApi = (endpoint: AnyEndpoint) => endpoint.path.startsWith('/v1/')
  const serve = (path: string, make: () => Json) => {
    let document: Json | undefined
    app.get(path, async () => {
      document ??= make()
      return document
    })
  }
  const portal = endpoints.filter((one) => !isMerchantApi(one))
  serve('/api/openapi.json', () => documentOf('Counterfoil portal API', portal))
  const merchants = endpoints.filter(isMerchantApi)
  serve('/v1/openapi.json', () => documentOf('Counterfoil merchant API', merchants, merchantApi))
}

/** An OpenAPI 3.1 document of these calls. */
function documentOf(
  title: string,
  endpoints: readonly AnyEndpoint[],
  merchantApi?: MerchantApi,
): Json {
  const paths: Record<string, Json> = {}
  for (const endpoint of endpoints) {
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operationOf(endpoint) }
  }
  return {
    openapi: '3.1.0',
    info: {
      ...{ title, version: '1', license: { name: 'Apache-2.0', identifier: 'Apache-2.0' } },
      ...(merchantApi && { description: merchantApi.guide }),
    },
    paths,
    ...(merchantApi && { webhooks: { event: { post: webhookOf(merchantApi.event) } } }),
    components: {
      securitySchemes: {
        accessToken: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
        apiKey: { type: 'http', scheme: 'bearer', description: 'An API key, like `cf_test_…`' },
      },
      schemas: { Problem: schemaOf(problemSchema, 'output') },
    },
  }
}

/** Some problems have further members, which their texts name. */
const problemSchema = z.looseObject({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  detail: z.string().describe('For people, in English; its words may change.'),
  instance: z.string().describe('The id of the request, to be quoted to support.'),
  code: z.string().describe('For programs: it stays as it is, like `refund.exceeds_captured`.'),
  params: z
    .record(z.string(), z.unknown())
    .optional()
    .describe('What the text names, to write it in another language.'),
  errors: z
    .array(
      z.object({
        message: z.string(),
        path: z.string().optional().describe('The field, like `method.number`.'),
      }),
    )
    .describe('What is wrong, by field where it is of one.'),
})

/** What every endpoint of a merchant's server is sent. */
const webhookOf = (event: z.ZodType): Json => ({
  operationId: 'webhook.event',
  summary:
    'An event, to the webhook endpoints that want its type: the same that GET /v1/events lists',
  security: [],
  parameters: [
    headerOf('webhook-id', webhookIdText, true),
    headerOf('webhook-timestamp', 'When this attempt was signed, in seconds since 1970.', true),
    headerOf(
      'webhook-signature',
      'Signatures of Standard Webhooks, apart by spaces; one fits.',
      true,
    ),
  ],
  requestBody: {
    required: true,
    content: { 'application/json': { schema: schemaOf(event, 'output') } },
  },
  responses: { '2XX': { description: 'Taken. Everything else is tried again.' } },
})

const webhookIdText =
  'Of the message to this endpoint, the same for all its attempts; the id of the event is in the body.'

const headerOf = (name: string, description: string, required = false): Json => ({
  ...{ name, in: 'header', required, description },
  schema: { type: 'string' },
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
    ...(access.kind === 'scope' ? { description: neededScope(access.scope) } : {}),
    tags: [endpoint.id.split('.')[0]],
    ...(access.kind === 'permission'
      ? { security: [{ accessToken: [] }], 'x-permission': access.anyOf }
      : {}),
    ...(access.kind === 'scope' ? { security: [{ apiKey: [] }], 'x-scope': access.scope } : {}),
    ...(access.kind === 'public' ? { security: [], 'x-public': true } : {}),
    parameters: [
      ...parametersOf(endpoint.params, 'path'),
      ...parametersOf(endpoint.query, 'query'),
      ...headersOf(endpoint),
    ],
    ...(endpoint.body ? { requestBody: { required: true, content: bodyOf(endpoint) } } : {}),
    responses: {
      [endpoint.status]: successOf(endpoint),
      ...(endpoint.accepted ? { 202: acceptedAs(endpoint.accepted) } : {}),
      default: problem,
    },
  }
}

const neededScope = (scope: string) => `The API key needs the scope \`${scope}\`.`

/** A merchant's server may send a key with everything that it creates or changes, also where it need not. */
function headersOf({ access, method, idempotent }: AnyEndpoint): Json[] {
  const isMerchants = access.kind === 'scope'
  const key = {
    ...headerOf('Idempotency-Key', idempotencyText, idempotent),
    schema: { type: 'string', minLength: 1, maxLength: 255 },
  }
  const merchant = {
    ...headerOf('Merchant-Id', 'For which merchant; an API key for all merchants needs it.'),
    schema: { type: 'string', format: 'uuid' },
  }
  return [
    ...(idempotent || (isMerchants && method === 'POST') ? [key] : []),
    ...(isMerchants ? [merchant] : []),
  ]
}

const idempotencyText =
  'Fresh for each intent, and the same when that is sent again: the call takes effect once, and its first answer is repeated.'

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
    ...(property.description === undefined ? {} : { description: property.description }),
    schema: property,
  }))
}

/** What is answered may have more fields tomorrow: a client that refuses those would refuse a whole answer. */
function schemaOf(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema: _schema, ...rest } = z.toJSONSchema(schema, {
    ...{ io, unrepresentable: 'any' },
    override: ({ jsonSchema }) => {
      if (io === 'output' && jsonSchema.additionalProperties === false)
        delete jsonSchema.additionalProperties
    },
  })
  return rest
}
