import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import { type Screen, screen } from '@counterfoil/kit/web/page/screen.ts'
import { IconFileText } from '@tabler/icons-react'

const msg = messagesOf(import.meta.url)

export const screens: readonly Screen[] = [
  screen({
    id: 'transaction-management-suspense',
    path: '/transaction-management/suspense',
    title: msg('Suspense'),
    audience: ['platform', 'tenant'],
    permission: ['CRM.Transaction.Suspense.View'],
    menu: { group: 'transactions', order: 102, icon: IconFileText },
    wide: true,
    component: () => import('./suspense-list.tsx'),
  }),
]
