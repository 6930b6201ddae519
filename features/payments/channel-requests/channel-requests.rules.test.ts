import { expect, test } from 'vitest'
import {
  changeOf,
  faultOf,
  isOtherCurrency,
  type MidTerms,
  noChange,
  takes,
} from './channel-requests.rules.ts'

const mid: MidTerms = {
  ...{ methods: ['card'], currencies: ['GBP'], capCurrency: 'GBP', maxAmountMinor: 20_000 },
  ...{ dailyCapMinor: null, monthlyCapMinor: null },
}
const midId = '01890a5d-ac96-774b-bcce-b302099a8057'
const limit = { ...noChange, kind: 'limit', midId, limitOf: 'day', currency: 'GBP' } as const
const open = { ...noChange, kind: 'open', method: 'bank_transfer', currency: 'EUR' } as const

test('a request has what its kind needs, and nothing else', () => {
  expect(faultOf({ ...limit, amount: 100 })).toBeUndefined()
  expect(faultOf(limit)).toBeUndefined()
  expect(faultOf({ ...limit, currency: null })).toEqual({ field: 'currency', code: 'needed' })
  expect(faultOf({ ...open, midId })).toEqual({ field: 'midId', code: 'not_asked' })
  const from = { activeFrom: '2027-01-02T00:00:00.000Z', activeUntil: '2027-01-01T00:00:00.000Z' }
  const schedule = { ...noChange, kind: 'schedule' as const, midId }
  expect(faultOf(schedule)).toBeUndefined()
  expect(faultOf({ ...schedule, ...from })).toEqual({ field: 'activeUntil', code: 'ends_before' })
})

test('a method and a currency are added to lists that name some, and lists of all stay', () => {
  expect(changeOf(open, mid)).toEqual({
    methods: ['card', 'bank_transfer'],
    currencies: ['GBP', 'EUR'],
  })
  expect(changeOf(open, { ...mid, methods: [] })).toMatchObject({ methods: [] })
  expect(takes(mid, open)).toBe(false)
  expect(takes({ methods: [], currencies: ['EUR'] }, open)).toBe(true)
})

test('a limit is in the currency of the other limits of its MID, which goes with the last one', () => {
  expect(isOtherCurrency(mid, { limitOf: 'day', currency: 'EUR' })).toBe(true)
  // the only limit is the one that is changed
  expect(isOtherCurrency(mid, { limitOf: 'payment', currency: 'EUR' })).toBe(false)
  expect(changeOf({ ...limit, amount: 500 }, mid)).toEqual({
    dailyCapMinor: 500,
    capCurrency: 'GBP',
  })
  expect(changeOf({ ...limit, limitOf: 'payment' }, mid)).toEqual({
    maxAmountMinor: null,
    capCurrency: null,
  })
})
