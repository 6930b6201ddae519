import { dayMs, hourMs } from '@counterfoil/kit/contract/durations.ts'
import { expect, test } from 'vitest'
import { type PlannedPayment, planHistory } from './history-plan.ts'
import { type PayingMerchant, payingMerchants } from './payout-plan.ts'

/** Two business days and a weekend. */
const settledAfterMs = 4.5 * dayMs

/** What a payment has surely brought its merchant by then, in minor units: fees, refunds and disputes are taken off. */
function broughtBy({ method, amountMinor, steps, at }: PlannedPayment, until: number): number {
  // a card with a scenario of its own may be declined
  const isPlain = method.type !== 'card' || /^(?!4[01]00000)/.test(method.number)
  const isChanged = steps.some(({ does }) => does !== 'capture')
  const captured = isPlain && !isChanged && at.getTime() + settledAfterMs < until
  return captured ? 0.94 * Number(amountMinor) : 0
}

const currencyOf = ({ payees }: PayingMerchant, to: string) =>
  payees.find(({ key }) => key === to)?.currency

test('at each hour of a day the demo’s merchants have captured what their payouts take, and as much again', () => {
  for (let hour = 0; hour < 24; hour += 1) {
    const now = new Date(Date.UTC(2026, 10, 4, hour, 17))
    const history = planHistory(now)
    for (const merchant of payingMerchants) {
      const taken = new Map<string, number>()
      for (const payout of merchant.payouts.toSorted((a, b) => b.daysAgo - a.daysAgo)) {
        if (payout.kind === 'file' || payout.mode === 1) continue
        const currency = currencyOf(merchant, payout.to) ?? ''
        const sum = (taken.get(currency) ?? 0) + payout.amount
        taken.set(currency, sum)
        const until = now.getTime() - payout.daysAgo * dayMs - hourMs
        const captured = history
          .filter((one) => one.merchant === merchant.slug && one.mode === 2)
          .filter((one) => one.currency === currency)
          .reduce((all, one) => all + broughtBy(one, until), 0)
        expect(captured, `${payout.reference} at ${hour}`).toBeGreaterThan(2 * sum)
      }
    }
  }
})
