import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import { lazyPart } from '@counterfoil/kit/web/page/lazy-part.ts'
import { type Screen, screen } from '@counterfoil/kit/web/page/screen.ts'
import { IconRepeat } from '@tabler/icons-react'

const msg = messagesOf(import.meta.url)

export const screens: readonly Screen[] = [
  screen({
    id: 'merchant-payments-recurring-payments',
    path: '/merchant/payments/recurring-payments',
    title: msg('Recurring payouts'),
    audience: ['merchant'],
    permission: ['Merchant.Payments.Single.View'],
    menu: { group: 'payments', order: 5, icon: IconRepeat },
    wide: true,
    component: () => import('./merchant-recurring.tsx'),
  }),
  screen({
    id: 'transaction-management-recurring-payments',
    path: '/transaction-management/recurring-payments',
    title: msg('Recurring payouts'),
    audience: ['platform', 'tenant'],
    permission: ['Crm.Payments.PendingTransactions'],
    menu: { group: 'transactions', order: 89, icon: IconRepeat },
    wide: true,
    component: () => import('./operator-recurring.tsx'),
  }),
]

/** Recurring payouts that wait for approval, for the page of pending payments. */
export const RecurringApprovals = lazyPart(() =>
  import('./recurring-approvals.tsx').then((part) => part.RecurringApprovals),
)

/** The dates of a new recurring payout, for the form of a payment. */
export const RecurringFields = lazyPart(() =>
  import('./recurring-fields.tsx').then((part) => part.RecurringFields),
)
