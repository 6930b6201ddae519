import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import { type Screen, screen } from '@counterfoil/kit/web/page/screen.ts'
import { IconBuildingBank } from '@tabler/icons-react'

const msg = messagesOf(import.meta.url)

export const screens: readonly Screen[] = [
  screen({
    id: 'transaction-management-bank-order-uploads',
    path: '/transaction-management/bank-order-uploads',
    title: msg('Bank order uploads'),
    audience: ['platform', 'tenant'],
    permission: ['Crm.Payments.PendingTransactions'],
    menu: { group: 'transactions', order: 100, icon: IconBuildingBank },
    wide: true,
    component: () => import('./bank-order-list.tsx'),
  }),
  screen({
    id: 'transaction-management-bank-order-items',
    path: '/transaction-management/bank-order-uploads/:bankOrderId',
    title: msg('Statement'),
    audience: ['platform', 'tenant'],
    permission: ['Crm.Payments.PendingTransactions'],
    breadcrumb: 'dynamic',
    wide: true,
    component: () => import('./bank-order-items.tsx'),
  }),
]
