import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import { lazyPart } from '@counterfoil/kit/web/page/lazy-part.ts'
import { type Screen, screen } from '@counterfoil/kit/web/page/screen.ts'
import { IconClockCheck, IconWallet } from '@tabler/icons-react'

const msg = messagesOf(import.meta.url)

export const screens: readonly Screen[] = [
  screen({
    id: 'transaction-management-pending-payments',
    path: '/transaction-management/pending-payments',
    title: msg('Pending payments'),
    audience: ['platform', 'tenant'],
    permission: ['Crm.Payments.PendingTransactions'],
    menu: { group: 'transactions', order: 90, icon: IconClockCheck },
    wide: true,
    component: () => import('./operator-waiting.tsx'),
  }),
  screen({
    id: 'merchant-payments-pending-payments',
    path: '/merchant/payments/pending-payments',
    title: msg('Pending payments'),
    audience: ['merchant'],
    permission: ['Merchant.Payments.PendingTransactions'],
    menu: { group: 'payments', order: 30, icon: IconClockCheck },
    wide: true,
    component: () => import('./merchant-waiting.tsx'),
  }),
  screen({
    id: 'transaction-management-balances',
    path: '/transaction-management/balances',
    title: msg('Balances'),
    audience: ['platform', 'tenant'],
    permission: ['CRM.Transaction.View'],
    menu: { group: 'transactions', order: 92, icon: IconWallet },
    component: () => import('./balances.tsx'),
  }),
  screen({
    id: 'merchant-payments-balances',
    path: '/merchant/payments/balances',
    title: msg('Balances'),
    audience: ['merchant'],
    permission: ['Merchant.Transaction.View'],
    menu: { group: 'payments', order: 32, icon: IconWallet },
    component: () => import('./balances.tsx'),
  }),
]

/** Approves or declines the selected payouts, in this list and in the lookup. */
export const PayoutDecisionBar = lazyPart(() =>
  import('./decision-bar.tsx').then((part) => part.DecisionBar),
)

/** The permissions to decide on payouts. */
export const payoutDeciders = [
  'Crm.Payments.PendingTransactions',
  'Merchant.Payments.PendingTransactions',
]
