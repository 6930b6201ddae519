import { randomUUID } from 'node:crypto'
import { type Actor, openTestApi } from '@counterfoil/api/testing/test-api.ts'
import { describe, expect, test } from 'vitest'

const testApi = await openTestApi()
const operator = await testApi.actor('operator')
const merchant = await testApi.actor('merchant')
const platform = await testApi.actor('platform')

async function paid(some: object = {}): Promise<string> {
  const answer = await testApi.app.inject({
    method: 'POST',
    url: '/v1/payments',
    headers: { authorization: 'Bearer cf_test_demo_harbour', 'idempotency-key': randomUUID() },
    payload: {
      amount: 1000,
      currency: 'GBP',
      method: { type: 'card', number: '4242424242424242', expiryMonth: 12, expiryYear: 2090 },
      ...some,
    },
  })
  return answer.json().id
}

interface Sent {
  readonly body?: object
  readonly key?: string
  readonly mode?: string
  readonly method?: 'POST' | 'PUT' | 'GET'
}

const prefixOf = (actor: Actor) =>
  actor.kind === 'merchant' ? '/api/transactions' : '/api/crm/transactions'

function act(actor: Actor, path: string, { body, key, mode, method }: Sent = {}) {
  return testApi.app.inject({
    method: method ?? 'POST',
    url: `${prefixOf(actor)}/${path}`,
    headers: {
      authorization: `Bearer ${actor.token}`,
      'idempotency-key': key ?? randomUUID(),
      mode: mode ?? 'Test',
    },
    ...(method === 'GET' ? {} : { payload: body ?? {} }),
  })
}

test('an answer to a merchant does not name the MID that took the payment', async () => {
  const id = await paid()
  const { rows } = await testApi.test.owner.query('select mid_id from payment where id = $1', [id])
  expect(rows[0]?.mid_id).toEqual(expect.any(String))
  const refunded = await act(merchant, `${id}/refunds`, { body: { amount: 400 } })
  expect(refunded.statusCode).toBe(200)
  expect(refunded.body).not.toContain(rows[0]?.mid_id)
})

test.each([
  ['operator', operator],
  ['merchant', merchant],
  ['platform', platform],
])('%s refunds half and sees what is left', async (_name, actor) => {
  const id = await paid()
  const answer = await act(actor, `${id}/refunds`, { body: { amount: 400, reason: 'Too late' } })
  expect(answer.statusCode).toBe(200)
  const view = answer.json()
  expect(view).toMatchObject({
    id,
    status: 'partially_refunded',
    refundedAmount: 400,
    refundableAmount: 600,
    mode: 'Test',
  })
  const refund = view.actions.find((one: { action: string }) => one.action === 'refund')
  expect(refund).toEqual({
    action: 'refund',
    isAllowed: true,
    code: null,
    reason: null,
    maxAmount: 600,
  })
  const reverse = view.actions.find((one: { action: string }) => one.action === 'reverse')
  expect(reverse).toMatchObject({ isAllowed: false, code: 'reverse.partly_refunded' })
  const { rows } = await testApi.test.owner.query(
    `select actor_type, actor_id, cause from payment_event where payment_id = $1 and type = 'payment.refunded'`,
    [id],
  )
  expect(rows).toEqual([{ actor_type: 'user', actor_id: actor.subject, cause: 'Too late' }])
})

test('a double click refunds once', async () => {
  const id = await paid()
  const key = randomUUID()
  const answers = await Promise.all([
    act(operator, `${id}/refunds`, { key, body: { amount: 100 } }),
    act(operator, `${id}/refunds`, { key, body: { amount: 100 } }),
  ])
  expect(answers[0]?.body).toBe(answers[1]?.body)
  expect(answers[0]?.json()).toMatchObject({ refundedAmount: 100 })
  const reused = await act(operator, `${id}/refunds`, { key, body: { amount: 200 } })
  expect(reused.json()).toMatchObject({ status: 409, code: 'idempotency.key_reused' })
})

test('in the other mode nothing is done', async () => {
  const id = await paid()
  const answer = await act(operator, `${id}/refunds`, { mode: 'Live' })
  expect(answer.json()).toMatchObject({ status: 409, code: 'mode.mismatch' })
})

test.each([
  ['captures', {}],
  ['voids', {}],
])('%s at the acquirer', async (path, body) => {
  const id = await paid({ capture: false })
  const answer = await act(operator, `${id}/${path}`, { body })
  expect(answer.json()).toMatchObject({ status: path === 'voids' ? 'voided' : 'captured' })
})

