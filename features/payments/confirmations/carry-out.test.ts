import { randomUUID } from 'node:crypto'
import { openTestApi } from '@counterfoil/api/testing/test-api.ts'
import { makeWaitingAction } from '@counterfoil/features/payments/confirmations/testing/waiting-actions.public.ts'
import { demoKeyOf } from '@counterfoil/workloads/demo/organisations.ts'
import pino from 'pino'
import { expect, test } from 'vitest'
import { settleWaitingActions } from './confirmations.jobs.ts'

// What was confirmed, and left by a process that died before it was carried out.

const testApi = await openTestApi()
const { owner } = testApi.test
const maker = await testApi.actor('operator')
const confirmer = await testApi.actor('operator')

const settle = () =>
  settleWaitingActions(testApi.providers, {
    database: testApi.test.database,
    jobs: testApi.test.jobs,
    log: pino({ level: 'silent' }),
    now: () => new Date(),
    signal: new AbortController().signal,
  })

/** A refund of 1.00 that was confirmed some minutes ago. */
async function confirmedRefund() {
  const answer = await testApi.app.inject({
    method: 'POST',
    url: '/v1/payments',
    headers: {
      authorization: `Bearer ${demoKeyOf('harbour', 1)}`,
      'idempotency-key': randomUUID(),
    },
    payload: {
      amount: 1000,
      currency: 'GBP',
      method: { type: 'card', number: '4242424242424242', expiryMonth: 12, expiryYear: 2090 },
    },
  })
  const paymentId = answer.json().id as string
  const makerId = maker.subject
  const of = { paymentId, side: 'operator', action: 'refund', makerId } as const
  const id = await makeWaitingAction(testApi.test, of)
  await owner.query(`update waiting_action set state = 'confirmed' where id = $1`, [id])
  await owner.query(
    `insert into waiting_action_step (tenant_id, id, waiting_action_id, merchant_id, kind, actor_id, actor_name,
       actor_keys, created_at)
     select tenant_id, $2, id, merchant_id, 'confirmed', $3, 'Ada', '{}', now() - interval '3 minutes'
     from waiting_action where id = $1`,
    [id, randomUUID(), confirmer.subject],
  )
  return { id, paymentId }
}

async function afterwards({ id, paymentId }: { id: string; paymentId: string }) {
  const { rows: refunds } = await owner.query(
    `select state, amount_minor::int as amount, actor_id from payment_operation
     where payment_id = $1 and kind = 'refund'`,
    [paymentId],
  )
  const { rows } = await owner.query('select state, outcome from waiting_action where id = $1', [
    id,
  ])
  return { refunds, action: rows[0] }
}

test('is carried out once, in the maker’s name, by whoever finds it', async () => {
  const refund = await confirmedRefund()
  await Promise.all([settle(), settle()])
  await settle()
  const { refunds, action } = await afterwards(refund)
  expect(refunds).toEqual([{ state: 'succeeded', amount: 100, actor_id: maker.subject }])
  expect(action).toMatchObject({ state: 'done', outcome: { state: 'succeeded' } })
})

test('is refused when the payment changed after the last confirmation', async () => {
  const refund = await confirmedRefund()
  await owner.query('update payment set version = version + 1 where id = $1', [refund.paymentId])
  await settle()
  const { refunds, action } = await afterwards(refund)
  expect(refunds).toEqual([])
  expect(action).toMatchObject({ state: 'refused', outcome: { code: 'payment.changed' } })
})
