import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import { type Screen, screen } from '@counterfoil/kit/web/page/screen.ts'
import { IconCategory, IconLayoutDashboard, IconUsers, IconUsersGroup } from '@tabler/icons-react'

const msg = messagesOf(import.meta.url)

const audience = ['platform', 'tenant'] as const

export const screens: readonly Screen[] = [
  screen({
    id: 'dashboard-categories',
    path: '/crm/settings/dashboard/management/categories-settings',
    title: msg('Dashboard categories settings'),
    audience,
    permission: ['Dashboard.Settings.Categories'],
    menu: { group: 'settings', order: 320, icon: IconCategory },
    component: () => import('./categories-page.tsx'),
  }),
  screen({
    id: 'dashboard-widgets',
    path: '/crm/settings/dashboard/management/Widgets-settings',
    title: msg('Dashboard widgets settings'),
    audience,
    permission: ['Dashboard.Settings.Widgets'],
    menu: { group: 'settings', order: 330, icon: IconLayoutDashboard },
    wide: true,
    component: () => import('./widgets-page.tsx'),
  }),
  screen({
    id: 'dashboard-tenant-roles',
    path: '/crm/settings/dashboard/management/tenant/roles',
    title: msg('Dashboard tenant roles'),
    audience,
    permission: ['Dashboard.WidgetSettings.TenantRoles'],
    menu: { group: 'settings', order: 340, icon: IconUsers },
    component: () => import('./tenant-roles-page.tsx'),
  }),
  screen({
    id: 'dashboard-merchant-roles',
    path: '/crm/settings/dashboard/management/merchant/roles',
    title: msg('Dashboard merchant roles'),
    audience,
    permission: ['Dashboard.WidgetSettings.MerchantRoles'],
    menu: { group: 'settings', order: 350, icon: IconUsersGroup },
    component: () => import('./merchant-roles-page.tsx'),
  }),
]
