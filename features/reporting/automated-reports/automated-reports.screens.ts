import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import { type Screen, screen } from '@counterfoil/kit/web/page/screen.ts'
import { IconClock } from '@tabler/icons-react'

const msg = messagesOf(import.meta.url)

export const screens: readonly Screen[] = [
  screen({
    id: 'automated-reports',
    path: '/automated-reports',
    title: msg('Automated reports'),
    audience: ['platform', 'tenant', 'merchant'],
    permission: [],
    menu: { group: 'reports', order: 290, icon: IconClock, isOfOthers: true },
    component: () => import('./automated-reports.tsx'),
  }),
]
