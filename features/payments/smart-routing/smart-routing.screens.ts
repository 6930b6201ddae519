import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import { type Screen, screen } from '@counterfoil/kit/web/page/screen.ts'
import { IconArrowsSplit2, IconRoute } from '@tabler/icons-react'

const msg = messagesOf(import.meta.url)

const view = 'Merchant.PaymentsSettings.SmartRouting.View'

export const screens: readonly Screen[] = [
  screen({
    id: 'merchant-payment-settings-smart-routing',
    path: '/merchant/payment-settings/smart-routing',
    title: msg('Smart routing'),
    audience: ['merchant'],
    permission: [view],
    menu: { group: 'payment-settings', order: 30, icon: IconRoute },
    component: () => import('./ordered-rules.tsx'),
  }),
  screen({
    id: 'merchant-payment-settings-smart-routing-v2',
    path: '/merchant/payment-settings/smart-routing-v2',
    title: msg('Smart routing V2'),
    audience: ['merchant'],
    permission: ['Merchant.PaymentsSettings.SmartRoutingV2'],
    menu: { group: 'payment-settings', order: 20, icon: IconArrowsSplit2 },
    component: () => import('./merchant-rules.tsx'),
  }),
  screen({
    id: 'smart-routing-visualization',
    path: '/smart-routing-visualization',
    title: msg('Smart Routing Visualization'),
    audience: ['merchant'],
    permission: [view],
    component: () => import('./routing-traffic.tsx'),
  }),
  screen({
    id: 'crm-settings-smart-routing',
    path: '/crm/settings/smart-routing',
    title: msg('Smart routing'),
    audience: ['platform', 'tenant'],
    permission: ['Settings.Mid.Management.View'],
    menu: { group: 'settings', order: 61, icon: IconRoute },
    component: () => import('./operator-rules.tsx'),
  }),
]