test('a reversal, a refund by hand and a dispute', async () => {
  const [one, two, three] = [await paid(), await paid(), await paid()]
  expect((await act(operator, `${one}/reversals`)).json()).toMatchObject({ status: 'reversed' })
  const byHand = { body: { paidFrom: 'cash', reason: 'Paid in cash' } }
  expect((await act(operator, `${two}/status-change-refunds`, byHand)).json()).toMatchObject({
    status: 'refunded',
  })
  const dispute = await act(operator, `${three}/dispute`, { body: { reasonCode: 'duplicate' } })
  expect(dispute.json()).toMatchObject({ status: 'captured', disputedAmount: 1000 })
  const unknown = await act(operator, `${three}/dispute`, { body: { reasonCode: 'mood' } })
  expect(unknown.json()).toMatchObject({ status: 400, code: 'dispute.unknown_code' })
})

describe('the end of a dispute', () => {
  const end = (actor: Actor, id: string, body: object, key?: string) =>
    act(actor, `${id}/dispute`, { method: 'PUT', body, ...(key === undefined ? {} : { key }) })
  const disputed = async () => {
    const id = await paid()
    await act(operator, `${id}/dispute`, { body: { reasonCode: 'fraud', amount: 600 } })
    return id
  }
  const names = (view: { actions: { action: string }[] }) => view.actions.map((one) => one.action)

  test.each([
    ['won', 0, 1000],
    ['lost', 600, 400],
    ['accepted', 600, 400],
  ] as const)('is told by an operator: %s', async (outcome, disputedAmount, refundableAmount) => {
    const id = await disputed()
    const answer = await end(operator, id, { outcome, reason: 'The scheme wrote' })
    expect(answer.json()).toMatchObject({ disputeState: outcome, disputedAmount, refundableAmount })
    const found = await act(operator, `?disputeState=${outcome}&searchKey=${id}`, { method: 'GET' })
    expect(found.json().data).toMatchObject([{ id, disputeState: outcome, disputedAmount }])
    const events = await act(merchant, `${id}/events`, { method: 'GET' })
    expect(events.json().data[0]).toMatchObject({
      type: `dispute.${outcome}`,
      amount: 600,
      cause: 'The scheme wrote',
    })
    expect((await end(operator, id, { outcome })).json()).toMatchObject({
      status: 409,
      code: 'closeDispute.undisputed',
    })
  })

  test('counts once under one key', async () => {
    const [id, key] = [await disputed(), randomUUID()]
    const first = await end(operator, id, { outcome: 'won' }, key)
    const again = await end(operator, id, { outcome: 'won' }, key)
    expect(again.json()).toEqual(first.json())
    expect((await end(operator, id, { outcome: 'lost' }, key)).statusCode).toBe(409)
  })

  test('is not for merchants to tell', async () => {
    const id = await disputed()
    expect((await end(merchant, id, { outcome: 'won' })).statusCode).toBe(400)
    const theirs = await act(merchant, `${id}/details`, { method: 'GET' })
    expect(names(theirs.json())).not.toContain('closeDispute')
    const operators = await act(operator, `${id}/details`, { method: 'GET' })
    expect(names(operators.json())).toContain('closeDispute')
  })

  test('is for merchants to give in to, where their role says so', async () => {
    const [id, key] = [await disputed(), randomUUID()]
    const accept = (actor: Actor, of = id) =>
      act(actor, `${of}/dispute`, { method: 'PUT', body: { reason: 'Not worth it' }, key })
    const details = (await act(merchant, `${id}/details`, { method: 'GET' })).json()
    expect(names(details)).toContain('acceptDispute')
    const operators = await act(operator, `${id}/details`, { method: 'GET' })
    expect(names(operators.json())).not.toContain('acceptDispute')
    const clerk = await testApi.actor('merchant', ['Merchant.Transaction.Actions.AcceptDispute'])
    expect((await accept(clerk)).statusCode).toBe(403)
    const answer = await accept(merchant)
    expect(answer.json()).toMatchObject({ disputeState: 'accepted', disputedAmount: 600 })
    expect((await accept(merchant)).json()).toEqual(answer.json())
    const again = await act(merchant, `${id}/dispute`, { method: 'PUT', body: {} })
    expect(again.json()).toMatchObject({ status: 409, code: 'acceptDispute.undisputed' })
    const events = await act(merchant, `${id}/events`, { method: 'GET' })
    expect(events.json().data[0]).toMatchObject({
      type: 'dispute.accepted',
      actorType: 'user',
      cause: 'Not worth it',
    })
  })

  test('says what it is, and of a dispute that is there', async () => {
    const id = await disputed()
    expect((await end(operator, id, { outcome: 'opened' })).statusCode).toBe(400)
    const other = { outcome: 'won', disputeId: randomUUID() }
    expect((await end(operator, id, other)).statusCode).toBe(404)
  })
})

