import { expect, test } from 'vitest'
import { minorUnitsIn } from './decimal-text.ts'

test.each([
  ['12.50', 2, 1250n],
  ['12,5', 2, 1250n],
  [' 7 ', 2, 700n],
  ['1.234', 3, 1234n],
  ['1,2345', 4, 12_345n],
])('%j with %i decimals is %s', (text, places, minor) => {
  expect(minorUnitsIn(text, places)).toBe(minor)
})

// spreadsheets write large numbers so, and people group thousands
test.each([
  ['1e5', 2],
  ['1E+05', 2],
  ['1,234', 2],
  ['1,234', 3],
  ['1,234.50', 2],
  ['1.234,50', 2],
  ['12.345', 2],
  ['£5', 2],
  ['-5', 2],
  ['+5', 2],
  ['٥', 2],
  ['', 2],
])('%j with %i decimals is no amount, rather than another one', (text, places) => {
  expect(minorUnitsIn(text, places)).toBeUndefined()
})
