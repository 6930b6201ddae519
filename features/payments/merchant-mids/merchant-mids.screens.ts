import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import { type Screen, screen } from '@counterfoil/kit/web/page/screen.ts'
import { IconBuildingBank, IconCreditCard } from '@tabler/icons-react'

const msg = messagesOf(import.meta.url)

export const screens: readonly Screen[] = [
  screen({
    id: 'merchant-payment-settings-payment-channels',
    path: '/merchant/payment-settings/payment-channels',
    title: msg('Payment channels'),
    audience: ['merchant'],
    permission: ['Merchant.PaymentsSettings.PaymentChannel.View'],
    menu: { group: 'payment-settings', order: 10, icon: IconCreditCard },
    component: () => import('./payment-channels.tsx'),
  }),
  screen({
    id: 'merchant-payment-settings-mid-management',
    path: '/merchant/payment-settings/mid-management',
    title: msg('MID management'),
    audience: ['merchant'],
    permission: ['Merchant.PaymentsSettings.PaymentChannel.MidManagement'],
    menu: { group: 'payment-settings', order: 50, icon: IconBuildingBank },
    component: () => import('./mid-management.tsx'),
  }),
]
