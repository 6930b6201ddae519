import type { Screen } from '@counterfoil/kit/web/page/screen.ts'
import { dashboard } from '@counterfoil/kit/web/site-map/merchant-pages.ts'
import { crmDashboard } from '@counterfoil/kit/web/site-map/operator-pages.ts'
import { mapped } from '@counterfoil/kit/web/site-map/site-entry.ts'
import { IconLayoutDashboard } from '@tabler/icons-react'

export const screens: readonly Screen[] = [
  mapped(crmDashboard, {
    id: 'crm-dashboard',
    icon: IconLayoutDashboard,
    component: () => import('./operator-dashboard.tsx'),
  }),
  mapped(dashboard, {
    id: 'dashboard',
    icon: IconLayoutDashboard,
    component: () => import('./merchant-dashboard.tsx'),
  }),
]
