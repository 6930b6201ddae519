import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import { lazyPart } from '@counterfoil/kit/web/page/lazy-part.ts'
import { type Screen, screen } from '@counterfoil/kit/web/page/screen.ts'
import { IconClockCheck } from '@tabler/icons-react'

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
]

/** Approves or declines the selected payouts, in this list and in the lookup. */
export const PayoutDecisionBar = lazyPart(() =>
  import('./decision-bar.tsx').then((part) => part.DecisionBar),
)

/** The permissions to decide on payouts. */
export const payoutDeciders = screens.flatMap(({ permission }) => permission)
