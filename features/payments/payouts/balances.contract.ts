import { viewPermissions } from '@counterfoil/features/payments/lookup/lookup.contract.ts'
import { endpoint } from '@counterfoil/kit/contract/endpoint.ts'
import {
  calendarDay,
  currencyCode,
  id,
  listOf,
  sumMinor,
} from '@counterfoil/kit/contract/fields.ts'
import { z } from 'zod'

/** A merchant's balance in one currency, by what may be done with it. Negative where the merchant owes. */
const balance = z.object({
  merchantName: z.string(),
  currency: z.string(),
  /** All of what follows. */
  total: sumMinor,
  /** Withheld while disputes are open. */
  disputed: sumMinor,
  /** Set aside for payouts that wait for approval or were sent. */
  payoutsPending: sumMinor,
  /** Captured, and not settled yet. */
  pending: sumMinor,
  /** Kept for some time in case of disputes. */
  reserve: sumMinor,
  /** What is left, which a payout may take. */
  payable: sumMinor,
  /** What becomes available next; null: nothing is pending or in reserve. */
  next: z.object({ on: calendarDay, amount: sumMinor }).nullable(),
})
export type MerchantBalance = z.infer<typeof balance>

export const readBalances = endpoint({
  id: 'payments.balances',
  method: 'GET',
  path: '/api/crm/balances/:merchantId',
  summary: 'What a merchant is owed, by currency, and how much of it can be paid out',
  permission: viewPermissions.operator,
  params: z.object({ merchantId: id }),
  answer: listOf(balance),
})

export const readOwnBalances = endpoint({
  id: 'payments.balances-merchant',
  method: 'GET',
  path: '/api/balances',
  summary: 'What the merchant is owed, by currency, and how much of it can be paid out',
  permission: viewPermissions.merchant,
  answer: listOf(balance),
})

/** The parts of a balance that are sums of records. */
export const balancePart = z.enum(['payoutsPending', 'next'])
export type BalancePart = z.infer<typeof balancePart>

const balanceRow = z.object({
  id: z.string(),
  kind: z.enum(['payoutOrder', 'payout', 'settlement', 'reserve']),
  /** Null: a payout to a beneficiary, which is of no payment. */
  paymentId: id.nullable(),
  /** The merchant's own number of the payment, or the payee. */
  name: z.string(),
  amount: sumMinor,
})
export type BalanceRow = z.infer<typeof balanceRow>

const rowsQuery = z.object({ part: balancePart, currency: currencyCode })
/** The biggest ones; `count` and `amount` are of all. */
const rowsAnswer = listOf(balanceRow).extend({ amount: sumMinor, on: calendarDay.nullable() })

export const readBalanceRows = endpoint({
  id: 'payments.balances.rows',
  method: 'GET',
  path: '/api/crm/balances/:merchantId/rows',
  summary: "What a part of a merchant's balance is the sum of",
  permission: viewPermissions.operator,
  params: z.object({ merchantId: id }),
  query: rowsQuery,
  answer: rowsAnswer,
})

export const readOwnBalanceRows = endpoint({
  id: 'payments.balances-merchant.rows',
  method: 'GET',
  path: '/api/balances/rows',
  summary: "What a part of the merchant's balance is the sum of",
  permission: viewPermissions.merchant,
  query: rowsQuery,
  answer: rowsAnswer,
})
