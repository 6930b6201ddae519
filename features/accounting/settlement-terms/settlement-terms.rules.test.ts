import { expect, test } from 'vitest'
import { addBusinessDays, type SettlementTerms, termsFor } from './settlement-terms.rules.ts'

test.each([
  ['2026-03-13', 0, '2026-03-13'],
  // a Friday
  ['2026-03-13', 1, '2026-03-16'],
  ['2026-03-13', 2, '2026-03-17'],
  // a Saturday
  ['2026-03-14', 0, '2026-03-14'],
  ['2026-03-14', 1, '2026-03-16'],
  ['2026-12-31', 5, '2027-01-07'],
])('%s and %d business days is %s', (day, count, expected) => {
  expect(addBusinessDays(day, count)).toBe(expected)
})

test('the most particular terms hold: the merchant’s own, then the currency’s', () => {
  const line = (some: Partial<SettlementTerms>, settlementDays: number): SettlementTerms => ({
    ...{ merchantId: null, currency: null, reserveBasisPoints: 0, reserveDays: 0 },
    ...{ minimumPayoutMinor: null, settlementDays, ...some },
  })
  const lines = [
    line({}, 1),
    line({ currency: 'GBP' }, 2),
    line({ merchantId: 'm' }, 3),
    line({ merchantId: 'm', currency: 'EUR' }, 4),
    line({ merchantId: 'other', currency: 'GBP' }, 5),
  ]
  const daysFor = (merchantId: string, currency: string) =>
    termsFor(lines, { merchantId, currency })?.settlementDays
  expect(daysFor('m', 'EUR')).toBe(4)
  expect(daysFor('m', 'GBP')).toBe(3)
  expect(daysFor('n', 'GBP')).toBe(2)
  expect(daysFor('n', 'USD')).toBe(1)
  expect(termsFor([], { merchantId: 'm', currency: 'GBP' })).toBeUndefined()
})
