import { expect, test } from 'vitest'
import { meaningOf } from './search-key.rules.ts'

const inPence = (key: string) => meaningOf(key).amounts.find(({ isOther }) => isOther)?.amountMinor

test('an amount is one with groups and decimals of either kind', () => {
  expect(inPence('64.50')).toBe(6450n)
  expect(inPence('64,5')).toBe(6450n)
  expect(inPence('1,250.00')).toBe(125000n)
  expect(inPence('1.250,00')).toBe(125000n)
  expect(inPence('64')).toBe(6400n)
  expect(inPence('HB-64')).toBeUndefined()
  expect(inPence('£64.50')).toBe(6450n)
  expect(inPence('64,50 €')).toBe(6450n)
  expect(inPence('64.50 gbp')).toBe(6450n)
  expect(inPence('TRY 1.250,00')).toBe(125000n)
  expect(inPence('1.250 TL')).toBe(125000n)
  expect(inPence('HAR64')).toBeUndefined()
  expect(inPence('0')).toBeUndefined()
})

test('a whole amount is one of yen too, and one with three decimals of dinars alone', () => {
  expect(meaningOf('64').amounts.map(({ amountMinor }) => amountMinor)).toEqual([
    6400n,
    64n,
    64000n,
  ])
  expect(meaningOf('1.234').amounts.some(({ currencies }) => currencies.includes('KWD'))).toBe(true)
})

test('four digits end a card, letters begin an e-mail or a name, two characters begin nothing', () => {
  expect(meaningOf('4242')).toMatchObject({ last4: '4242', isEmail: false })
  expect(meaningOf('Jack')).toMatchObject({ beginning: 'jack', isEmail: true, last4: undefined })
  expect(meaningOf('jack.holloway@')).toMatchObject({ isEmail: true })
  expect(meaningOf('HB-11')).toMatchObject({ beginning: 'hb-11', isEmail: true })
  expect(meaningOf('ja').beginning).toBeUndefined()
})

test('a name as people say it is how an e-mail begins', () => {
  expect(meaningOf('Ida Moreau').nameBeginnings).toEqual([
    'ida.moreau',
    'ida_moreau',
    'ida-moreau',
    'idamoreau',
  ])
  expect(meaningOf('order 17').nameBeginnings).toEqual([])
  expect(meaningOf('ida').nameBeginnings).toEqual([])
})
