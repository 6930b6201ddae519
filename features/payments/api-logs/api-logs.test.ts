import { randomUUID } from 'node:crypto'
import { text } from 'node:stream/consumers'
import { type Actor, openTestApi } from '@counterfoil/api/testing/test-api.ts'
import { findCallerById } from '@counterfoil/features/access/sign-in-context/callers.public.ts'
import { exportSources } from '@counterfoil/kit/server/exports/export-source.ts'
import { readScopeOf } from '@counterfoil/kit/server/request/caller-scope.ts'
import { makeUser } from '@counterfoil/kit/testing/makers.ts'
import { tenantIdOf } from '@counterfoil/workloads/demo/store-organisations.ts'
import { expect, test } from 'vitest'
import type { LogRow } from './api-logs.contract.ts'
import type { ApiLogInFull } from './api-logs.schema.ts'

const testApi = await openTestApi()
const [merchant, operator, narrow] = [
  await testApi.actor('merchant'),
  await testApi.actor('operator'),
  // limited to a method and a provider, so to some payments
  await testApi.actor('narrow'),
]
const stranger = await strangerOf('bosphorus')
const harbour = 'cf_test_demo_harbour'
const cardNumber = '4242424242424242'

function post(url: string, payload: string, { key = harbour, idempotencyKey = randomUUID() } = {}) {
  return testApi.app.inject({
    method: 'POST',
    url: `/v1${url}`,
    headers: {
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      'idempotency-key': idempotencyKey,
    },
    payload,
  })
}

const sale = (some: object = {}) =>
  JSON.stringify({
    amount: 1250,
    currency: 'GBP',
    externalId: 'LOG-1',
    method: {
      type: 'card',
      number: cardNumber,
      expiryMonth: 12,
      expiryYear: 2090,
      securityCode: '123',
    },
    ...some,
  })

type Reader = Pick<Actor, 'token'> & { readonly kind?: string }

async function strangerOf(tenant: string): Promise<Reader> {
  const user = await makeUser(testApi.test, {
    tenant_id: tenantIdOf(tenant),
    user_type: 'tenant',
    permissions: ['Settings.DeveloperSettings.ApiLog.View'],
  })
  return { token: await testApi.issuer.token(user.id) }
}

const headersFor = ({ token }: Reader) => ({ authorization: `Bearer ${token}` })

async function logs(reader: Reader, query: Record<string, string>, mode = 'Test') {
  const path = reader.kind === 'merchant' ? '/api/reports' : '/api/reporting/crm/reports'
  const answer = await testApi.app.inject({
    url: `${path}/api-logs?${new URLSearchParams(query)}`,
    headers: { ...headersFor(reader), mode },
  })
  expect(answer.statusCode).toBe(200)
  return answer.json<{ data: LogRow[]; count: number }>().data
}

async function inFull(reader: Reader, id: string) {
  const answer = await testApi.app.inject({
    url: `/api/reporting/crm/reports/api-logs/${id}`,
    headers: headersFor(reader),
  })
  return answer.json<ApiLogInFull>()
}

test('what a server is refused is found with its cause, and without what it sent', async () => {
  const idempotencyKey = randomUUID()
  const refused = [
    await post('/payments', sale({ amount: -1 }), { idempotencyKey }),
    await post('/payments', '{"amount": ', { idempotencyKey }),
    await post(`/payments/${cardNumber}/refunds`, '{}', { idempotencyKey }),
    await post(`/payments/${randomUUID()}/refunds`, '{}', { idempotencyKey }),
  ]
  expect(refused.map(({ statusCode }) => statusCode)).toEqual([400, 400, 404, 404])
  const rows = await logs(merchant, { searchKey: idempotencyKey })
  expect(
    rows.map(({ status, url, paymentId }) => [status, url.split('/').length, paymentId]),
  ).toEqual([
    [404, 5, null],
    [404, 5, null],
    [400, 3, null],
    [400, 3, null],
  ])
  const texts = await Promise.all(rows.map(({ id }) => inFull(operator, id)))
  expect(texts.map(({ response }) => JSON.parse(response ?? '{}').code)).toEqual([
    'not_found',
    'not_found',
    'request.malformed_json',
    'request.invalid',
  ])
  expect(JSON.stringify([rows, texts])).not.toContain(cardNumber)
  // the same by class of status, in the other mode, and as a stranger
  const refusedOnly = { searchKey: idempotencyKey, status: '4xx' }
  expect(await logs(operator, refusedOnly)).toHaveLength(4)
  expect(await logs(operator, { ...refusedOnly, status: '2xx,5xx,none' })).toEqual([])
  expect(await logs(operator, refusedOnly, 'Live')).toEqual([])
  expect(await logs(stranger, refusedOnly)).toEqual([])
  expect(await logs(narrow, refusedOnly)).toEqual([])
})

