import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import { type Screen, screen } from '@counterfoil/kit/web/page/screen.ts'
import { IconBellExclamation } from '@tabler/icons-react'

const msg = messagesOf(import.meta.url)

export const screens: readonly Screen[] = [
  screen({
    id: 'crm-reports-alerts',
    path: '/crm/reports/alerts',
    title: msg('Alerts'),
    audience: ['platform', 'tenant'],
    permission: ['CRM.Reports.Alerts', 'Platform.Reports.Alerts'],
    menu: { group: 'reports', order: 170, icon: IconBellExclamation },
    wide: true,
    component: () => import('./alert-list.tsx'),
  }),
]
