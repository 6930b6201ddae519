import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import { type Screen, screen } from '@counterfoil/kit/web/page/screen.ts'
import { IconLayoutDashboard } from '@tabler/icons-react'

const msg = messagesOf(import.meta.url)

export const screens: readonly Screen[] = [
  screen({
    id: 'crm-dashboard',
    path: '/crm/dashboard',
    title: msg('Dashboard'),
    audience: ['platform', 'tenant'],
    permission: ['CRM.Dashboard.View'],
    menu: { group: 'overview', order: 0, icon: IconLayoutDashboard },
    component: () => import('./board-page.tsx'),
  }),
  screen({
    id: 'dashboard',
    path: '/dashboard',
    title: msg('Dashboard'),
    audience: ['merchant'],
    permission: [],
    menu: { group: 'overview', order: 0, icon: IconLayoutDashboard },
    component: () => import('./board-page.tsx'),
  }),
]
