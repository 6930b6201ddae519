import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import { type Screen, screen } from '@counterfoil/kit/web/page/screen.ts'
import { IconBellExclamation } from '@tabler/icons-react'
import { alertReport } from './alert-report.schema.ts'

const msg = messagesOf(import.meta.url)

export const screens: readonly Screen[] = [
  screen({
    ...alertReport,
    menu: { group: 'reports', order: 170, icon: IconBellExclamation },
    wide: true,
    component: () => import('./alert-list.tsx'),
  }),
  screen({
    id: 'crm-settings-alerts-decline-pending-ratio',
    path: '/crm/settings/alerts/decline-pending-ratio',
    title: msg('Decline / pending ratio alerts'),
    audience: ['platform'],
    permission: ['Platform.Tenants.View'],
    menu: { group: 'settings', order: 370, icon: IconBellExclamation },
    wide: true,
    component: () => import('./ratio-rules.tsx'),
  }),
]
