import { type Screen, screen } from '@counterfoil/kit/web/screen.ts'
import { IconCreditCard } from '@tabler/icons-react'
import { listTexts } from './payment-list.messages.ts'

/** One list for three audiences: each finds the payments that it may see. */
export const screens: readonly Screen[] = [
  screen({
    id: 'transaction-management-transaction-lookup',
    path: '/transaction-management/transaction-lookup',
    title: listTexts.title,
    audience: ['platform', 'tenant'],
    permission: ['CRM.Transaction.View'],
    menu: { group: 'transactions', order: 0, icon: IconCreditCard },
    wide: true,
    component: () => import('./operator-payment-list.tsx'),
  }),
  screen({
    id: 'platform-transaction-lookup',
    path: '/platform/transaction-management/transaction-lookup',
    title: listTexts.title,
    audience: ['platform'],
    permission: ['Platform.Transaction.Lookup'],
    menu: { group: 'platform', order: 0, icon: IconCreditCard },
    breadcrumb: listTexts.title,
    wide: true,
    component: () => import('./operator-payment-list.tsx'),
  }),
  screen({
    id: 'merchant-transaction-management-transaction-lookup',
    path: '/merchant/transaction-management/transaction-lookup',
    title: listTexts.title,
    audience: ['merchant'],
    permission: ['Merchant.Transaction.View'],
    menu: { group: 'transactions', order: 0, icon: IconCreditCard },
    wide: true,
    component: () => import('./merchant-payment-list.tsx'),
  }),
]
