import { Problem } from '@counterfoil/kit/contract/problem.ts'
import { describe, expect, test } from 'vitest'
import {
  allowedActions,
  checkPayout,
  checkPayoutApprover,
  decideAction,
  type OpenOperation,
  type PaymentFacts,
} from './payment.rules.ts'
import { paymentActions, paymentStatuses } from './payments.schema.ts'

const today = '2026-03-14'

function payment(some: Partial<PaymentFacts> = {}): PaymentFacts {
  return {
    status: 'captured',
    method: 'card',
    currency: 'GBP',
    amountMinor: 1000n,
    authorisedMinor: 1000n,
    capturedMinor: 1000n,
    refundedMinor: 0n,
    voidedMinor: 0n,
    disputedMinor: 0n,
    disputeState: null,
    businessDay: today,
    pendingOn: null,
    open: [],
    ...some,
  }
}

const reserved = payment({ status: 'reserved', capturedMinor: 0n })
const partlyCaptured = payment({ capturedMinor: 400n })

const allowed = (facts: PaymentFacts) =>
  allowedActions(facts, today)
    .filter((one) => one.isAllowed)
    .map((one) => one.action)

function codeOf(work: () => unknown): string | undefined {
  try {
    work()
    return undefined
  } catch (error) {
    if (error instanceof Problem) return error.code
    throw error
  }
}

test('every status answers every action, and what is refused says why [transactions.transitions-unknown]', () => {
  for (const status of paymentStatuses) {
    const answers = allowedActions(payment({ status }), today)
    expect(answers.map((one) => one.action)).toEqual([...paymentActions])
    for (const { isAllowed, code, reason } of answers) {
      expect(isAllowed, `${status} ${code}`).toBe(code === null && reason === null)
    }
  }
})

test.each<[string, PaymentFacts, string[]]>([
  ['reserved', reserved, ['capture', 'increment', 'void']],
  ['captured', payment(), ['refund', 'reverse', 'markRefunded', 'dispute', 'payout']],
  [
    'captured in part',
    partlyCaptured,
    ['capture', 'void', 'refund', 'markRefunded', 'dispute', 'payout'],
  ],
  [
    'refunded in part',
    payment({ status: 'partially_refunded', refundedMinor: 1n }),
    ['refund', 'markRefunded', 'dispute', 'payout'],
  ],
  [
    'refunded with an uncaptured rest',
    payment({ status: 'refunded', capturedMinor: 400n, refundedMinor: 400n }),
    ['capture', 'void', 'payout'],
  ],
  [
    'captured, and part of it disputed',
    payment({ disputedMinor: 400n, disputeState: 'opened' }),
    ['refund', 'markRefunded', 'dispute', 'closeDispute', 'acceptDispute', 'contestDispute'],
  ],
  [
    'captured, and the dispute of part of it answered',
    payment({ disputedMinor: 400n, disputeState: 'answered' }),
    ['refund', 'markRefunded', 'dispute', 'closeDispute'],
  ],
  [
    'captured, and the dispute of part of it under review',
    payment({ disputedMinor: 400n, disputeState: 'under_review' }),
    ['refund', 'markRefunded', 'dispute', 'closeDispute'],
  ],
  [
    'captured, and a dispute of all of it lost',
    payment({ disputedMinor: 1000n, disputeState: 'lost' }),
    ['payout'],
  ],
  [
    'reversed, and disputed afterwards',
    payment({
      status: 'reversed',
      capturedMinor: 0n,
      disputedMinor: 1000n,
      disputeState: 'opened',
    }),
    ['closeDispute', 'acceptDispute', 'contestDispute'],
  ],
  [
    'captured, and a payout of it waits',
    payment({ open: [{ kind: 'payout', amountMinor: 1n, state: 'held' }] }),
    ['refund', 'markRefunded', 'dispute', 'approvePayout', 'declinePayout'],
  ],
  [
    'captured and disputed, and a payout of it waits',
    payment({
      ...{ disputedMinor: 400n, disputeState: 'opened' },
      open: [{ kind: 'payout', amountMinor: 1n, state: 'held' }],
    }),
    [
      ...['refund', 'markRefunded', 'dispute', 'closeDispute', 'acceptDispute', 'contestDispute'],
      'declinePayout',
    ],
  ],
  [
    'captured, and a payout of it is on its way',
    payment({ open: [{ kind: 'payout', amountMinor: 1n, state: 'unknown' }] }),
    ['refund', 'markRefunded', 'dispute', 'checkStatus'],
  ],
  ['declined', payment({ status: 'declined', authorisedMinor: 0n, capturedMinor: 0n }), []],
  [
    'waiting for approval',
    payment({ status: 'waiting_for_approval', capturedMinor: 0n }),
    ['approve', 'decline'],
  ],
  [
    'pending at the acquirer',
    payment({
      status: 'pending',
      authorisedMinor: 0n,
      capturedMinor: 0n,
      pendingOn: 'acquirer',
      open: [{ kind: 'authorise', amountMinor: 1000n }],
    }),
    ['checkStatus', 'changeStatus'],
  ],
  [
    'waiting for the customer',
    payment({
      status: 'pending',
      authorisedMinor: 0n,
      capturedMinor: 0n,
      pendingOn: 'challenge',
      open: [{ kind: 'authorise', amountMinor: 1000n }],
    }),
    ['checkStatus'],
  ],
])('%s allows what it should', (_name, facts, actions) => {
  expect(allowed(facts).toSorted()).toEqual(actions.toSorted())
})

