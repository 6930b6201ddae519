import { noAttempts } from '@counterfoil/features/reporting/rollups/rollups.rules.ts'
import { describe, expect, it } from 'vitest'
import { type DaySums, summarise } from './dashboard.rules.ts'
import { firstDay } from './dashboard-days.rules.ts'

const row = (
  day: string,
  currency: string,
  status: string,
  payments: number,
  captured = 0,
): DaySums => ({
  day,
  currency,
  status,
  payments: BigInt(payments),
  amountMinor: BigInt(payments * 1000),
  capturedMinor: BigInt(captured),
  refundedMinor: 0n,
  ...noAttempts,
})

const now = new Date('2026-03-30T10:00:00Z')

describe('summarise', () => {
  const summary = summarise(
    [
      row('2026-03-30', 'GBP', 'captured', 3, 3000),
      row('2026-03-30', 'GBP', 'declined', 1),
      row('2026-03-30', 'TRY', 'pending', 2),
      row('2026-03-24', 'GBP', 'captured', 5, 5000),
      row('2026-03-23', 'GBP', 'refunded', 7, 7000),
    ],
    [
      { day: '2026-03-30', currency: 'GBP', refundedMinor: 700n },
      { day: '2026-03-30', currency: 'EUR', refundedMinor: 50n },
      { day: '2026-03-24', currency: 'GBP', refundedMinor: 300n },
      // a dispute of an older payment was opened: nothing was refunded
      { day: '2026-03-30', currency: 'USD', refundedMinor: 0n },
    ],
    '2026-03-30',
    now,
  )
  const figures = (id: string, currency: string) =>
    summary.periods
      .find((one) => one.id === id)
      ?.currencies.find((one) => one.currency === currency)

  it('counts seven days as today and the six before', () => {
    expect(figures('today', 'GBP')?.count).toBe(4)
    expect(figures('last7', 'GBP')?.count).toBe(9)
    expect(figures('last30', 'GBP')?.count).toBe(16)
  })

  it('counts refunds on their own day, also in a currency without payments', () => {
    expect(figures('today', 'GBP')?.refundedAmount).toBe(700)
    expect(figures('last7', 'GBP')?.refundedAmount).toBe(1000)
    expect(figures('today', 'TRY')?.refundedAmount).toBe(0)
    expect(figures('today', 'EUR')).toMatchObject({ count: 0, refundedAmount: 50 })
    expect(figures('today', 'USD')).toBeUndefined()
  })

  it('never adds one currency to another', () => {
    expect(figures('today', 'GBP')?.capturedAmount).toBe(3000)
    expect(figures('today', 'TRY')?.capturedAmount).toBe(0)
  })

  it('takes the approval rate of what was decided alone', () => {
    expect(figures('today', 'GBP')?.approvalRate).toBe(0.75)
    expect(figures('today', 'TRY')?.approvalRate).toBeNull()
  })

  it('counts statuses over all currencies, the most frequent first', () => {
    expect(summary.statuses[0]).toEqual({ status: 'captured', count: 8 })
    expect(summary.statuses.reduce((sum, { count }) => sum + count, 0)).toBe(18)
  })
})

describe('days', () => {
  it('go back over a month and a leap day', () => {
    expect(firstDay('2028-03-20')).toBe('2028-02-20')
    expect(firstDay('2026-03-30')).toBe('2026-03-01')
  })
})
