import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import { lazyPart } from '@counterfoil/kit/web/page/lazy-part.ts'
import { type Screen, screen } from '@counterfoil/kit/web/page/screen.ts'

const msg = messagesOf(import.meta.url)

// here, because the texts of the page itself come with the page
const title = msg('Payment')

/** A payment, below the path of its list. */
export const screens: readonly Screen[] = [
  screen({
    id: 'transaction-management-transaction',
    path: '/transaction-management/transaction-lookup/:id',
    title,
    audience: ['platform', 'tenant'],
    permission: ['CRM.Transaction.View'],
    breadcrumb: 'dynamic',
    wide: true,
    component: () => import('./operator-payment.tsx'),
  }),
  screen({
    id: 'platform-transaction',
    path: '/platform/transaction-management/transaction-lookup/:id',
    title,
    audience: ['platform'],
    permission: ['Platform.Transaction.Lookup'],
    breadcrumb: 'dynamic',
    wide: true,
    component: () => import('./operator-payment.tsx'),
  }),
  screen({
    id: 'merchant-transaction',
    path: '/merchant/transaction-management/transaction-lookup/:id',
    title,
    audience: ['merchant'],
    permission: ['Merchant.Transaction.View'],
    breadcrumb: 'dynamic',
    wide: true,
    component: () => import('./merchant-payment.tsx'),
  }),
]

/** What can be done with a payment, where it is decided on beside a list. */
export const PaymentActions = lazyPart(() =>
  import('./payment-actions.tsx').then((part) => part.OwnPaymentActions),
)
