import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import { type Screen, screen } from '@counterfoil/kit/web/page/screen.ts'
import { IconHistory } from '@tabler/icons-react'

const msg = messagesOf(import.meta.url)

export const screens: readonly Screen[] = [
  screen({
    id: 'crm-settings-retention',
    path: '/crm/settings/retention',
    title: msg('Retention'),
    audience: ['platform', 'tenant'],
    permission: ['Settings.GeneralSettings.SystemVariable.View'],
    menu: { group: 'settings', order: 191, icon: IconHistory },
    wide: true,
    component: () => import('./retention.tsx'),
  }),
]
