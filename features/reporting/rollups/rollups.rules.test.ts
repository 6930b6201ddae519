import { dayMs } from '@counterfoil/kit/contract/durations.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type PaymentFigures, rollupChanges, rollupRanges } from './rollups.rules.ts'

const isoDay = (at: number) => new Date(at).toISOString().slice(0, 10)
const dayAt = fc.integer({ min: 0, max: 900 }).map((n) => Date.UTC(2024, 0, 1) + n * dayMs)

/** Days of a range, month rows by all their days. */
function daysOf(range: { grain: string; from: string | undefined; to: string | undefined }) {
  const days: string[] = []
  const end = range.to ?? ''
  for (let at = Date.parse(range.from ?? ''); isoDay(at) <= end; ) {
    if (range.grain === 'day') {
      days.push(isoDay(at))
      at += dayMs
    } else {
      const month = isoDay(at).slice(0, 7)
      expect(isoDay(at)).toBe(`${month}-01`)
      for (; isoDay(at).startsWith(month); at += dayMs) days.push(isoDay(at))
    }
  }
  return days
}

describe('ranges', () => {
  test('cover each asked day once, and no other', () => {
    fc.assert(
      fc.property(dayAt, fc.integer({ min: 0, max: 500 }), (from, length) => {
        const asked = Array.from({ length: length + 1 }, (_, at) => isoDay(from + at * dayMs))
        const ranges = rollupRanges(asked[0], asked.at(-1))
        expect(ranges.flatMap(daysOf)).toEqual(asked)
        // days alone at the ends: never more of them than two months have
        const days = ranges.filter((one) => one.grain === 'day').flatMap(daysOf)
        expect(days.length).toBeLessThanOrEqual(31 * 2)
      }),
      { numRuns: 500 },
    )
  })

  test('without a beginning or an end are months, and days where a month is not whole', () => {
    expect(rollupRanges(undefined, undefined)).toEqual([
      { grain: 'month', from: undefined, to: undefined },
    ])
    expect(rollupRanges('9999-12-31', '0001-01-01')).toHaveLength(1)
    expect(rollupRanges('0001-02-15', '9999-12-31')).toEqual([
      { grain: 'month', from: '1970-01-01', to: '9998-12-01' },
    ])
    expect(rollupRanges('2026-03-15', undefined)).toEqual([
      { grain: 'day', from: '2026-03-15', to: '2026-03-31' },
      { grain: 'month', from: '2026-04-01', to: undefined },
    ])
    expect(rollupRanges(undefined, '2026-03-15')).toEqual([
      { grain: 'month', from: undefined, to: '2026-02-01' },
      { grain: 'day', from: '2026-03-01', to: '2026-03-15' },
    ])
    expect(rollupRanges(undefined, '2026-02-28')).toEqual([
      { grain: 'month', from: undefined, to: '2026-02-01' },
    ])
  })

  test('that end before they begin hold nothing', () => {
    const [only, ...others] = rollupRanges('2026-03-15', '2026-03-01')
    expect(others).toEqual([])
    expect(daysOf(only ?? { grain: 'day', from: '', to: '' })).toEqual([])
  })
})

const createdAt = new Date('2026-03-01T12:00:00Z')

const figures = fc.record<PaymentFigures>({
  createdAt: fc.constant(createdAt),
  day: fc.constantFrom('2026-03-01', '2026-03-31', '2026-04-01'),
  merchantId: fc.constantFrom('m1', 'm2'),
  mode: fc.constantFrom(1, 2),
  method: fc.constantFrom('card', 'alternative'),
  provider: fc.constantFrom('a', null),
  currency: fc.constantFrom('GBP', 'EUR'),
  status: fc.constantFrom('captured', 'refunded'),
  channel: fc.constantFrom('api', 'pos'),
  declineReason: fc.constantFrom('Expired', null),
  declineCode: fc.constantFrom('54', null),
  amountMinor: fc.bigInt({ min: 1n, max: 10n ** 12n }),
  capturedMinor: fc.bigInt({ min: 0n, max: 10n ** 12n }),
  refundedMinor: fc.bigInt({ min: 0n, max: 10n ** 12n }),
})

test('the changes of a life, added up, hold its last state alone', () => {
  fc.assert(
    fc.property(fc.array(figures, { minLength: 1, maxLength: 8 }), (life) => {
      const changes = life.flatMap((state, at) => rollupChanges(life[at - 1] ?? null, state))
      const last = life.at(-1) as PaymentFigures
      const headOf = (of: PaymentFigures) =>
        JSON.stringify([
          ...[of.day, of.merchantId, of.mode, of.method, of.provider, of.currency, of.status],
          ...[of.channel, of.declineReason, of.declineCode],
        ])
      for (const [head, some] of Object.entries(Object.groupBy(changes, headOf))) {
        const sum = (of: (one: (typeof changes)[number]) => bigint) =>
          (some ?? []).reduce((total, one) => total + of(one), 0n)
        const isLast = head === headOf(last)
        expect(sum((one) => BigInt(one.payments))).toBe(isLast ? 1n : 0n)
        expect(sum((one) => one.amountMinor)).toBe(isLast ? last.amountMinor : 0n)
        expect(sum((one) => one.capturedMinor)).toBe(isLast ? last.capturedMinor : 0n)
        expect(sum((one) => one.refundedMinor)).toBe(isLast ? last.refundedMinor : 0n)
      }
    }),
  )
})

test('a payment of which one figure alone changes is taken from its sums and added to others', () => {
  const before: PaymentFigures = {
    ...{ createdAt, day: '2026-03-01', merchantId: 'm1', mode: 2, method: 'card', provider: null },
    ...{ currency: 'GBP', status: 'declined', channel: 'api', amountMinor: 1n },
    ...{ declineReason: null, declineCode: null, capturedMinor: 0n, refundedMinor: 0n },
    ...{ firstTry: null, answerMs: null },
  }
  const others: Required<Omit<PaymentFigures, 'createdAt'>> = {
    ...{ day: '2026-03-02', merchantId: 'm2', mode: 1, method: 'alternative', provider: 'a' },
    ...{ currency: 'EUR', status: 'failed', channel: 'pos', amountMinor: 2n },
    ...{ declineReason: 'Expired', declineCode: '54', capturedMinor: 1n, refundedMinor: 1n },
    ...{ firstTry: 'declined', answerMs: 7 },
  }
  expect(rollupChanges(before, { ...before })).toEqual([])
  for (const [figure, value] of Object.entries(others)) {
    const changes = rollupChanges(before, { ...before, [figure]: value })
    expect(
      changes.map(({ payments }) => payments),
      figure,
    ).toEqual([-1, 1])
  }
})
