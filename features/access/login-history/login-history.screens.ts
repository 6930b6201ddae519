import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import { type Screen, screen } from '@counterfoil/kit/web/page/screen.ts'
import { IconHistory } from '@tabler/icons-react'

const msg = messagesOf(import.meta.url)

export const screens: readonly Screen[] = [
  screen({
    id: 'crm-reports-login-history',
    path: '/crm/reports/login-history',
    title: msg('Login history'),
    audience: ['platform'],
    permission: ['Platform.Reports.LoginHistory'],
    menu: { group: 'reports', order: 180, icon: IconHistory },
    wide: true,
    component: () => import('./login-history.tsx'),
  }),
]
