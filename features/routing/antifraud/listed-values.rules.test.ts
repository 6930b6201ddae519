import { expect, test } from 'vitest'
import { listedValueOf } from './listed-values.rules.ts'

test.each([
  ['iin', '424242', '424242'],
  ['iin', '42424', undefined],
  ['email', 'Reader@Example.com ', 'reader@example.com'],
  ['email', 'reader', undefined],
  ['ip', '203.0.113.7', '203.0.113.7'],
  ['ip', '2001:DB8::1', '2001:db8::1'],
  ['ip', '203.0.113', undefined],
  ['country', 'gb', 'GB'],
  ['country', 'GBR', undefined],
  ['country', 'uk', 'GB'],
  ['country', 'EN', undefined],
  ['country', 'SU', undefined],
  ['country', 'TR', 'TR'],
  ['iin', '42424242', '42424242'],
  ['iin', '424242424', undefined],
])('%s %s is kept as %s', (kind, value, kept) => {
  expect(listedValueOf(kind, value)).toBe(kept)
})