describe('amounts', () => {
  test('absent means all that is left', () => {
    expect(decideAction(partlyCaptured, 'capture', today)).toBe(600n)
    expect(decideAction(partlyCaptured, 'refund', today)).toBe(400n)
  })

  test('more than is left is refused with what is left', () => {
    expect(codeOf(() => decideAction(payment(), 'refund', today, 1001n))).toBe(
      'refund.exceeds_captured',
    )
    expect(codeOf(() => decideAction(reserved, 'capture', today, 1001n))).toBe(
      'capture.exceeds_authorised',
    )
  })

  test('what is under way counts as gone', () => {
    const facts = payment({ open: [{ kind: 'refund', amountMinor: 700n }] })
    expect(decideAction(facts, 'refund', today)).toBe(300n)
    expect(codeOf(() => decideAction(facts, 'refund', today, 301n))).toBe('refund.exceeds_captured')
    const busy = payment({ open: [{ kind: 'refund', amountMinor: 1000n }] })
    expect(codeOf(() => decideAction(busy, 'refund', today))).toBe('refund.in_progress')
  })

  test('what is disputed is not refunded as well', () => {
    expect(codeOf(() => decideAction(payment({ disputedMinor: 1000n }), 'refund', today))).toBe(
      'refund.disputed',
    )
  })
})

describe('reversal', () => {
  test.each<[string, PaymentFacts, string]>([
    ['part of it is captured', partlyCaptured, 'reverse.partly_captured'],
    ['it is another day', payment({ businessDay: '2026-03-13' }), 'reverse.another_day'],
    ['part is disputed', payment({ disputedMinor: 1n }), 'reverse.disputed'],
    [
      'part is refunded',
      payment({ status: 'partially_refunded', refundedMinor: 1n }),
      'reverse.partly_refunded',
    ],
    [
      'a refund is under way',
      payment({ open: [{ kind: 'refund', amountMinor: 1n }] }),
      'reverse.in_progress',
    ],
  ])('is refused when %s', (_name, facts, code) => {
    expect(codeOf(() => decideAction(facts, 'reverse', today))).toBe(code)
  })

  test('takes back the whole capture', () => {
    expect(decideAction(payment(), 'reverse', today)).toBe(1000n)
  })
})

