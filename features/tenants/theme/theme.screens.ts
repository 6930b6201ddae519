import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import { type Screen, screen } from '@counterfoil/kit/web/page/screen.ts'
import { IconPalette } from '@tabler/icons-react'
import { lazy } from 'react'

// not those of the page: every first page would carry them
const msg = messagesOf(import.meta.url)

/** The form without its page, for the platform's page of a tenant. */
export const BrandingForm = lazy(() => import('./branding-form.tsx'))

export const screens: readonly Screen[] = [
  screen({
    id: 'crm-settings-theme',
    path: '/crm/settings/theme',
    title: msg('Tenant settings'),
    audience: ['platform', 'tenant'],
    permission: ['Settings.GeneralSettings.Theme.View'],
    menu: { group: 'settings', order: 145, icon: IconPalette },
    component: () => import('./theme-settings.tsx'),
  }),
]
