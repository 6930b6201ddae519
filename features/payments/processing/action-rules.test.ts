import { randomUUID } from 'node:crypto'
import { type Actor, openTestApi } from '@counterfoil/api/testing/test-api.ts'
import { operatorDetails } from '@counterfoil/features/payments/details/details.contract.ts'
import { listPayments } from '@counterfoil/features/payments/lookup/lookup.contract.ts'
import { exportPayments } from '@counterfoil/features/payments/reports/export.contract.ts'
import { websiteIdOf } from '@counterfoil/workloads/demo/store-organisations.ts'
import { expect, test } from 'vitest'
import { operatorActions } from './actions.contract.ts'

const testApi = await openTestApi()
const [operator, merchant, platform] = await Promise.all([
  testApi.actor('operator'),
  testApi.actor('merchant'),
  testApi.actor('platform'),
])
const websiteId = websiteIdOf('harbour-books.example')

async function paid(some: object = {}): Promise<string> {
  const answer = await testApi.app.inject({
    method: 'POST',
    url: '/v1/payments',
    headers: { authorization: 'Bearer cf_test_demo_harbour', 'idempotency-key': randomUUID() },
    payload: {
      amount: 1000,
      currency: 'GBP',
      method: { type: 'card', number: '4242424242424242', expiryMonth: 12, expiryYear: 2090 },
      websiteId,
      ...some,
    },
  })
  return answer.json().id
}

function act(
  actor: Actor,
  url: string,
  headers: Record<string, string>,
  body: object = {},
  method: 'POST' | 'PUT' = 'POST',
) {
  return testApi.app.inject({
    method,
    url,
    headers: { authorization: `Bearer ${actor.token}`, ...headers },
    payload: body,
  })
}

test('what operators ask of payments stands under one address [transactions.base]', async () => {
  const calls = [...Object.values(operatorDetails), ...Object.values(operatorActions)]
  for (const { path } of [...calls, listPayments, exportPayments]) {
    expect(path).toMatch(/^\/api\/crm\/transactions(\/|$)/)
  }
  const id = await paid()
  const headers = { authorization: `Bearer ${operator.token}`, mode: 'Test' }
  for (const url of ['', '/', `/${id}`, `/${id}/details`, `/${id}/events`, `/${id}/related`]) {
    const answer = await testApi.app.inject({ url: `/api/crm/transactions${url}`, headers })
    expect(answer.statusCode, url).toBe(200)
  }
})

test('an action says of which request, website, mode and tenant it is [transactions.action-headers]', async () => {
  const id = await paid()
  const url = `/api/crm/transactions/${id}/refunds`
  const refund = (headers: Record<string, string>, actor = operator) =>
    act(
      actor,
      url,
      { SystemMode: 'Test', 'X-Request-Id': randomUUID(), ...headers },
      { amount: 100 },
    )
  // with nothing to keep its repetition apart it is not even looked at
  const bare = await act(operator, url, { SystemMode: 'Test' }, { amount: 100 })
  expect(bare.statusCode).toBe(400)
  const wrong = [
    [{ SystemMode: 'Live' }, operator, 'mode.mismatch'],
    [{ 'Website-Id': websiteIdOf('rare.harbour-books.example') }, operator, 'website.mismatch'],
    [{ tenantId: randomUUID() }, operator, 'not_found'],
    [{ tenantId: platform.tenantId }, platform, 'not_found'],
  ] as const
  for (const [headers, actor, code] of wrong) {
    expect((await refund(headers, actor)).json()).toMatchObject({ code })
  }
  const key = { 'X-Request-Id': randomUUID() }
  const named = { ...key, 'Website-Id': websiteId, tenantId: operator.tenantId }
  const answers = [await refund(named, platform), await refund(named, platform)]
  expect(answers.map((one) => one.json().refundedAmount)).toEqual([100, 100])
  expect((await refund({ 'Website-Id': '', tenantId: '' })).json().refundedAmount).toBe(200)
})

test('declines and approvals go by the Mode header [transactions.decide-header]', async () => {
  await testApi.test.owner.query('update merchant set approval_threshold_minor = 500')
  const [one, two] = [await paid(), await paid()]
  await testApi.test.owner.query('update merchant set approval_threshold_minor = null')
  const decide = (id: string, word: string, mode: string, actor = operator) => {
    const prefix = actor === merchant ? '/api/transactions' : '/api/crm/transactions'
    const headers = { Mode: mode, 'Idempotency-Key': randomUUID() }
    return act(actor, `${prefix}/${id}/${word}`, headers, { reason: 'Looked at' })
  }
  for (const word of ['approves', 'declines']) {
    const refused = await decide(one, word, 'Live')
    expect(refused.json()).toMatchObject({ status: 409, code: 'mode.mismatch' })
    expect((await decide(one, word, 'Sideways')).json()).toMatchObject({ code: 'mode.unknown' })
  }
  expect((await decide(one, 'approves', 'Test')).json()).toMatchObject({ status: 'captured' })
  expect((await decide(two, 'declines', '1')).json()).toMatchObject({ status: 'declined' })
})

test('each action is a request of its own, and answers for itself [transactions.actions]', async () => {
  const answers: string[] = []
  const ask = async (word: string, body: object, payment: object = {}) => {
    const id = await paid(payment)
    const headers = { Mode: 'Test', 'Idempotency-Key': randomUUID() }
    const method = word === 'reset-restriction' ? 'PUT' : 'POST'
    const url = `/api/crm/transactions/${id}/${word}`
    const answer = await act(operator, url, headers, body, method)
    const { status, code } = answer.json()
    answers.push([word, answer.statusCode, code ?? status].join(' '))
  }
  const held = { capture: false }
  await ask('refunds', { amount: 400 })
  await ask('status-change-refunds', { amount: 400, paidFrom: 'cash', reason: 'Paid in cash' })
  await ask('checkstatus', {})
  await ask('voids', {}, held)
  await ask('captures', { amount: 400 }, held)
  await ask('reversals', {})
  await ask('payouts', { amount: 100, reason: 'Goodwill' })
  await ask('declines', { reason: 'Looked at' })
  await ask('approves', {})
  await ask('dispute', { reasonCode: 'fraud' })
  await ask('reset-restriction', {})
  expect(answers).toEqual([
    'refunds 200 partially_refunded',
    'status-change-refunds 200 partially_refunded',
    'checkstatus 409 checkStatus.nothing_open',
    'voids 200 voided',
    'captures 200 partially_captured',
    'reversals 200 reversed',
    'payouts 200 captured',
    'declines 409 decline.not_held',
    'approves 409 approve.not_held',
    'dispute 200 captured',
    'reset-restriction 409 restriction.none',
  ])
})