test('a transfer is refunded, never captured, voided or reversed', () => {
  const transfer = payment({ method: 'bank_transfer' })
  expect(allowed(transfer)).toEqual(['refund', 'markRefunded', 'payout'])
  expect(codeOf(() => decideAction(transfer, 'reverse', today))).toBe('reverse.method')
})

describe('a payout', () => {
  const open = (one: OpenOperation) => payment({ open: [one] })

  test.each<[string, PaymentFacts, string]>([
    ['by a wallet', payment({ method: 'alternative' }), 'method'],
    ['disputed', payment({ disputeState: 'opened', disputedMinor: 1n }), 'dispute_open'],
    [
      'with a payout that waits',
      open({ kind: 'payout', amountMinor: 1n, state: 'held' }),
      'payout_waits',
    ],
    [
      'with a payout on its way',
      open({ kind: 'payout', amountMinor: 1n, state: 'requested' }),
      'in_progress',
    ],
    ['being reversed', open({ kind: 'reversal', amountMinor: 1000n }), 'in_progress'],
    ['not captured', reserved, 'nothing_captured'],
  ])('of a payment %s is refused', (_name, facts, refusal) => {
    expect(codeOf(() => decideAction(facts, 'payout', today))).toBe(`payout.${refusal}`)
  })

  test('takes nothing from what can be refunded', () => {
    const facts = open({ kind: 'payout', amountMinor: 900n, state: 'requested' })
    expect(decideAction(facts, 'refund', today)).toBe(1000n)
  })

  test('goes up to what the merchant is owed', () => {
    expect(codeOf(() => checkPayout({ amountMinor: 500n }, 500n, 'GBP'))).toBeUndefined()
    expect(codeOf(() => checkPayout({ amountMinor: 501n }, 500n, 'GBP'))).toBe(
      'payout.exceeds_balance',
    )
    expect(codeOf(() => checkPayout({ amountMinor: 1n }, -500n, 'GBP'))).toBe(
      'payout.exceeds_balance',
    )
  })

  test('goes up to it with its fee', () => {
    const fee = { feeType: 'payout', basisPoints: 0, fixedMinor: 25n, amountMinor: 25n } as const
    expect(codeOf(() => checkPayout({ amountMinor: 475n, fee }, 500n, 'GBP'))).toBeUndefined()
    const { code, message } = problemOf(() => checkPayout({ amountMinor: 476n, fee }, 500n, 'GBP'))
    expect(code).toBe('payout.exceeds_balance_with_fee')
    expect(message).toBe(
      '4.76 GBP and the fee of 0.25 GBP are more than the 5.00 GBP that the merchant can have paid out.',
    )
  })

  test('is approved by another person than its maker', () => {
    expect(codeOf(() => checkPayoutApprover('a', 'b'))).toBeUndefined()
    expect(codeOf(() => checkPayoutApprover('a', 'a'))).toBe('approvePayout.own_payout')
  })
})

test('what exceeds the amount that is left is refused in money, never in minor units', () => {
  const refusal = problemOf(() => decideAction(payment(), 'refund', today, 123450n))
  expect(refusal.message).toBe('1,234.50 GBP is more than the 10.00 GBP that is left.')
  expect(refusal.errors).toEqual([{ message: 'At most 10.00 GBP is left', path: 'amount' }])
  expect(refusal.params?.most).toEqual({ en: '10.00 GBP', tr: '10,00 GBP' })
  const payout = problemOf(() => checkPayout({ amountMinor: 501n }, 500n, 'JPY'))
  expect(payout.message).toBe(
    '501 JPY is more than the 500 JPY that the merchant can have paid out.',
  )
  expect(payout.errors[0]?.message).toBe('At most 500 JPY is available')
})

function problemOf(work: () => unknown): Problem {
  try {
    work()
  } catch (error) {
    if (error instanceof Problem) return error
  }
  throw new Error('It was not refused')
}
