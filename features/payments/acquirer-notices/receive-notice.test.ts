import { randomBytes, randomUUID } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { openTestApi } from '@counterfoil/api/testing/test-api.ts'
import type { AcquirerAnswer } from '@counterfoil/providers/acquirers/acquirer.ts'
import { noticeBody } from '@counterfoil/providers/acquirers/sandbox/notice-body.ts'
import {
  noticeKeyOf,
  signatureHeader,
  signatureOf,
} from '@counterfoil/providers/acquirers/sandbox/signature.ts'
import { openProviders } from '@counterfoil/providers/providers.ts'
import { tenantIdOf } from '@counterfoil/workloads/demo/store-organisations.ts'
import { v7 } from 'uuid'
import { afterAll, expect, test } from 'vitest'

// The sandboxes send their notices over HTTP to the API, which listens for it.

const testApi = await openTestApi()
const { sandboxNoticeKey } = testApi
await testApi.app.listen({ port: 0, host: '127.0.0.1' })
const { port } = testApi.app.server.address() as AddressInfo
let aheadMs = 0
const sandbox = openProviders({
  sandboxDatabaseUrl: testApi.test.urls.app,
  publicUrl: `http://127.0.0.1:${port}`,
  mayReachPrivate: true,
  sandboxNoticeKey,
  now: () => new Date(Date.now() + aheadMs),
})
afterAll(() => sandbox.close())
const signal = AbortSignal.timeout(60_000)

async function pay(method: object, amount = 1000) {
  const { id } = (
    await testApi.app.inject({
      method: 'POST',
      url: '/v1/payments',
      headers: { authorization: 'Bearer cf_test_demo_harbour', 'idempotency-key': randomUUID() },
      payload: { amount, currency: 'GBP', method },
    })
  ).json()
  const { rows } = await testApi.test.owner.query(
    'select id, provider from payment_attempt where payment_id = $1 order by sequence desc',
    [id],
  )
  return { id: String(id), attemptId: String(rows[0].id), provider: String(rows[0].provider) }
}
type Paid = Awaited<ReturnType<typeof pay>>

const card = (number: string) => ({ type: 'card', number, expiryMonth: 12, expiryYear: 2090 })
const transfer = () => pay({ type: 'bank_transfer' }, 1006)

async function statusOf({ id }: Paid): Promise<string> {
  const { rows } = await testApi.test.owner.query('select status from payment where id = $1', [id])
  return rows[0].status
}

async function kept(where: string, value: string) {
  const { rows } = await testApi.test.owner.query(
    `select state, cause_code as cause, repeats, tenant_id as tenant from acquirer_notice
     where ${where} = $1 order by id`,
    [value],
  )
  return rows
}

const approved: AcquirerAnswer = {
  result: 'approved',
  amountMinor: 1006n,
  acquirerReference: 'SA-1',
}
const declined: AcquirerAnswer = {
  ...{ result: 'declined', code: 'bank_refused', text: 'The bank refused the transfer' },
  isSoft: false,
}

function bodyOf({ id, attemptId }: Paid, answer: AcquirerAnswer, currency = 'GBP'): string {
  const metadata = { tenantId: tenantIdOf('northwind'), paymentId: id }
  const outcome = { reference: attemptId, currency, answer }
  return noticeBody(new Date(), { id: v7(), metadata, outcome })
}

interface Signing {
  readonly key?: Buffer
  readonly at?: Date
  readonly signature?: string
}

function send({ provider }: Pick<Paid, 'provider'>, payload: string, some: Signing = {}) {
  const key = noticeKeyOf(some.key ?? sandboxNoticeKey, provider)
  const signature = some.signature ?? signatureOf(key, some.at ?? new Date(), payload)
  const headers = { 'content-type': 'application/json', [signatureHeader]: signature }
  return testApi.app.inject({
    method: 'POST',
    url: `/acquirers/${provider}/notices`,
    headers,
    payload,
  })
}

test('a transfer that is received later is captured by the notice, without a lookup', async () => {
  const paid = await pay({ type: 'bank_transfer' }, 1001)
  expect(await statusOf(paid)).toBe('pending')
  aheadMs = 10_000
  expect(await sandbox.sandboxNotices.send(signal)).toBe(1)
  expect(await statusOf(paid)).toBe('captured')
  expect(await kept('payment_id', paid.id)).toMatchObject([{ state: 'taken', repeats: 0 }])
  expect(await sandbox.sandboxNotices.send(signal)).toBe(0)
  const { rows } = await testApi.test.owner.query(
    `select direction, peer from api_log where payment_id = $1 and direction = 'inbound' and peer = $2`,
    [paid.id, paid.provider],
  )
  expect(rows).toHaveLength(1)
})

