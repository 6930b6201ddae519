import fc from 'fast-check'
import { expect, test } from 'vitest'
import { convertMinor, rateFinder } from './conversion.rules.ts'

test.each([
  // 10.00 EUR at 1.1735 are 11.735 USD
  [1_000n, '1.1735', { from: 2, to: 2 }, 1_174n],
  [-1_000n, '1.1735', { from: 2, to: 2 }, -1_174n],
  // yen have no decimals, dinars three
  [1_000n, '0.0061', { from: 0, to: 2 }, 610n],
  [1_000n, '160', { from: 2, to: 0 }, 1_600n],
  [1_000n, '3', { from: 3, to: 2 }, 300n],
  [1n, '0.5', { from: 2, to: 2 }, 1n],
])('%s at %s is %s', (amount, rate, decimals, expected) => {
  expect(convertMinor(amount, rate, decimals)).toBe(expected)
})

test('an amount is converted to within half a unit of what it is worth', () => {
  fc.assert(
    fc.property(
      fc.bigInt(-(10n ** 15n), 10n ** 15n),
      fc.integer({ min: 1, max: 10 ** 9 }),
      (amount, tenThousandths) => {
        const rate = `${Math.floor(tenThousandths / 10_000)}.${String(tenThousandths % 10_000).padStart(4, '0')}`
        const converted = convertMinor(amount, rate, { from: 2, to: 2 })
        const off = converted * 10_000n - amount * BigInt(tenThousandths)
        expect(off < 0n ? -off : off).toBeLessThanOrEqual(5_000n)
      },
    ),
  )
})

test('a rate holds for seven days, for its tenant and currency, and none is guessed', () => {
  const rate = (day: string, value: string) => ({
    ...{ tenantId: 'a', currency: 'USD', day, rate: value, source: 'ECB' },
  })
  const find = rateFinder([rate('2026-03-06', '0.8'), rate('2026-03-02', '0.7')])
  expect(find('a', 'USD', '2026-03-06')?.rate).toBe('0.8')
  expect(find('a', 'USD', '2026-03-08')?.rate).toBe('0.8')
  expect(find('a', 'USD', '2026-03-05')?.rate).toBe('0.7')
  expect(find('a', 'USD', '2026-03-14')).toBeUndefined()
  expect(find('a', 'USD', '2026-03-01')).toBeUndefined()
  expect(find('b', 'USD', '2026-03-06')).toBeUndefined()
  expect(find('a', 'EUR', '2026-03-06')).toBeUndefined()
})
