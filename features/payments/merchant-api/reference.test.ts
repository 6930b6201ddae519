// What a merchant's developer reads: /v1/openapi.json, and docs/merchant-api.md, which is its introduction.
import { randomBytes, randomUUID } from 'node:crypto'
import { openTestApi } from '@counterfoil/api/testing/test-api.ts'
import {
  eventType,
  merchantEventTypes,
} from '@counterfoil/features/messaging/merchant-events/merchant-events.schema.ts'
import { webhookEndpoints } from '@counterfoil/features/messaging/webhooks/webhook-endpoints.resource.ts'
import { merchantIdOf } from '@counterfoil/workloads/demo/store-organisations.ts'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { Webhook } from 'standardwebhooks'
import { expect, test } from 'vitest'

const testApi = await openTestApi()
const { app } = testApi
const harbour = 'cf_test_demo_harbour'
const reference = (await app.inject('/v1/openapi.json')).json()
const guide: string = reference.info.description
const operations = Object.entries<Record<string, Operation>>(reference.paths).flatMap(
  ([path, ofPath]) => Object.entries(ofPath).map(([method, one]) => ({ path, method, one })),
)

interface Schema {
  readonly description?: string
  readonly properties?: Record<string, Schema>
  readonly items?: Schema
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly additionalProperties?: unknown
}
interface Operation {
  readonly summary: string
  readonly description?: string
  readonly parameters: readonly { name: string; in: string; description?: string }[]
  readonly requestBody?: { content: Record<string, { schema: Schema }> }
  readonly responses: Record<string, { content: Record<string, { schema: Schema }> }>
}

/** Each part of a schema that is an object's, with its path. */
function* partsOf(schema: Schema, path = ''): Generator<{ path: string; part: Schema }> {
  yield { path, part: schema }
  for (const [name, part] of Object.entries(schema.properties ?? {})) {
    yield* partsOf(part, path === '' ? name : `${path}.${name}`)
  }
  const further = [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), schema.items ?? []].flat()
  for (const part of further) yield* partsOf(part, path)
}

const validate = (schema: Schema) => {
  const ajv = new Ajv2020({ strict: false, validateFormats: false })
  ajv.addSchema({ ...reference, $id: 'reference' })
  const text = JSON.stringify(schema).replaceAll('"#/', '"reference#/')
  const check = ajv.compile(JSON.parse(text))
  return (value: unknown) => (check(value) ? [] : (check.errors ?? []))
}

const send = (method: 'GET' | 'POST', url: string, payload?: object) =>
  app.inject({
    ...{ method, url },
    headers: { authorization: `Bearer ${harbour}`, 'idempotency-key': randomUUID() },
    ...(payload === undefined ? {} : { payload }),
  })

test('every field that a call takes is described, in its body, its query and its headers', () => {
  const missing = operations.flatMap(({ path, method, one }) => {
    const bodies = Object.values(one.requestBody?.content ?? {})
    const parts = bodies.flatMap(({ schema }) => [...partsOf(schema)])
    const isDescribed = (field: string) =>
      parts.some(({ path: of, part }) => of === field && part.description !== undefined)
    const fields = [...new Set(parts.map((of) => of.path))].filter((field) => field !== '')
    return [
      ...fields.filter((field) => !isDescribed(field)),
      ...one.parameters.filter((of) => of.in !== 'path' && !of.description).map((of) => of.name),
    ]
      .filter((field) => !/(^|\.)(type|token)$/.test(field))
      .map((field) => `${method} ${path} ${field}`)
  })
  expect(missing).toEqual([])
})

test('an answer may have further fields, and a problem has those that it has', async () => {
  const closed = operations.flatMap(({ path, method, one }) =>
    Object.values(one.responses)
      .flatMap(({ content }) => Object.values(content))
      .flatMap(({ schema }) => [...partsOf(schema)])
      .filter(({ part }) => part.additionalProperties === false)
      .map((found) => `${method} ${path} ${found.path}`),
  )
  expect(closed).toEqual([])
  const problem = (await send('POST', '/v1/payments', {})).json()
  expect(problem).toMatchObject({ code: 'request.invalid', params: {} })
  expect(validate({ ...reference.components.schemas.Problem })(problem)).toEqual([])
})

test('the headers are described: Merchant-Id of every call, Idempotency-Key of every POST', async () => {
  const headers = (of: Operation) =>
    of.parameters.filter((one) => one.in === 'header').map((one) => one.name)
  for (const { method, path, one } of operations) {
    expect(headers(one), path).toContain('Merchant-Id')
    expect(headers(one).includes('Idempotency-Key'), `${method} ${path}`).toBe(method === 'post')
    expect(one.description, path).toMatch(/scope `[a-z]+:[a-z]+`/)
  }
  const named = await app.inject({
    url: '/v1/balances',
    headers: { authorization: `Bearer ${harbour}`, 'merchant-id': merchantIdOf('harbour') },
  })
  expect(named.statusCode).toBe(200)
})

