import { type Screen, screen } from '@counterfoil/kit/web/screen.ts'
import { IconLayoutDashboard } from '@tabler/icons-react'
import { dashboardTexts } from './dashboard.messages.ts'

export const screens: readonly Screen[] = [
  screen({
    id: 'crm-dashboard',
    path: '/crm/dashboard',
    title: dashboardTexts.title,
    audience: ['platform', 'tenant'],
    permission: ['CRM.Dashboard.View'],
    menu: { group: 'overview', order: 0, icon: IconLayoutDashboard },
    component: () => import('./operator-dashboard.tsx'),
  }),
  screen({
    id: 'dashboard',
    path: '/dashboard',
    title: dashboardTexts.title,
    audience: ['merchant'],
    permission: [],
    menu: { group: 'overview', order: 0, icon: IconLayoutDashboard },
    component: () => import('./merchant-dashboard.tsx'),
  }),
]
