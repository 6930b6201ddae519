import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readCursor, writeCursor } from './cursor.rules.ts'

const order = fc.record({
  sort: fc.constantFrom('created' as const, 'amount' as const),
  order: fc.constantFrom('asc' as const, 'desc' as const),
})

test('what was written is read again, in the same order alone', () => {
  const cursors = fc.record({
    order,
    other: order,
    direction: fc.constantFrom('next' as const, 'previous' as const),
    id: fc.uuid({ version: 7 }),
    amount: fc.bigInt({ min: 0n, max: 10n ** 12n }),
  })
  fc.assert(
    fc.property(cursors, ({ order, other, direction, id, amount }) => {
      const amountMinor = order.sort === 'amount' ? String(amount) : undefined
      const text = writeCursor({ direction, id, amountMinor }, order)
      expect(text).toMatch(/^[\w-]+$/)
      expect(readCursor(text, order)).toEqual({ direction, id, amountMinor })
      if (other.sort !== order.sort || other.order !== order.order) {
        expect(() => readCursor(text, other)).toThrow(/another order/)
      }
    }),
  )
})

test('whatever else is sent is refused, never an error of ours', () => {
  const good = writeCursor(
    { direction: 'next', id: '0193a0e0-0000-7000-8000-000000000000', amountMinor: undefined },
    { sort: 'created', order: 'desc' },
  )
  const texts = fc.oneof(
    fc.string(),
    fc.json().map((json) => Buffer.from(json).toString('base64url')),
    fc.nat(good.length - 1).map((at) => good.slice(0, at)),
  )
  fc.assert(
    fc.property(texts, (text) => {
      expect(() => readCursor(text, { sort: 'created', order: 'desc' })).toThrow(
        expect.objectContaining({ status: 400 }),
      )
    }),
  )
})
