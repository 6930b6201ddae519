import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import { type Screen, screen } from '@counterfoil/kit/web/page/screen.ts'
import { IconClockHour4 } from '@tabler/icons-react'

const msg = messagesOf(import.meta.url)

const page = {
  title: msg('Service levels'),
  menu: { group: 'support', order: 40, icon: IconClockHour4 },
  component: () => import('./service-level-settings.tsx'),
} as const

/** The settings of agents' organisations, in the menu beside the overview. */
export const screens: readonly Screen[] = [
  screen({
    ...page,
    id: 'tenant-service-levels',
    path: '/tenant/support-service-levels',
    audience: ['tenant'],
    permission: ['CRM.Support.Lookup'],
  }),
  screen({
    ...page,
    id: 'platform-service-levels',
    path: '/platform/support-service-levels',
    audience: ['platform'],
    permission: ['Platform.Support.Lookup'],
  }),
]
