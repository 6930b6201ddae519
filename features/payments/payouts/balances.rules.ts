import type { MerchantBalance } from './balances.contract.ts'

/** Sums of the ledger, liabilities as credits, which are negative. */
export interface AccountSum {
  readonly account: string
  readonly currency: string
  readonly amountMinor: bigint
}

/** The balance in each currency. What is reserved on cards is not captured, so it is no balance yet. */
export function balancesOf(sums: readonly AccountSum[]): Omit<MerchantBalance, 'merchantName'>[] {
  const currencies = [...new Set(sums.map(({ currency }) => currency))].sort()
  return currencies
    .map((currency) => {
      const owed = (account: string) =>
        Number(
          -(
            sums.find((one) => one.account === account && one.currency === currency)?.amountMinor ??
            0n
          ),
        )
      const payable = owed('merchant_payable')
      const disputed = owed('disputed_funds')
      const payoutsPending = owed('payouts_pending')
      return {
        currency,
        total: payable + disputed + payoutsPending,
        disputed,
        payoutsPending,
        payable,
      }
    })
    .filter(({ total, payable }) => total !== 0 || payable !== 0)
}
