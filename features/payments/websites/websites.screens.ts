import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import { type Screen, screen } from '@counterfoil/kit/web/page/screen.ts'
import { IconAppWindow } from '@tabler/icons-react'

const msg = messagesOf(import.meta.url)

export const screens: readonly Screen[] = [
  screen({
    id: 'developer-settings-hosted-payment',
    path: '/developer-settings/hosted-payment',
    title: msg('Hosted payment'),
    audience: ['merchant'],
    permission: ['Merchant.Settings.PPC'],
    menu: {
      ...{ group: 'developer', order: 0, icon: IconAppWindow },
      annotation: msg('websites settings'),
    },
    component: () => import('./hosted-payment.tsx'),
  }),
]
