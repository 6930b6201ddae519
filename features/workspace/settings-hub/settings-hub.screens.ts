import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import { type Screen, screen } from '@counterfoil/kit/web/page/screen.ts'
import { IconSettings } from '@tabler/icons-react'

const msg = messagesOf(import.meta.url)

export const screens: readonly Screen[] = [
  screen({
    id: 'crm-settings',
    path: '/crm/settings',
    title: msg('Settings'),
    audience: ['platform', 'tenant'],
    // each setting has its own
    permission: [],
    // the menu shows it in the place of its group when that is long
    hub: { group: 'settings', label: msg('All settings'), icon: IconSettings },
    component: () => import('./settings-hub.tsx'),
  }),
]
