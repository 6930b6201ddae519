import { type Screen, screen } from '@counterfoil/kit/web/page/screen.ts'
import { IconPalette } from '@tabler/icons-react'
import { lazy } from 'react'
import { themeTexts } from './theme.messages.ts'

/** The form without its page, for the platform's page of a tenant. */
export const BrandingForm = lazy(() => import('./branding-form.tsx'))

export const screens: readonly Screen[] = [
  screen({
    id: 'crm-settings-theme',
    path: '/crm/settings/theme',
    title: themeTexts.title,
    audience: ['platform', 'tenant'],
    permission: ['Settings.GeneralSettings.Theme.View'],
    menu: { group: 'settings', order: 145, icon: IconPalette },
    component: () => import('./theme-settings.tsx'),
  }),
]
