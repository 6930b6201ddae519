import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import { type Screen, screen } from '@counterfoil/kit/web/page/screen.ts'
import { IconLink } from '@tabler/icons-react'

const msg = messagesOf(import.meta.url)

export const screens: readonly Screen[] = [
  screen({
    id: 'merchant-payment-settings-payment-links',
    path: '/merchant/payment-settings/payment-links',
    title: msg('Payment links'),
    audience: ['merchant'],
    permission: ['Merchant.Payment.Links'],
    menu: { group: 'payment-settings', order: 40, icon: IconLink },
    wide: true,
    component: () => import('./payment-links.tsx'),
  }),
]
