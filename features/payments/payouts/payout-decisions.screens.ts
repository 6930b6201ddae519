import { lazyPart } from '@counterfoil/kit/web/page/lazy-part.ts'
import type { Screen } from '@counterfoil/kit/web/page/screen.ts'
import { merchantPaymentsPendingPayments } from '@counterfoil/kit/web/site-map/merchant-pages.ts'
import { transactionManagementPendingPayments } from '@counterfoil/kit/web/site-map/operator-pages.ts'
import { mapped } from '@counterfoil/kit/web/site-map/site-entry.ts'
import { IconClockCheck } from '@tabler/icons-react'

export const screens: readonly Screen[] = [
  mapped(transactionManagementPendingPayments, {
    id: 'transaction-management-pending-payments',
    icon: IconClockCheck,
    wide: true,
    component: () => import('./operator-waiting.tsx'),
  }),
  mapped(merchantPaymentsPendingPayments, {
    id: 'merchant-payments-pending-payments',
    icon: IconClockCheck,
    wide: true,
    component: () => import('./merchant-waiting.tsx'),
  }),
]

/** Approves or declines the chosen payouts: beside this list and beside the lookup when it shows those that wait. */
export const PayoutDecisionBar = lazyPart(() =>
  import('./decision-bar.tsx').then((part) => part.DecisionBar),
)

/** Who decides on payouts. */
export const payoutDeciders = [
  ...transactionManagementPendingPayments.permission,
  ...merchantPaymentsPendingPayments.permission,
]
