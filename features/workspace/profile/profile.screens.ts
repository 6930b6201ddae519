import { type Screen, screen } from '@counterfoil/kit/web/page/screen.ts'

const profile = {
  title: ['Profile settings', 'Profil ayarları'],
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
