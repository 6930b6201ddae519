import { type Screen, screen } from '@counterfoil/kit/web/page/screen.ts'
import { transactionManagementBankOrderUploads } from '@counterfoil/kit/web/site-map/operator-pages.ts'
import { mapped } from '@counterfoil/kit/web/site-map/site-entry.ts'
import { IconBuildingBank } from '@tabler/icons-react'

export const screens: readonly Screen[] = [
  mapped(transactionManagementBankOrderUploads, {
    id: 'transaction-management-bank-order-uploads',
    icon: IconBuildingBank,
    wide: true,
    component: () => import('./bank-order-list.tsx'),
  }),
  screen({
    id: 'transaction-management-bank-order-items',
    path: `${transactionManagementBankOrderUploads.path}/:bankOrderId`,
    title: ['Statement', 'Ekstre'],
    audience: transactionManagementBankOrderUploads.audience,
    permission: transactionManagementBankOrderUploads.permission,
    breadcrumb: 'dynamic',
    wide: true,
    component: () => import('./bank-order-items.tsx'),
  }),
]
