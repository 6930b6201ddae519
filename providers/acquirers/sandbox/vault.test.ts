import { hasCardNumber } from '@counterfoil/kit/contract/card-number.ts'
import { expect, test } from 'vitest'
import { schemeReferenceOf } from './vault.ts'

test('a scheme’s transaction id has 15 digits and is no number of a card', () => {
  const references = Array.from({ length: 2_000 }, (_, at) => `payment ${at}`)
  const ids = references.map((one) => schemeReferenceOf('visa', one, new Date()).transactionId)
  expect(ids.filter((id) => !/^\d{15}$/.test(id) || hasCardNumber(id))).toEqual([])
  expect(new Set(ids).size).toBe(ids.length)
  expect(schemeReferenceOf('visa', 'payment 7', new Date()).transactionId).toBe(ids[7])
})
