import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import type { RecordSearch } from '@counterfoil/kit/web/calls/record-search.ts'
import { lazyPart } from '@counterfoil/kit/web/page/lazy-part.ts'
import { type Screen, screen } from '@counterfoil/kit/web/page/screen.ts'
import { IconArrowsExchange } from '@tabler/icons-react'

const msg = messagesOf(import.meta.url)

export const screens: readonly Screen[] = [
  screen({
    id: 'merchant-payments-single-payment',
    path: '/merchant/payments/single-payment',
    title: msg('Single payment'),
    audience: ['merchant'],
    permission: ['Merchant.Payments.Single.View'],
    menu: { group: 'payments', order: 0, icon: IconArrowsExchange },
    wide: true,
    component: () => import('./single-payment.tsx'),
  }),
  screen({
    id: 'transaction-management-payouts',
    path: '/transaction-management/payouts',
    title: msg('Payouts to beneficiaries'),
    audience: ['platform', 'tenant'],
    permission: ['Crm.Payments.PendingTransactions'],
    menu: { group: 'transactions', order: 88, icon: IconArrowsExchange },
    wide: true,
    component: () => import('./single-payment.tsx'),
  }),
]

/** Finds payouts by payee, reference, own number or any of their ids. */
export const recordSearches: readonly RecordSearch[] = screens.map((list) => ({
  id: list.id,
  title: msg('Payouts'),
  audience: list.audience,
  permission: list.permission,
  find: async (client, text, signal) => {
    const { findPayouts } = await import('./payout-parts.tsx')
    return findPayouts(client, text, signal, list.path)
  },
}))

/** Payouts to beneficiaries that wait for approval, for the page of pending payments. */
export const PayoutApprovals = lazyPart(() =>
  import('./payout-approvals.tsx').then((part) => part.PayoutApprovals),
)

/** The state of a payout, as its own list names it. */
export const PayoutStatus = lazyPart(() =>
  import('./payout-parts.tsx').then((part) => part.PayoutStatus),
)