test('the guide says what to do at each status that a call is refused with', async () => {
  const [table = ''] = /\| Status .*?What to do[\s\S]*?\n\n/.exec(guide) ?? []
  const card = { type: 'card', number: '4242424242424242', expiryMonth: 12, expiryYear: 2090 }
  const payee = { name: 'Ada', sortCode: '200000', accountNumber: '55779911', country: 'GB' }
  const payout = { amount: 100, currency: 'GBP', reference: '😀', beneficiary: payee }
  const paid = await send('POST', '/v1/payments', { amount: 100, currency: 'GBP', method: card })
  const refusals = [
    ...[await app.inject('/v1/payments'), await send('GET', `/v1/payments/${randomUUID()}`)],
    ...[await send('POST', '/v1/payments', {}), await send('POST', '/v1/payouts', payout)],
    await send('POST', `/v1/payments/${paid.json().id}/voids`, {}),
    await send('POST', '/v1/payments', { description: 'x'.repeat(1_048_576) }),
  ]
  const statuses = refusals.map(({ statusCode }) => statusCode)
  expect(statuses).toEqual([401, 404, 400, 422, 409, 413])
  for (const status of statuses) expect(table, table).toContain(String(status))
})

test('a webhook is described, and its events are as described', async () => {
  const { post } = reference.webhooks.event
  expect(post.parameters.map((one: { name: string }) => one.name)).toEqual([
    ...['webhook-id', 'webhook-timestamp', 'webhook-signature'],
  ])
  const card = { number: '4242424242424242', expiryMonth: 12, expiryYear: 2090 }
  const method = { type: 'card', ...card }
  const { id } = (
    await send('POST', '/v1/payments', { amount: 500, currency: 'GBP', method })
  ).json()
  await send('POST', `/v1/payments/${id}/refunds`, { amount: 100 })
  const check = validate(post.requestBody.content['application/json'].schema)
  const { data } = (await send('GET', '/v1/events?limit=100')).json()
  expect(data.length).toBeGreaterThan(1)
  for (const event of data) expect(check(event)).toEqual([])
})

test('the message that tries an endpoint is as described', async () => {
  const { token } = await testApi.actor('operator')
  const ask = (url: string, payload: object) =>
    app.inject({ method: 'POST', url, headers: { authorization: `Bearer ${token}` }, payload })
  const path = `/api${webhookEndpoints.path}`
  const endpoint = { merchantId: merchantIdOf('harbour'), mode: '1', eventTypes: ['*'] }
  const made = await ask(path, { ...endpoint, url: 'https://192.0.1.1/hook' })
  const sent = await ask(`${path}/${made.json().id}/test`, {})
  const { rows } = await testApi.test.owner.query<{ payload: string }>(
    'select payload from app.webhook_delivery where id = $1',
    [sent.json().deliveryId],
  )
  const message = JSON.parse(rows[0]?.payload ?? 'null')
  expect(message).toMatchObject({ type: 'webhook.test', data: { endpointId: made.json().id } })
  const { content } = reference.webhooks.event.post.requestBody
  expect(validate(content['application/json'].schema)(message)).toEqual([])
})

test('the guide names every type of event, and endpoints can want no others', () => {
  const rows = guide.split('\n').filter((line) => line.startsWith('| `'))
  const named = rows.flatMap((row) => {
    const [types = '', when = ''] = row.split('|').slice(1)
    const [first = '', ...others] = [...types.matchAll(/`([a-z_.*]+)`/g)].map(([, type]) => type)
    const subject = first.split('.')[0] ?? ''
    const steps = [...when.matchAll(/`(\.[a-z_]+)`/g)].map(([, step]) => step)
    const all = [
      first,
      ...others.map((type = '') => (type.startsWith('.') ? subject + type : type)),
    ]
    return all.flatMap((type) =>
      type.endsWith('.*') ? steps.map((step) => type.replace('.*', step ?? '')) : [type],
    )
  })
  const events = named.filter((type) => type !== 'webhook.test' && type.includes('.'))
  expect(events.sort()).toEqual([...merchantEventTypes].sort())
  const wanted = webhookEndpoints.fields.eventTypes?.choices ?? []
  for (const { value } of wanted) expect(eventType.safeParse(value).success, `${value}`).toBe(true)
})

test('the guide’s code accepts our signatures, of both secrets while one is replaced, and no others', async () => {
  const code = /```js\n([\s\S]*?)```/.exec(guide)?.[1] ?? ''
  const { isSigned } = await import(`data:text/javascript,${encodeURIComponent(code)}`)
  const newSecret = () => `whsec_${randomBytes(32).toString('base64')}`
  const [old, fresh, another] = [newSecret(), newSecret(), newSecret()]
  const now = new Date()
  const body = JSON.stringify({ type: 'payment.captured', data: { description: 'Äpfel' } })
  const headers = {
    ...{
      'webhook-id': randomUUID(),
      'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
    },
    'webhook-signature': '',
  }
  const signatures = [fresh, old].map((one) =>
    new Webhook(one).sign(headers['webhook-id'], now, body),
  )
  headers['webhook-signature'] = signatures.join(' ')
  expect(isSigned(headers, body, old)).toBe(true)
  expect(isSigned(headers, body, fresh)).toBe(true)
  expect(isSigned(headers, body, another)).toBe(false)
  expect(isSigned(headers, `${body} `, fresh)).toBe(false)
  expect(isSigned(headers, body, fresh, now.getTime() + 600_000)).toBe(false)
  expect(isSigned({}, body, fresh)).toBe(false)
})

test.each([
  ['/v1/payouts/{id}', 'status'],
  ['/v1/waiting-actions/{id}', 'state'],
])('%s: what each %s means is said where it is declared', (path, field) => {
  const answer = reference.paths[path].get.responses['200'].content['application/json'].schema
  const { enum: values, description = '' } = answer.properties[field]
  expect(values.length).toBeGreaterThan(6)
  expect(values.filter((value: string) => !description.includes(`\`${value}\``))).toEqual([])
})
