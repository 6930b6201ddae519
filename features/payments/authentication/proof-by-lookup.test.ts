// A notice decides a challenge: how the payer was authenticated is looked up, and its proof is kept.

import {
  authorisePayment,
  recordReportedOutcome,
} from '@counterfoil/features/payments/processing/payments.public.ts'
import type {
  AcquirerAnswer,
  ThreeDSecureResult,
} from '@counterfoil/providers/acquirers/acquirer.ts'
import {
  order,
  paymentFixture,
  testCard,
  withAcquirer,
} from '@counterfoil/tools/testing/payments.ts'
import { expect, test } from 'vitest'
import { jobs } from './authentication.jobs.ts'

const fixture = await paymentFixture()
const { owner, providers } = fixture

async function challengedPayment() {
  const method = testCard('4000000000003220')
  const { payment } = await authorisePayment(fixture.engine, order(fixture, { method }))
  const { rows } = await owner.query(
    'select id, provider from payment_attempt where payment_id = $1',
    [payment.id],
  )
  return { id: payment.id, attemptId: String(rows[0].id), provider: String(rows[0].provider) }
}
type Challenged = Awaited<ReturnType<typeof challengedPayment>>

const known = async ({ id, attemptId }: Challenged) => {
  const { rows } = await owner.query(
    `select p.status, p.three_d_secure as payment, a.three_d_secure as attempt, a.authentication_value as proof
     from payment as p join payment_attempt as a on a.tenant_id = p.tenant_id and a.payment_id = p.id where p.id = $1 and a.id = $2`,
    [id, attemptId],
  )
  return rows[0]
}

const approved: AcquirerAnswer = {
  ...{ result: 'approved', amountMinor: 1250n, acquirerReference: 'SA-1' },
}

const report = ({ attemptId, provider }: Challenged, answer: AcquirerAnswer = approved) =>
  recordReportedOutcome(fixture.engine, {
    provider,
    outcome: { reference: attemptId, currency: 'GBP', answer },
  })

const waiting = async ({ attemptId }: Challenged) => {
  const { rows } = await owner.query(
    `select data from pgboss.job where name = 'authentications.look-up' and data->>'attemptId' = $1`,
    [attemptId],
  )
  return rows.map(({ data }) => data)
}

async function lookUp(challenged: Challenged, at = providers): Promise<void> {
  const [job] = jobs(at)
  const [work] = await waiting(challenged)
  await job?.run(work, fixture.jobContext)
}

const isConfirmed = {
  ...{ version: '2.2.0', outcome: 'authenticated', flow: 'challenge', eci: '05' },
  liabilityShift: 'issuer',
}

test.each([
  ['nothing', false],
  ['all but the proof', true],
])(
  'a notice that says %s of a confirmed challenge is followed by one lookup',
  async (_name, isKnown) => {
    const paid = await challengedPayment()
    await providers.challenges.answer(paid.provider, paid.attemptId, true)
    const threeDSecure = {
      ...isConfirmed,
      ...{ dsTransactionId: null, exemption: null },
    } as ThreeDSecureResult
    await report(paid, isKnown ? { ...approved, threeDSecure } : approved)
    expect(await known(paid)).toMatchObject({ status: 'captured', proof: null })
    expect(await waiting(paid)).toHaveLength(1)
    await lookUp(paid)
    expect(await known(paid)).toMatchObject({
      ...{ status: 'captured', payment: isConfirmed, attempt: isConfirmed },
      proof: expect.any(String),
    })
  },
)

test('what a lookup says otherwise changes no outcome, and is not kept', async () => {
  const paid = await challengedPayment()
  // the payer refuses at the acquirer, whose notice says the opposite
  await providers.challenges.answer(paid.provider, paid.attemptId, false)
  await report(paid)
  const before = await known(paid)
  await lookUp(paid)
  expect(await known(paid)).toEqual(before)
  expect(before).toMatchObject({ status: 'captured', proof: null })
})

test('a lookup that fails is tried again, and holds up neither notice nor payment', async () => {
  const paid = await challengedPayment()
  await providers.challenges.answer(paid.provider, paid.attemptId, true)
  const silent = withAcquirer(providers, paid.provider, () => ({
    lookup: () => Promise.reject(new Error('the acquirer is down')),
  }))
  await report(paid)
  expect(await known(paid)).toMatchObject({ status: 'captured' })
  await expect(lookUp(paid, silent)).rejects.toThrow(/does not say/)
  await lookUp(paid)
  expect(await known(paid)).toMatchObject({ payment: isConfirmed, proof: expect.any(String) })
})

test('a failed challenge keeps how it failed', async () => {
  const paid = await challengedPayment()
  await providers.challenges.answer(paid.provider, paid.attemptId, false)
  await report(paid, {
    ...{ result: 'declined', code: 'authentication_failed', text: 'Not confirmed', isSoft: false },
  })
  await lookUp(paid)
  expect(await known(paid)).toMatchObject({
    ...{ status: 'declined', proof: null },
    payment: { outcome: 'failed', eci: '07', liabilityShift: 'merchant' },
  })
})

test('a notice of a transfer is followed by no lookup', async () => {
  const method = { type: 'bank_transfer' } as const
  const { payment } = await authorisePayment(
    fixture.engine,
    order(fixture, { method, amountMinor: 1006n }),
  )
  const { rows } = await owner.query(
    'select id, provider from payment_attempt where payment_id = $1',
    [payment.id],
  )
  const sent = { id: payment.id, attemptId: rows[0].id, provider: rows[0].provider }
  expect(await report(sent, { ...approved, amountMinor: 1006n })).toBe('counts')
  expect(await waiting(sent)).toEqual([])
})
