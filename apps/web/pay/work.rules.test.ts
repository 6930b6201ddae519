import { hash } from 'node:crypto'
import { expect, test } from 'vitest'
import { findNumber, firstWordOf } from './work.ts'

test.each(['', 'abc', 'ğüş', 'x'.repeat(55), 'x'.repeat(56), 'x'.repeat(64), 'x'.repeat(200)])(
  'the hash of %j is that of everybody',
  (text) => {
    expect(firstWordOf(text).toString(16).padStart(8, '0')).toBe(hash('sha256', text).slice(0, 8))
  },
)

test('the number that is found has the bits that were asked for', async () => {
  const number = await findNumber('challenge', 'key', 10)
  const found = Number.parseInt(hash('sha256', `challenge.key.${number}`).slice(0, 8), 16)
  expect(Math.clz32(found)).toBeGreaterThanOrEqual(10)
})
