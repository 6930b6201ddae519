import { randomUUID } from 'node:crypto'
import { openTestApi } from '@counterfoil/api/testing/test-api.ts'
import { makeWaitingAction } from '@counterfoil/features/payments/confirmations/testing/waiting-actions.public.ts'
import type { FollowUpRequest } from '@counterfoil/providers/acquirers/acquirer.ts'
import { withAcquirer } from '@counterfoil/tools/testing/payments.ts'
import { demoKeyOf } from '@counterfoil/workloads/demo/organisations.ts'
import { merchantIdOf } from '@counterfoil/workloads/demo/store-organisations.ts'
import pino from 'pino'
import { expect, test, vi } from 'vitest'
import { settleWaitingActions } from './confirmations.jobs.ts'

// What was confirmed, and left by a process that died before it was carried out.

const testApi = await openTestApi()
const { owner } = testApi.test
const maker = await testApi.actor('operator')
const confirmer = await testApi.actor('operator')

const settle = (providers = testApi.providers) =>
  settleWaitingActions(providers, {
    database: testApi.test.database,
    jobs: testApi.test.jobs,
    log: pino({ level: 'silent' }),
    now: () => new Date(),
    signal: new AbortController().signal,
  })

const setThreshold = (minor: number | null) =>
  owner.query('update merchant set approval_threshold_minor = $1 where id = $2', [
    ...[minor, merchantIdOf('harbour')],
  ])

/** A refund or payout of 1.00, or the approval of a held payment, that was confirmed some minutes ago. */
async function confirmed(action: 'refund' | 'payout' | 'approve') {
  if (action === 'approve') await setThreshold(1)
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
  await setThreshold(null)
  const paymentId = answer.json().id as string
  const makerId = maker.subject
  const of = { paymentId, side: 'operator', action, makerId } as const
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
  const { rows: operations } = await owner.query(
    `select state, amount_minor::int as amount, actor_id from payment_operation
     where payment_id = $1 and kind in ('refund', 'payout')`,
    [paymentId],
  )
  const { rows } = await owner.query('select state, outcome from waiting_action where id = $1', [
    id,
  ])
  return { operations, action: rows[0] }
}

test('is carried out once, in the maker’s name, by whoever finds it', async () => {
  const refund = await confirmed('refund')
  await Promise.all([settle(), settle()])
  await settle()
  const { operations, action } = await afterwards(refund)
  expect(operations).toEqual([{ state: 'succeeded', amount: 100, actor_id: maker.subject }])
  expect(action).toMatchObject({ state: 'done', outcome: { state: 'succeeded' } })
})

test('is refused when the payment changed after the last confirmation', async () => {
  const refund = await confirmed('refund')
  await owner.query('update payment set version = version + 1 where id = $1', [refund.paymentId])
  await settle()
  const { operations, action } = await afterwards(refund)
  expect(operations).toEqual([])
  expect(action).toMatchObject({ state: 'refused', outcome: { code: 'payment.changed' } })
})

test.each([
  ['refund', 'refund', 'partially_refunded'],
  ['approve', 'capture', 'captured'],
] as const)(
  '%s: what its acquirer has not decided while somebody else carries it out is under way, and not refused',
  async (action, call, status) => {
    const of = await confirmed(action)
    const [asked, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const slow = withAcquirer(testApi.providers, 'sandbox_alpha', (acquirer) => ({
      async [call](request: FollowUpRequest, signal: AbortSignal) {
        asked.resolve()
        await answered.promise
        return acquirer[call](request, signal)
      },
    }))
    const first = settle(slow)
    await asked.promise
    // the second one has waited for as long as it may
    let ms = performance.now()
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => {
      ms += 10_000
      return ms
    })
    try {
      await settle()
    } finally {
      clock.mockRestore()
      answered.resolve()
      await first
    }
    expect((await afterwards(of)).action).toMatchObject({
      state: 'done',
      outcome: { state: 'pending', operationId: expect.any(String), code: null },
    })
    const { rows } = await owner.query('select status from payment where id = $1', [of.paymentId])
    expect(rows).toEqual([{ status }])
  },
)

test('a payout is paid at once: its merchant cannot be put on hold between its request and its approval', async ({
  skip,
}) => {
  skip(testApi.test.isCluster, 'the hold is made by a trigger, which no spread table has')
  const payout = await confirmed('payout')
  await owner.query(`
    create function hold_merchant() returns trigger language plpgsql security definer set search_path = app as $$
    begin
      update merchant set merchant_status = 'On hold' where id = new.merchant_id;
      return null;
    end $$;
    create trigger hold_merchant after insert on payment_operation for each row when (new.kind = 'payout')
      execute function hold_merchant()`)
  try {
    await Promise.all([settle(), settle()])
    await settle()
  } finally {
    await owner.query('drop trigger hold_merchant on payment_operation')
    await owner.query('drop function hold_merchant()')
    await owner.query(
      `update merchant set merchant_status = 'Active' where merchant_status = 'On hold'`,
    )
  }
  const { operations, action } = await afterwards(payout)
  expect(operations).toEqual([{ state: 'succeeded', amount: 100, actor_id: maker.subject }])
  expect(action).toMatchObject({ state: 'done', outcome: { state: 'succeeded' } })
})
