import { setTimeout as sleep } from 'node:timers/promises'
import type { Acquirer } from '@counterfoil/providers/acquirers/acquirer.ts'
import {
  order,
  paymentFixture,
  testCard,
  withAcquirer,
} from '@counterfoil/tools/testing/payments.ts'
import { pino } from 'pino'
import { beforeEach, expect, test } from 'vitest'
import { authorisePayment, refundPayment } from './payments.public.ts'
import { recoverOperations } from './recovery.jobs.ts'

const number = '4242424242424242'
const securityCode = '737'
const fixture = await paymentFixture({ acquirerTimeoutMs: 10_000 })

let lines: { paymentId?: string; msg: string }[] = []
const log = pino({}, { write: (line: string) => lines.push(JSON.parse(line)) })

/** Without ids and times, in which any three digits may stand. */
const logged = () =>
  JSON.stringify(lines).replace(/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}|"(time|pid)":\d+/g, '')

beforeEach(() => {
  lines = []
})

/** The sandbox, which takes the request as always; then `change` decides what comes back. */
const engineWith = (
  change: (acquirer: Acquirer) => Partial<Acquirer>,
  acquirerTimeoutMs = 10_000,
) =>
  fixture.engineWith({
    log,
    providers: {
      ...withAcquirer(fixture.providers, 'sandbox_alpha', change),
      acquirerTimeoutMs,
    },
  })

const failsLikeAnHttpClient = async (): Promise<never> => {
  throw Object.assign(new Error(`400 for {"number":"${number}","cvc":"${securityCode}"}`), {
    code: 'ERR_BAD_REQUEST',
    config: { data: { number, securityCode } },
  })
}

const authorise = (engine: typeof fixture.engine) =>
  authorisePayment(engine, order(fixture, { method: { ...testCard(number), securityCode } }))

async function readAttempt(paymentId: string) {
  return fixture.loader
    .selectFrom('payment_attempt as attempt')
    .innerJoin('api_log', (join) =>
      join
        .onRef('api_log.tenant_id', '=', 'attempt.tenant_id')
        .onRef('api_log.attempt_id', '=', 'attempt.id'),
    )
    .select(['attempt.id', 'attempt.state', 'api_log.response'])
    .where('attempt.payment_id', '=', paymentId)
    .orderBy('api_log.created_at', 'desc')
    .executeTakeFirstOrThrow()
}

test('an adapter that fails: the cause is logged at once, the API log tells it from silence', async () => {
  const { payment } = await authorise(engineWith(() => ({ authorise: failsLikeAnHttpClient })))
  expect(payment.status).toBe('pending')
  const attempt = await readAttempt(payment.id)
  expect(attempt).toMatchObject({
    state: 'unknown',
    response: { result: 'unknown', because: 'adapter_failed' },
  })
  expect(lines).toEqual([
    expect.objectContaining({
      level: pino.levels.values.error,
      msg: "the acquirer's adapter failed",
      tenantId: fixture.tenantId,
      paymentId: payment.id,
      attemptId: attempt.id,
      provider: 'sandbox_alpha',
      kind: 'authorise',
      cause: expect.objectContaining({
        type: 'Error',
        message: '400 for {"number":"***","cvc":"***"}',
        code: 'ERR_BAD_REQUEST',
        stack: expect.stringContaining('acquirer-call.test.ts'),
      }),
    }),
  ])
  expect(logged()).not.toContain(number)
  expect(logged()).not.toContain(securityCode)
})

test('an adapter that throws before it answers a promise', async () => {
  const left: unknown[] = []
  const keep = (reason: unknown) => left.push(reason)
  const throwing = () => {
    throw new TypeError('not configured')
  }
  process.on('unhandledRejection', keep)
  const { payment } = await authorise(engineWith(() => ({ authorise: throwing }), 50))
  // the time-out of a call that has ended must not reject afterwards
  await sleep(100)
  process.off('unhandledRejection', keep)
  expect(left).toEqual([])
  expect(payment.status).toBe('pending')
  expect(lines).toMatchObject([{ cause: { type: 'TypeError', message: 'not configured' } }])
})

test.each<[string, Acquirer['authorise']]>([
  ['does not heed its signal', () => new Promise(() => undefined)],
  [
    'gives up when told to',
    (_, signal) =>
      new Promise((_, reject) => {
        signal.addEventListener('abort', () => reject(new Error('aborted')), { once: true })
      }),
  ],
])('an acquirer that does not answer in time, whose adapter %s', async (_, silent) => {
  const { payment } = await authorise(engineWith(() => ({ authorise: silent }), 50))
  expect(payment.status).toBe('pending')
  const attempt = await readAttempt(payment.id)
  expect(attempt).toMatchObject({
    state: 'unknown',
    response: { result: 'unknown', because: 'no_answer_in_time' },
  })
  expect(lines).toMatchObject([
    {
      level: pino.levels.values.warn,
      msg: 'the acquirer did not answer in time',
      tenantId: fixture.tenantId,
      paymentId: payment.id,
      attemptId: attempt.id,
      provider: 'sandbox_alpha',
      kind: 'authorise',
    },
  ])
})

test('a follow-up and the status check after it', async () => {
  const engine = engineWith(() => ({
    refund: failsLikeAnHttpClient,
    lookup: failsLikeAnHttpClient,
  }))
  const { payment } = await authorise(engine)
  await refundPayment(engine, { paymentId: payment.id, mode: 1, reason: null })
  expect(lines).toMatchObject([
    { kind: 'refund', paymentId: payment.id, attemptId: expect.any(String) },
  ])
  const later = () => new Date(Date.now() + 60_000)
  await recoverOperations(engine.providers, { ...fixture.jobContext, log, now: later })
  expect(lines.filter((line) => line.paymentId === payment.id)).toMatchObject([
    { kind: 'refund' },
    { kind: 'refund', msg: "the acquirer's adapter failed", cause: { code: 'ERR_BAD_REQUEST' } },
  ])
  expect(await readAttempt(payment.id)).toMatchObject({
    response: { result: 'unknown', because: 'adapter_failed' },
  })
})

test('an acquirer whose adapter is gone is not asked again', async () => {
  const engine = engineWith(() => ({ authorise: failsLikeAnHttpClient }))
  const { payment } = await authorise(engine)
  lines = []
  const later = () => new Date(Date.now() + 60_000)
  const providers = { ...fixture.providers, acquirers: new Map() }
  await recoverOperations(providers, { ...fixture.jobContext, log, now: later })
  expect(lines.filter((line) => line.paymentId === payment.id)).toMatchObject([
    { msg: 'the acquirer was not asked: it has no adapter', provider: 'sandbox_alpha' },
  ])
})
