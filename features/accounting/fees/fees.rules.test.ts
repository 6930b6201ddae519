import { describe, expect, test } from 'vitest'
import { type FeeTerms, feeFor, shareOf } from './fees.rules.ts'

const terms = (more: Partial<FeeTerms>): FeeTerms => ({
  feeType: 'capture',
  merchantId: null,
  currency: null,
  basisPoints: 100,
  fixedMinor: null,
  ...more,
})

test.each([
  // 1.25% of 10.00 is 12.5 minor units: an exact half goes up
  [1_000n, 125, 13n],
  [1_000n, 124, 12n],
  [1_000n, 126, 13n],
  [3n, 5_000, 2n],
  [1n, 4_999, 0n],
  [0n, 10_000, 0n],
  // beyond what a float holds
  [90_071_992_547_409_931n, 10_000, 90_071_992_547_409_931n],
])('of %d minor units %d basis points are %d', (amount, basisPoints, share) => {
  expect(shareOf(amount, basisPoints)).toBe(share)
})

describe('the fee', () => {
  test('is the share and what is fixed', () => {
    const lines = [terms({ basisPoints: 290, currency: 'EUR', fixedMinor: 30n })]
    expect(feeFor(lines, 'capture', 'EUR', 6_450n)).toMatchObject({ amountMinor: 187n + 30n })
  })

  test('is that of the merchant before the tenant’s, then of the currency before all', () => {
    const lines = [
      terms({ basisPoints: 1 }),
      terms({ basisPoints: 2, currency: 'EUR' }),
      terms({ basisPoints: 3, merchantId: 'one' }),
      terms({ basisPoints: 4, merchantId: 'one', currency: 'EUR' }),
    ]
    const chosen = (some: readonly FeeTerms[], currency: string) =>
      feeFor(some, 'capture', currency, 100_000n)?.basisPoints
    expect(chosen(lines, 'EUR')).toBe(4)
    expect(chosen(lines, 'USD')).toBe(3)
    expect(chosen(lines.slice(0, 2), 'EUR')).toBe(2)
    expect(chosen(lines.slice(0, 2), 'USD')).toBe(1)
  })

  test('is none without a line for the event and the currency, or of nothing', () => {
    const lines = [terms({ currency: 'EUR' })]
    expect(feeFor(lines, 'refund', 'EUR', 1_000n)).toBeNull()
    expect(feeFor(lines, 'capture', 'USD', 1_000n)).toBeNull()
    expect(feeFor([terms({ basisPoints: 0 })], 'capture', 'EUR', 1_000n)).toBeNull()
  })
})