describe('what waits or is not known', () => {
  test('is approved or declined, with a reason', async () => {
    await testApi.test.owner.query('update merchant set approval_threshold_minor = 500')
    const [one, two] = [await paid(), await paid()]
    await testApi.test.owner.query('update merchant set approval_threshold_minor = null')
    expect((await act(operator, `${one}/approves`)).json()).toMatchObject({ status: 'captured' })
    const silent = await act(operator, `${two}/declines`)
    expect(silent.statusCode).toBe(400)
    const declined = await act(operator, `${two}/declines`, { body: { reason: 'Suspicious' } })
    expect(declined.json()).toMatchObject({ status: 'declined', declineReason: 'Suspicious' })
  })

  test('is looked up, or decided by platform staff alone', async () => {
    const method = { type: 'bank_transfer' }
    const [one, two] = [await paid({ method, amount: 1006 }), await paid({ method, amount: 1006 })]
    expect((await act(operator, `${one}/checkstatus`)).json()).toMatchObject({ status: 'pending' })
    const change = { method: 'PUT', body: { actionType: 'Captured' } } as const
    expect((await act(operator, `${one}/StatusChange`, change)).statusCode).toBe(403)
    expect((await act(platform, `${one}/StatusChange`, change)).json()).toMatchObject({
      status: 'captured',
    })
    const decline = { actionType: 'Declined', declineReason: 'No money came' }
    const declined = await act(platform, `${two}/StatusChange`, { method: 'PUT', body: decline })
    expect(declined.json()).toMatchObject({ status: 'declined', declineReason: 'No money came' })
  })
})

test('the balance beside what is left to refund', async () => {
  const id = await paid()
  const { rows } = await testApi.test.owner.query(
    `select -sum(amount_minor)::int as available from ledger_entry where account = 'merchant_available'`,
  )
  for (const actor of [operator, merchant, platform]) {
    const answer = await act(actor, `${id}/check-balance`, { method: 'GET' })
    expect(answer.json()).toMatchObject({
      currency: 'GBP',
      available: rows[0].available,
      refundable: 1000,
    })
  }
})

test('whoever sees payments of some methods or providers alone reads no balance, which sums all', async () => {
  const narrow = await testApi.actor('narrow')
  const id = await paid()
  const answer = await act(narrow, `${id}/check-balance`, { method: 'GET' })
  expect(answer.json()).toMatchObject({ code: 'ledger.limited_payments', status: 403 })
})

test('reasons and dispute codes to choose from [transactions.reasons]', async () => {
  const id = await paid()
  const codes = await act(operator, `${id}/disputeCodes`, { method: 'GET' })
  expect(codes.json()).toContainEqual({
    id: 'duplicate',
    name: 'Charged more than once',
  })
  const ask = (status: string) =>
    testApi.app.inject({
      url: `/api/crm/lookup/transaction/reasons/${status}`,
      headers: { authorization: `Bearer ${operator.token}` },
    })
  const [declined, captured, other] = await Promise.all(
    ['Declined', 'Captured', 'Pending'].map(ask),
  )
  expect(declined?.json().length).toBeGreaterThan(3)
  expect(captured?.json()).not.toEqual(declined?.json())
  expect(other?.json()).toEqual([])
})

test('an action is written in the audit of the payment’s tenant', async () => {
  const id = await paid()
  await act(platform, `${id}/refunds`, { body: { amount: 1 } })
  const { rows } = await testApi.test.owner.query(
    `select tenant_id, actor_id, action, before, after from audit_entry
     where record_id = $1 and actor_id = $2`,
    [id, platform.subject],
  )
  expect(rows).toEqual([
    {
      tenant_id: operator.tenantId,
      actor_id: platform.subject,
      action: 'payments.refund',
      before: expect.objectContaining({ status: 'captured', refundedAmount: 0 }),
      after: expect.objectContaining({
        amount: 1,
        status: 'partially_refunded',
        refundedAmount: 1,
      }),
    },
  ])
})
