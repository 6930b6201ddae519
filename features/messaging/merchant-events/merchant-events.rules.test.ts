import { describe, expect, test } from 'vitest'
import { matchesEventType } from './merchant-events.rules.ts'
import { eventType } from './merchant-events.schema.ts'

describe('matchesEventType', () => {
  test.each([
    ['payment.captured', ['payment.captured'], true],
    ['payment.captured', ['*'], true],
    ['payment.captured', ['payment.*'], true],
    ['payment.captured', ['payment.refunded', 'dispute.*'], false],
    ['payment.captured', ['pay*'], false],
    ['payments.captured', ['payment.*'], false],
    ['payment.captured', [], false],
  ])('%s for %j: %s', (type, wanted, expected) => {
    expect(matchesEventType(type, wanted)).toBe(expected)
  })
})

test.each([
  ['*', true],
  ['payment.*', true],
  ['stored_card.expired', true],
  ['refund.declined', true],
  ['payment.capture', false],
  ['payments.*', false],
  ['refund.captured', false],
  ['Captured', false],
])('%s can be asked for: %s', (type, isKnown) => {
  expect(eventType.safeParse(type).success).toBe(isKnown)
})
