import { expect, test } from 'vitest'
import { parseAuditAddress } from './audit-address.ts'

test.each([
  ['payment:0191f3a4-0000-7000-8000-0000000000aa', 'payment'],
  ['countries:GB', 'countries'],
  ['Payment:0191f3a4-0000-7000-8000-0000000000aa', undefined],
  ['payment:../users', undefined],
  ['payment', undefined],
  [null, undefined],
])('%s opens %s', (text, type) => {
  expect(parseAuditAddress(text)?.recordType).toBe(type)
})
