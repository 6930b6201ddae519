import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import { lazyPart } from '@counterfoil/kit/web/page/lazy-part.ts'
import { type Screen, screen } from '@counterfoil/kit/web/page/screen.ts'
import { IconArrowsExchange, IconListCheck } from '@tabler/icons-react'

const msg = messagesOf(import.meta.url)

export const screens: readonly Screen[] = [
  screen({
    id: 'merchant-payments-batch-payment',
    path: '/merchant/payments/batch-payment',
    title: msg('Batch payment'),
    audience: ['merchant'],
    permission: ['Merchant.Payments.Batch.View'],
    menu: { group: 'payments', order: 10, icon: IconArrowsExchange },
    wide: true,
    component: () => import('./batch-payment.tsx'),
  }),
  screen({
    id: 'merchant-payments-batch-summary',
    path: '/merchant/payments/batch-summary',
    title: msg('Batch summary'),
    audience: ['merchant'],
    permission: ['Merchant.Payments.Batch.View'],
    menu: { group: 'payments', order: 40, icon: IconListCheck },
    wide: true,
    component: () => import('./batch-summary.tsx'),
  }),
]

/** Files of payouts that wait for approval, for the page of pending payments. */
export const BatchApprovals = lazyPart(() =>
  import('./batch-approvals.tsx').then((part) => part.BatchApprovals),
)
