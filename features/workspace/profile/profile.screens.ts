import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import { type Screen, screen } from '@counterfoil/kit/web/page/screen.ts'

const msg = messagesOf(import.meta.url)

const profile = {
  title: msg('Profile settings'),
  permission: [],
  component: () => import('./profile-settings.tsx'),
} as const

export const screens: readonly Screen[] = [
  screen({
    id: 'tenant-profile-settings',
    path: '/tenant/profile-settings',
    audience: ['platform', 'tenant'],
    ...profile,
  }),
  screen({
    id: 'merchant-profile-settings',
    path: '/merchant/profile-settings',
    audience: ['merchant'],
    ...profile,
  }),
]
