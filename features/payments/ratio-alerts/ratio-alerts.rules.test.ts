import { expect, test } from 'vitest'
import { evaluateAlert } from './ratio-alerts.rules.ts'

const threshold = { thresholdPercent: 40, minimumCount: 10 }

test.each([
  // counted, of, stands crossed, verdict
  [4, 10, false, 'crossed'],
  [3, 10, false, 'as_it_was'],
  [9, 9, false, 'as_it_was'],
  [4, 10, true, 'as_it_was'],
  [10, 10, true, 'as_it_was'],
  [3, 10, true, 'recovered'],
  [0, 9, true, 'as_it_was'],
  [0, 0, true, 'recovered'],
  [0, 0, false, 'as_it_was'],
] as const)('%d of %d, crossed before: %s: %s', (counted, of, isCrossed, verdict) => {
  expect(evaluateAlert(threshold, { counted, of }, isCrossed)).toBe(verdict)
})
