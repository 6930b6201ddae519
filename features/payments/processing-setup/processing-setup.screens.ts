import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import { type Screen, screen } from '@counterfoil/kit/web/page/screen.ts'
import { IconListCheck } from '@tabler/icons-react'

const msg = messagesOf(import.meta.url)

const title = msg('Processing setup tool')

export const screens: readonly Screen[] = [
  screen({
    title,
    id: 'transaction-management-processing-setup-tool',
    path: '/transaction-management/processing-setup-tool',
    audience: ['platform', 'tenant'],
    permission: ['CRM.Transaction.ProcessingSetupTool'],
    menu: { group: 'transactions', order: 150, icon: IconListCheck },
    component: () => import('./operator-setups.tsx'),
  }),
  screen({
    title,
    id: 'platform-processing-setup-tool',
    path: '/platform/transaction-management/processing-setup-tool',
    audience: ['platform'],
    permission: ['Platform.Transaction.ProcessingSetupTool'],
    menu: { group: 'platform', order: 40, icon: IconListCheck },
    component: () => import('./operator-setups.tsx'),
  }),
  screen({
    title,
    id: 'merchant-transaction-management-processing-setup-tool',
    path: '/merchant/transaction-management/processing-setup-tool',
    audience: ['merchant'],
    permission: ['Merchant.Transaction.ProcessingSetupTool'],
    menu: { group: 'transactions', order: 40, icon: IconListCheck },
    component: () => import('./merchant-setup.tsx'),
  }),
]