test('a merchant sees the calls of its servers, an operator those to acquirers too', async () => {
  const idempotencyKey = randomUUID()
  const payment = (await post('/payments', sale(), { idempotencyKey })).json<{ id: string }>().id
  const seen = async (reader: Reader) =>
    (await logs(reader, { searchKey: payment }))
      .map(({ direction, status, result }) => `${direction} ${status ?? result}`)
      .sort()
  expect(await seen(merchant)).toEqual(['inbound 201'])
  expect(await seen(operator)).toEqual(['inbound 201', 'outbound approved'])
  expect(await seen(stranger)).toEqual([])
  const [only, ...others] = await logs(merchant, { searchKey: idempotencyKey })
  expect([others, only?.status, only?.paymentId]).toEqual([[], 201, payment])
})

test('an export says what an acquirer answered, as the list does', async () => {
  const searchKey = (await post('/payments', sale())).json<{ id: string }>().id
  const { database } = testApi.test
  const caller = await findCallerById(database, operator.tenantId, operator.subject)
  const reader = { caller, database, scope: readScopeOf(caller), mode: 1, now: new Date() } as const
  const open = await exportSources().get('api-logs')?.open({ searchKey }, reader)
  const lines = open === undefined ? [] : (await text(open.csv)).trim().split('\n')
  const [header = [], ...calls] = lines.map((line) => line.trim().split(','))
  const cells = (name: string) => calls.map((call) => call[header.indexOf(name)])
  expect(cells('Direction')).toEqual(['inbound', 'outbound'])
  expect(cells('Status')).toEqual(['201', ''])
  expect(cells('Result')).toEqual(['', 'approved'])
})

test('a column that is hidden in the report is not answered with a single call of it either', async () => {
  const idempotencyKey = randomUUID()
  await post('/payments', sale(), { idempotencyKey })
  const [row] = await logs(operator, { searchKey: idempotencyKey })
  const id = row?.id ?? ''
  expect(await inFull(operator, id)).toMatchObject({ idempotencyKey, requestId: row?.requestId })
  const setting = [tenantIdOf('northwind'), 'crm-reports-api-logs']
  await testApi.test.owner.query(
    `insert into app.report_setting (tenant_id, report, hidden_columns, updated_at)
     values ($1, $2, '{idempotencyKey}', now())`,
    setting,
  )
  expect(await logs(operator, { searchKey: idempotencyKey })).toMatchObject([
    { idempotencyKey: null },
  ])
  expect(await inFull(operator, id)).toMatchObject({
    ...{ idempotencyKey: null, requestId: row?.requestId },
  })
  await testApi.test.owner.query(
    'delete from app.report_setting where (tenant_id, report) = ($1, $2)',
    setting,
  )
})

test('calls to an acquirer are found by its name, as the list shows it, and by its code', async () => {
  const searchKey = (await post('/payments', sale())).json<{ id: string }>().id
  const found = async (peer: string) =>
    (await logs(operator, { searchKey, peer })).map((row) => row.peer)
  expect(await found('Sandbox Alpha')).toEqual(['sandbox_alpha'])
  expect(await found('sandbox_alpha')).toEqual(['sandbox_alpha'])
  expect(await found('Sandbox Beta')).toEqual([])
})

test('a call with an unknown key leaves nothing', async () => {
  const idempotencyKey = randomUUID()
  const answer = await post('/payments', sale(), { key: 'cf_test_unknown', idempotencyKey })
  expect(answer.statusCode).toBe(401)
  expect(await logs(operator, { searchKey: idempotencyKey })).toEqual([])
})

test('days are those of the reader, and the last is not before the first', async () => {
  const idempotencyKey = randomUUID()
  await post('/payments', sale({ amount: -1 }), { idempotencyKey })
  const zone = 'Europe/London'
  const today = new Date().toLocaleDateString('en-CA', { timeZone: zone })
  const on = (dateFrom: string, dateTo: string) =>
    logs(merchant, { searchKey: idempotencyKey, dateFrom, dateTo })
  expect(await on(today, today)).toHaveLength(1)
  expect(await on('2026-01-01', '2026-01-02')).toEqual([])
  const reversed = await testApi.app.inject({
    url: '/api/reports/api-logs?dateFrom=2026-02-02&dateTo=2026-02-01',
    headers: headersFor(merchant),
  })
  expect([reversed.statusCode, reversed.json<{ code: string }>().code]).toEqual([
    400,
    'report.days_reversed',
  ])
})
