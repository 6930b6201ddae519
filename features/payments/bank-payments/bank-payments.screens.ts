import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import { type Screen, screen } from '@counterfoil/kit/web/page/screen.ts'
import { IconBuildingBank } from '@tabler/icons-react'

const msg = messagesOf(import.meta.url)

export const screens: readonly Screen[] = [
  screen({
    id: 'merchant-payments-open-banking-history',
    path: '/merchant/payments/open-banking-history',
    title: msg('Open banking history'),
    audience: ['merchant'],
    permission: ['Merchant.Payments.View'],
    menu: { group: 'payments', order: 60, icon: IconBuildingBank },
    wide: true,
    component: () => import('./bank-payment-list.tsx'),
  }),
]
