import type { MerchantBalance } from './balances.contract.ts'

/** Sums of the ledger, liabilities as credits, which are negative. */
export interface AccountSum {
  readonly account: string
  readonly currency: string
  readonly amountMinor: bigint
}

/** What becomes available on a day. */
interface Next {
  readonly currency: string
  readonly dueOn: string
  readonly amountMinor: bigint
}

/** The balance in each currency. What is reserved on cards is not captured, so it is no balance yet. */
export function balancesOf(
  sums: readonly AccountSum[],
  nexts: readonly Next[] = [],
): Omit<MerchantBalance, 'merchantName'>[] {
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
      const payable = owed('merchant_available')
      const disputed = owed('disputed_funds')
      const pending = owed('merchant_pending')
      const reserve = owed('merchant_reserve')
      const next = nexts.find((one) => one.currency === currency)
      const payoutsPending = owed('payouts_in_transit')
      return {
        currency,
        total: payable + pending + reserve + disputed + payoutsPending,
        disputed,
        payoutsPending,
        pending,
        reserve,
        payable,
        next: next === undefined ? null : { on: next.dueOn, amount: Number(next.amountMinor) },
      }
    })
    .filter(
      ({ next, payable, pending, reserve, disputed, payoutsPending }) =>
        next !== null ||
        // they may come to nothing together
        [payable, pending, reserve, disputed, payoutsPending].some((part) => part !== 0),
    )
}
