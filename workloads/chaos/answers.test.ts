import { expect, test } from 'vitest'
import { compareAnswers } from './answers.ts'
import type { AnswerBody, Intent } from './load.ts'

// The checks must find each of these faults.
const merchant = { name: 'harbour', apiKey: 'key', currency: 'GBP' }
const answered = (
  key: string,
  path: string,
  status: number,
  body: Partial<AnswerBody>,
): Intent => ({
  ...{ merchant, key, path, body: {}, sent: 1 },
  answer: { status, body: { id: '', status: '', amount: 100, currency: 'GBP', ...body } },
})
const paid = answered('a', '/v1/payments', 201, { id: 'p', status: 'captured' })
const refunded = answered('a-0', '/v1/payments/p/refunds', 201, {
  ...{ id: 'r', status: 'succeeded', amount: 40 },
})
const payment = {
  ...{ id: 'p', external_id: 'a', status: 'partially_refunded' },
  ...{ amount_minor: '100', currency: 'GBP' },
}
const refund = {
  ...{ id: 'r', payment_id: 'p', kind: 'refund', state: 'succeeded', amount_minor: '40' },
}

type Stored = typeof payment
type Done = typeof refund
const faultsOf = (intents: Intent[], payments: Stored[], operations: Done[]) =>
  [...compareAnswers(intents, payments, operations)]
    .filter(([, found]) => found.length > 0)
    .map(([what]) => what)

test('a payment that stands as answered, or later, is no fault', () => {
  expect(faultsOf([paid, refunded], [payment], [refund])).toEqual([])
})

const wrongPayment = 'payments that are not as they were acknowledged'
const wrongOperation = 'operations that are not as they were acknowledged'
test.each<[string, Stored[]]>([
  ['lost', []],
  ['taken back', [{ ...payment, status: 'reserved' }]],
  ['of another amount', [{ ...payment, amount_minor: '99' }]],
])('a payment that is %s is found', (_, payments) => {
  expect(faultsOf([paid], payments, [])).toEqual([wrongPayment])
})

test('a payment without an intent is found', () => {
  const other = { ...payment, id: 'q', external_id: 'b' }
  expect(faultsOf([paid], [payment, other], [])).toEqual(['payments that no client was answered'])
})

test.each<[string, Intent[], Done[], string]>([
  ['lost', [paid, refunded], [], wrongOperation],
  ['undone', [paid, refunded], [{ ...refund, state: 'failed' }], wrongOperation],
  ['of another amount', [paid, refunded], [{ ...refund, amount_minor: '80' }], wrongOperation],
  ['without an intent', [paid], [refund], 'operations that no client was answered'],
  [
    'of two intents',
    [paid, refunded, { ...refunded, key: 'a-1' }],
    [refund],
    'operations that answer two intents',
  ],
])('a refund that is %s is found', (_, intents, operations, what) => {
  expect(faultsOf(intents, [payment], operations)).toEqual([what])
})

test('no answer and a refusal without reason are found', () => {
  const { answer: _, ...silent } = paid
  expect(faultsOf([silent], [], [])).toEqual(['intents without an answer'])
  const refused = answered('a', '/v1/payments', 404, { code: 'not_found' })
  expect(faultsOf([refused], [], [])).toEqual(['intents refused for no good reason'])
  expect(
    faultsOf([{ ...refused, answer: { ...paid.answer, status: 409 } as never }], [], []),
  ).toEqual([])
})
