import { expect, test } from 'vitest'
import { balancesOf } from './balances.rules.ts'

test('a balance is what is payable, withheld and set aside; currencies stay apart, reservations are none', () => {
  const sum = (account: string, amountMinor: bigint, currency = 'GBP') => ({
    ...{ account, currency, amountMinor },
  })
  expect(
    balancesOf([
      sum('merchant_payable', -7000n),
      sum('disputed_funds', -1000n),
      sum('payouts_pending', -500n),
      sum('acquirer_receivable', 9000n),
      sum('authorised', 300n, 'EUR'),
      sum('merchant_payable', 250n, 'JPY'),
    ]),
  ).toEqual([
    { currency: 'GBP', total: 8500, disputed: 1000, payoutsPending: 500, payable: 7000 },
    { currency: 'JPY', total: -250, disputed: 0, payoutsPending: 0, payable: -250 },
  ])
})
