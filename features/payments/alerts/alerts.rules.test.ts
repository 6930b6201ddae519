import { paymentStatuses } from '@counterfoil/features/payments/processing/payments.schema.ts'
import type { StatusSums } from '@counterfoil/features/reporting/figures/measures.rules.ts'
import {
  approvedStatuses,
  declinedStatuses,
  undecidedStatuses,
} from '@counterfoil/features/reporting/figures/outcomes.schema.ts'
import { noAttempts } from '@counterfoil/features/reporting/rollups/rollups.rules.ts'
import { describe, expect, test } from 'vitest'
import {
  boundsOf,
  figureValue,
  type Judged,
  judge,
  stretchOf,
  thresholdOf,
  weeksBefore,
} from './alerts.rules.ts'

const sums = (approved: number, declined = 0): StatusSums[] =>
  [['captured', approved] as const, ['declined', declined] as const].map(([status, payments]) => ({
    status,
    currency: 'GBP',
    payments: BigInt(payments),
    amountMinor: BigInt(payments) * 1000n,
    capturedMinor: status === 'captured' ? BigInt(payments) * 1000n : 0n,
    refundedMinor: 0n,
    ...noAttempts,
  }))

const rule = (change: Partial<Judged>): Judged => ({
  measure: 'count',
  direction: 'above',
  comparedWith: 'number',
  thresholdNumber: null,
  thresholdBasisPoints: null,
  thresholdMinor: null,
  deviations: null,
  minimumCount: null,
  ...change,
})

describe('a threshold', () => {
  test('is in the figure’s own unit, and a figure on it is within', () => {
    const percent = rule({
      ...{ measure: 'approvalRate', comparedWith: 'percent', direction: 'below' },
      ...{ thresholdBasisPoints: 8000, minimumCount: 10 },
    })
    const verdict = (now: StatusSums[]) => judge(percent, now, thresholdOf(percent))
    expect([verdict(sums(80, 20)), verdict(sums(79, 21))]).toEqual(['within', 'out'])
    // of fewer payments a share says nothing
    expect([verdict(sums(0, 9)), verdict([])]).toEqual(['no_data', 'no_data'])
    const amount = rule({ measure: 'volume', comparedWith: 'amount', thresholdMinor: 50_000 })
    expect(judge(amount, sums(51), thresholdOf(amount))).toBe('out')
  })

  test('from below finds that no payments came at all', () => {
    const below = rule({ direction: 'below', thresholdNumber: 1 })
    expect(judge(below, [], thresholdOf(below))).toBe('out')
  })
})

describe('an anomaly', () => {
  const anomaly = (change: Partial<Judged>) =>
    rule({ comparedWith: 'past', deviations: 3, direction: 'either', ...change })

  test('is a figure far from the median of past weeks; one bad week among them hardly counts', () => {
    const of = anomaly({})
    const past = [sums(100), sums(104), sums(2), sums(98)]
    const verdict = (count: number) => judge(of, sums(count), boundsOf(of, sums(count), past))
    expect([99, 120, 180, 40].map(verdict)).toEqual(['within', 'within', 'out', 'out'])
  })

  test('of an approval rate allows for chance: the same rate is one of 1,000 payments and not of 40', () => {
    const of = anomaly({ measure: 'approvalRate', direction: 'below', minimumCount: 20 })
    const past = [sums(850, 150), sums(850, 150), sums(850, 150)]
    const verdict = (now: StatusSums[]) => judge(of, now, boundsOf(of, now, past))
    expect([verdict(sums(800, 200)), verdict(sums(32, 8))]).toEqual(['out', 'within'])
  })

  test('of an amount allows for one payment where there are hardly any', () => {
    const of = anomaly({ measure: 'volume' })
    const past = [sums(0), sums(0), sums(1), sums(0)]
    const verdict = (count: number) => judge(of, sums(count), boundsOf(of, sums(count), past))
    expect([verdict(1), verdict(9)]).toEqual(['within', 'out'])
  })

  test('needs three weeks that say something', () => {
    const of = anomaly({ measure: 'approvalRate', minimumCount: 20 })
    const now = sums(0, 100)
    const bounds = boundsOf(of, now, [sums(90, 10), sums(90, 10), sums(3)])
    expect([bounds, judge(of, now, bounds)]).toEqual([undefined, 'no_data'])
  })
})

test('amounts of two currencies are no figure', () => {
  const two = [...sums(1), ...sums(1).map((one) => ({ ...one, currency: 'EUR' }))]
  expect(() => figureValue('volume', two)).toThrow('currencies')
  expect(figureValue('count', two)).toBe(2)
})

test('the same hour of past weeks is the same local hour, also across a clock change', () => {
  // clocks in London went back on 25 October 2026
  const hour = { from: new Date('2026-10-26T09:00:00Z'), to: new Date('2026-10-26T10:00:00Z') }
  const before = weeksBefore(hour, 1, 'Europe/London')
  expect(before.from.toISOString()).toBe('2026-10-19T08:00:00.000Z')
  const day = stretchOf('yesterday', {
    now: new Date('2026-10-26T10:00:00Z'),
    hourEnd: hour.to,
    timeZone: 'Europe/London',
    windowMinutes: null,
  })
  // of 25 hours
  expect([day.day, day.from.toISOString(), day.to.toISOString()]).toEqual([
    '2026-10-25',
    '2026-10-24T23:00:00.000Z',
    '2026-10-26T00:00:00.000Z',
  ])
})

test('each status of a payment is approved, declined or undecided, and one of these alone', () => {
  const all = [...approvedStatuses, ...declinedStatuses, ...undecidedStatuses]
  expect(all.toSorted()).toEqual(paymentStatuses.toSorted())
})
