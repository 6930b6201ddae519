import { expect, test } from 'vitest'
import { bookedAmountOf, lateReturnOf, namesIn, type PayoutFacts } from './known-bookings.rules.ts'

const endToEndId = 'CF9A8B7C6D5E4F3A2B1C0D9E8F7A6B5'

test.each([
  `SEPA OUT ${endToEndId} ADA LTD`,
  `EREF+${endToEndId}+SVWZ`,
  `/ROC/${endToEndId}/`,
  `(${endToEndId.toLowerCase()}).`,
  // the bank breaks lines after 27 places
  `${endToEndId.slice(0, 13)} ${endToEndId.slice(13)}`,
])('a bank’s text names a payout: %s', (text) => {
  expect(namesIn(text)).toContain(endToEndId)
})

test('a rail’s reference is named with its marks, and short words are no names', () => {
  expect(namesIn('Ref: SEPAINSTANT-A6B5, for us')).toEqual(
    expect.arrayContaining(['SEPAINSTANT-A6B5']),
  )
  expect(namesIn('to us')).toEqual([])
})

test.each<[string, Partial<PayoutFacts>, bigint | undefined, bigint | undefined]>([
  ['waits', { state: 'waiting_for_approval', wasSubmitted: false }, undefined, undefined],
  ['is not sent yet', { state: 'approved', wasSubmitted: false }, undefined, undefined],
  ['is on its way', { state: 'sent' }, 1000n, undefined],
  ['is paid', {}, 1000n, undefined],
  ['was booked before', { isBooked: true }, undefined, undefined],
  ['came back', { state: 'returned', isBooked: true }, undefined, 1000n],
  ['came back less a fee', { state: 'returned', returnedMinor: 990n }, 1000n, 990n],
  ['came back, as booked', { state: 'returned', isReturnBooked: true }, 1000n, undefined],
  ['failed', { state: 'failed' }, undefined, undefined],
  ['failed after it was booked', { state: 'failed', isBooked: true }, undefined, 1000n],
])('what the bank books of a payout that %s', (_what, some, out, back) => {
  const payout = {
    ...{ amountMinor: 1000n, state: 'paid', wasSubmitted: true, returnedMinor: null },
    ...{ isBooked: false, isReturnBooked: false, isFollowed: true },
    ...some,
  }
  expect([bookedAmountOf(payout, 'out'), bookedAmountOf(payout, 'in')]).toEqual([out, back])
})

test('what its rail does not say any more came back as a person says, perhaps less than went out', () => {
  const paid = {
    ...{ amountMinor: 1000n, state: 'paid', wasSubmitted: true, returnedMinor: null },
    ...{ isBooked: true, isReturnBooked: false, isFollowed: false },
  }
  expect([lateReturnOf(paid, 1000n), lateReturnOf(paid, 985n)]).toEqual([1000n, 985n])
  expect(lateReturnOf(paid, 1500n)).toBe(1000n)
  for (const other of [{ isFollowed: true }, { isReturnBooked: true }, { state: 'returned' }]) {
    expect(lateReturnOf({ ...paid, ...other }, 1000n)).toBeUndefined()
  }
})
