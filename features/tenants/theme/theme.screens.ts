import { type Screen, screen } from '@counterfoil/kit/web/screen.ts'
import { IconPalette } from '@tabler/icons-react'
import { themeTexts } from './theme.messages.ts'

export const screens: readonly Screen[] = [
  screen({
    id: 'crm-settings-theme',
    path: '/crm/settings/theme',
    title: themeTexts.title,
    audience: ['platform', 'tenant'],
    permission: ['Settings.GeneralSettings.Theme.View'],
    menu: { group: 'settings', order: 0, icon: IconPalette },
    component: () => import('./theme-settings.tsx'),
  }),
]
