import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import { type Screen, screen } from '@counterfoil/kit/web/page/screen.ts'
import { IconMailQuestion } from '@tabler/icons-react'

const msg = messagesOf(import.meta.url)

export const screens: readonly Screen[] = [
  screen({
    id: 'crm-settings-channel-requests',
    path: '/crm/settings/channel-requests',
    title: msg('Requests of merchants'),
    audience: ['platform', 'tenant'],
    permission: ['Settings.Mid.Management.View'],
    menu: { group: 'settings', order: 62, icon: IconMailQuestion },
    component: () => import('./operator-requests.tsx'),
  }),
  screen({
    id: 'merchant-payment-settings-channel-requests',
    path: '/merchant/payment-settings/channel-requests',
    title: msg('Change requests'),
    audience: ['merchant'],
    permission: [
      'Merchant.PaymentsSettings.PaymentChannel.View',
      'Merchant.PaymentsSettings.PaymentChannel.MidManagement',
    ],
    menu: { group: 'payment-settings', order: 55, icon: IconMailQuestion },
    component: () => import('./merchant-requests.tsx'),
  }),
]
