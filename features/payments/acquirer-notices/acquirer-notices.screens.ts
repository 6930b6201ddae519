import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import { type Screen, screen } from '@counterfoil/kit/web/page/screen.ts'
import { IconInbox } from '@tabler/icons-react'

const msg = messagesOf(import.meta.url)

export const screens: readonly Screen[] = [
  screen({
    id: 'transaction-management-acquirer-notices',
    path: '/transaction-management/acquirer-notices',
    title: msg('Acquirers’ notices'),
    audience: ['platform', 'tenant'],
    permission: ['CRM.Transaction.AcquirerNotices.View'],
    menu: { group: 'transactions', order: 105, icon: IconInbox },
    wide: true,
    component: () => import('./acquirer-notice-list.tsx'),
  }),
]
