import { expect, test } from 'vitest'
import { isPartial } from './report-keys.rules.ts'

test.each([
  ['day', '2026-11-30', true],
  ['day', '2026-11-29', false],
  ['month', '2026-11', true],
  ['month', '2026-10', false],
  ['hour', '2026-11-30T15:00:00Z', true],
  ['hour', '2026-11-30T14:00:00Z', false],
  // as an hour of India begins
  ['hour', '2026-11-30T14:30:00Z', false],
  ['weekday', '1', false],
] as const)('that the %s %s is not over: %s', (one, key, isOpen) => {
  const report = { today: '2026-11-30', asOf: '2026-11-30T15:40:00.000Z' }
  expect(isPartial(report, one, key)).toBe(isOpen)
})