test.each([
  [true, 'captured'],
  [false, 'declined'],
] as const)('3-D Secure, confirmed: %s, ends by the notice', async (isConfirmed, status) => {
  const paid = await pay(card('4000000000003220'))
  await sandbox.challenges.answer(paid.provider, paid.attemptId, isConfirmed)
  expect(await statusOf(paid)).not.toBe(status)
  await sandbox.sandboxNotices.send(signal)
  expect(await statusOf(paid)).toBe(status)
})

test('a dispute comes by a notice as well', async () => {
  const paid = await pay(card('4000000000000259'))
  aheadMs = 20_000
  await sandbox.sandboxNotices.send(signal)
  const { rows } = await testApi.test.owner.query(
    'select state from dispute where payment_id = $1',
    [paid.id],
  )
  expect(rows).toEqual([{ state: 'opened' }])
})

test.each([
  ['without a signature', 'notice.unsigned', () => ({ signature: '' })],
  ['with another key', 'notice.signature', () => ({ key: randomBytes(32) })],
  ['signed six minutes ago', 'notice.stale', () => ({ at: new Date(Date.now() - 360_000) })],
] as const)('%s it is refused and kept, and the next one is taken', async (_name, cause, some) => {
  const paid = await transfer()
  const body = bodyOf(paid, approved)
  const refused = await send(paid, body, some())
  expect([refused.statusCode, refused.json().code]).toEqual([401, 'notice.refused'])
  expect(await statusOf(paid)).toBe('pending')
  expect(await kept('body', body)).toEqual([
    { state: 'refused', cause, repeats: 0, tenant: tenantIdOf('counterfoil') },
  ])
  expect((await send(paid, body)).statusCode).toBe(200)
  expect(await statusOf(paid)).toBe('captured')
})

test('a changed body does not fit its signature', async () => {
  const paid = await transfer()
  const body = bodyOf(paid, approved)
  const signature = signatureOf(noticeKeyOf(sandboxNoticeKey, paid.provider), new Date(), body)
  const changed = body.replace('1006', '1005')
  expect((await send(paid, changed, { signature })).statusCode).toBe(401)
  expect(await statusOf(paid)).toBe('pending')
})

test('the same notice twice counts once', async () => {
  const paid = await transfer()
  const body = bodyOf(paid, approved)
  const answers = await Promise.all([send(paid, body), send(paid, body), send(paid, body)])
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
  expect(await kept('payment_id', paid.id)).toMatchObject([{ state: 'taken', repeats: 2 }])
  expect(await statusOf(paid)).toBe('captured')
})

test('older news after the end changes nothing; another end contradicts', async () => {
  const paid = await transfer()
  await send(paid, bodyOf(paid, approved))
  await send(paid, bodyOf(paid, { result: 'pending' }))
  await send(paid, bodyOf(paid, approved))
  await send(paid, bodyOf(paid, declined))
  expect(await statusOf(paid)).toBe('captured')
  expect((await kept('payment_id', paid.id)).map(({ state }) => state)).toEqual([
    'taken',
    'repeated',
    'repeated',
    'taken',
  ])
  const { rows } = await testApi.test.owner.query(
    `select cause_code from payment_event where payment_id = $1 and type = 'payment.contradicted'`,
    [paid.id],
  )
  expect(rows).toEqual([{ cause_code: 'late.refused' }])
})

test.each([
  ['outcome.other_currency', approved, 'JPY'],
  ['outcome.no_amount', { ...approved, amountMinor: 0n }, 'GBP'],
  ['outcome.too_much', { ...approved, amountMinor: 1007n }, 'GBP'],
] as const)('%s is put aside', async (cause, answer, currency) => {
  const paid = await transfer()
  expect((await send(paid, bodyOf(paid, answer, currency))).statusCode).toBe(200)
  expect(await statusOf(paid)).toBe('pending')
  expect(await kept('payment_id', paid.id)).toMatchObject([{ state: 'aside', cause }])
})

test('what is no JSON, or of an unknown request, is put aside', async () => {
  const paid = await transfer()
  expect((await send(paid, '{ not JSON \0')).statusCode).toBe(200)
  expect(await kept('body', '{ not JSON ')).toMatchObject([
    { state: 'aside', cause: 'notice.unreadable' },
  ])
  await send(paid, bodyOf({ ...paid, attemptId: v7() }, approved))
  expect(await kept('payment_id', paid.id)).toMatchObject([
    { state: 'aside', cause: 'notice.unknown_payment' },
  ])
})

test('of what nobody signed a hundred a day are kept', async () => {
  const provider = 'sandbox_beta'
  for (let count = 0; count < 104; count += 1) {
    await send({ provider }, `{"flood":${count}}`, { signature: '' })
  }
  const { rows } = await testApi.test.owner.query(
    `select count(*)::int as kept from acquirer_notice where provider = $1 and state = 'refused'`,
    [provider],
  )
  expect(rows[0].kept).toBe(100)
})

test('an unknown acquirer has no address', async () => {
  expect((await send({ provider: 'nobody' }, '{}')).statusCode).toBe(404)
})
