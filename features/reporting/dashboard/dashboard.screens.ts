import { type Screen, screen } from '@counterfoil/kit/web/page/screen.ts'
import { IconLayoutDashboard } from '@tabler/icons-react'

export const screens: readonly Screen[] = [
  screen({
    id: 'crm-dashboard',
    path: '/crm/dashboard',
    title: ['Dashboard', 'Gösterge paneli'],
    audience: ['platform', 'tenant'],
    permission: ['CRM.Dashboard.View'],
    menu: { group: 'overview', order: 0, icon: IconLayoutDashboard },
    component: () => import('./operator-dashboard.tsx'),
  }),
  screen({
    id: 'dashboard',
    path: '/dashboard',
    title: ['Dashboard', 'Gösterge paneli'],
    audience: ['merchant'],
    permission: [],
    menu: { group: 'overview', order: 0, icon: IconLayoutDashboard },
    component: () => import('./merchant-dashboard.tsx'),
  }),
]
