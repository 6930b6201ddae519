import { expect, test } from 'vitest'
import { axisTop } from './axis.ts'

test.each([
  [0, 2],
  [7, 10],
  [12_345, 20_000],
  [20_000, 20_000],
  [41_000, 50_000],
  [99_999, 100_000],
])('the axis of a highest value of %i ends at %i', (highest, top) => {
  expect(axisTop(highest)).toBe(top)
})
