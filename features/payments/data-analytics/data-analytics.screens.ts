import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import { type Screen, screen } from '@counterfoil/kit/web/page/screen.ts'
import { IconChartBar } from '@tabler/icons-react'

const msg = messagesOf(import.meta.url)

const title = msg('Data analytics')
const page = () => import('./data-analytics-page.tsx')
const window = () => import('./analytics-window.tsx')
const operators = {
  audience: ['platform', 'tenant'],
  permission: ['Crm.Reports.ConversionTool.View'],
} as const
const merchants = {
  audience: ['merchant'],
  permission: ['Merchant.Reports.ConversionTool.View'],
} as const

export const screens: readonly Screen[] = [
  screen({
    ...{
      id: 'crm-reports-data-analytics',
      path: '/crm/reports/data-analytics',
      title,
      ...operators,
    },
    menu: { group: 'reports', order: 70, icon: IconChartBar },
    wide: true,
    component: page,
  }),
  screen({
    ...{ id: 'crm-reports-data-analytics-window', title, ...operators },
    path: '/crm/reports/data-analytics/window',
    wide: true,
    component: window,
  }),
  screen({
    ...{ id: 'reports-data-analytics', path: '/reports/data-analytics', title, ...merchants },
    menu: { group: 'reports', order: 40, icon: IconChartBar },
    wide: true,
    component: page,
  }),
  screen({
    ...{ id: 'reports-data-analytics-window', title, ...merchants },
    path: '/reports/data-analytics/window',
    wide: true,
    component: window,
  }),
]
