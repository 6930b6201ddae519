import { expect, test } from 'vitest'
import { freeSlug, slugOf } from './tenants.rules.ts'

test('a tenant’s short name comes from its name', () => {
  expect(slugOf('Şahin Ödeme A.Ş.')).toBe('sahin-odeme-a-s')
  expect(slugOf('  Kıyı & Co  ')).toBe('kiyi-co')
  expect(slugOf('支付')).toBe('')
  expect(slugOf('x'.repeat(90))).toHaveLength(40)
})

test('the first that nobody has', () => {
  expect(freeSlug('nord', ['north'])).toBe('nord')
  expect(freeSlug('nord', ['nord', 'nord-2'])).toBe('nord-3')
  expect(freeSlug('', [])).toBe('tenant')
})
