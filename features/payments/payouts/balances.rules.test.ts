import { expect, test } from 'vitest'
import { balancesOf } from './balances.rules.ts'

test('a balance is what is payable, withheld and set aside; currencies stay apart, reservations are none', () => {
  const sum = (account: string, amountMinor: bigint, currency = 'GBP') => ({
    ...{ account, currency, amountMinor },
  })
  expect(
    balancesOf(
      [
        sum('merchant_available', -7000n),
        sum('disputed_funds', -1000n),
        sum('payouts_in_transit', -500n),
        sum('merchant_pending', -400n),
        sum('merchant_reserve', -50n),
        sum('acquirer_receivable', 9000n),
        sum('authorised', 300n, 'EUR'),
        sum('merchant_available', 250n, 'JPY'),
      ],
      [{ currency: 'GBP', dueOn: '2026-03-17', amountMinor: 300n }],
    ),
  ).toEqual([
    {
      ...{ currency: 'GBP', total: 8950, disputed: 1000, payoutsPending: 500, payable: 7000 },
      ...{ pending: 400, reserve: 50, next: { on: '2026-03-17', amount: 300 } },
    },
    {
      ...{ currency: 'JPY', total: -250, disputed: 0, payoutsPending: 0, payable: -250 },
      ...{ pending: 0, reserve: 0, next: null },
    },
  ])
})

test('a currency whose parts come to nothing together is shown, one of which nothing is left is not', () => {
  const sums = [
    { account: 'disputed_funds', currency: 'GBP', amountMinor: -1000n },
    { account: 'merchant_pending', currency: 'GBP', amountMinor: 1000n },
    { account: 'merchant_available', currency: 'EUR', amountMinor: 0n },
  ]
  expect(balancesOf(sums)).toMatchObject([
    { currency: 'GBP', total: 0, disputed: 1000, pending: -1000 },
  ])
})
