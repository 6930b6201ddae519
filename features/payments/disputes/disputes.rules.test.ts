import { entriesOf } from '@counterfoil/features/accounting/ledger/ledger.rules.ts'
import {
  disputeStates,
  isDisputeOpen,
} from '@counterfoil/features/payments/processing/payments.schema.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { consequenceOfDispute, type DisputeStanding, objectionTo } from './disputes.rules.ts'

const payment = {
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
  businessDay: '2026-03-14',
  pendingOn: null,
  nextAction: null,
  declineCode: null,
  declineReason: null,
  declineAdvice: null,
  holdReason: null,
  autoCapture: true,
  partialApproval: false,
  open: [],
} as const

const standing: fc.Arbitrary<DisputeStanding> = fc
  .record({
    state: fc.constantFrom(...disputeStates),
    amountMinor: fc.bigInt(1n, 1000n),
    percent: fc.integer({ min: 0, max: 100 }),
  })
  .map(({ state, amountMinor, percent }) => ({
    state,
    amountMinor,
    lostMinor: isDisputeOpen(state) ? 0n : (amountMinor * BigInt(percent)) / 100n,
  }))

test('in whatever order a dispute is told, what is withheld and what is lost are what was told last', () => {
  fc.assert(
    fc.property(fc.array(standing, { minLength: 1, maxLength: 6 }), (reports) => {
      let disputedMinor = 0n
      const sums: Record<string, bigint> = {}
      let before: DisputeStanding | undefined
      for (const after of reports) {
        const { change, movements, fee } = consequenceOfDispute(
          { ...payment, disputedMinor },
          before,
          after,
          [],
        )
        expect(fee).toBe(before === undefined ? 'dispute' : null)
        expect(change.disputeState).toBe(after.state)
        disputedMinor = change.disputedMinor
        for (const { account, amountMinor } of movements.flatMap(entriesOf)) {
          sums[account] = (sums[account] ?? 0n) + amountMinor
        }
        before = after
        const held = isDisputeOpen(after.state) ? after.amountMinor : 0n
        const lost = isDisputeOpen(after.state) ? 0n : after.lostMinor
        expect(disputedMinor).toBe(held + lost)
        expect(sums.disputed_funds ?? 0n).toBe(-held)
        expect(sums.acquirer_receivable ?? 0n).toBe(-lost)
        expect(sums.merchant_available ?? 0n).toBe(held + lost)
      }
    }),
  )
})

test('of several disputes the one shows that has to be answered first', () => {
  const lost = { state: 'lost', amountMinor: 5n, lostMinor: 5n } as const
  const of = (...others: (typeof disputeStates)[number][]) =>
    consequenceOfDispute(payment, undefined, lost, others).change.disputeState
  expect(of('won', 'under_review', 'opened')).toBe('opened')
  expect(of('under_review', 'answered')).toBe('answered')
  expect(of('won')).toBe('lost')
})

test('what is withheld goes on to its end, though it is more than was paid; what is taken up again is compared anew', () => {
  const partly = { ...payment, capturedMinor: 400n, disputedMinor: 1000n }
  const of = (state: DisputeStanding['state'], lostMinor = 0n) => ({
    ...{ state, lostMinor, amountMinor: 1000n, currency: 'GBP' },
  })
  expect(objectionTo(partly, of('opened'), of('won'))).toBeUndefined()
  expect(objectionTo(partly, of('opened'), of('lost', 1000n))).toBeUndefined()
  const ended = { ...partly, disputedMinor: 0n }
  expect(objectionTo(ended, of('won'), of('opened'))).toBe('notice.too_much')
  expect(objectionTo({ ...ended, status: 'reversed' }, of('won'), of('opened'))).toBeUndefined()
})
