import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import { type Screen, screen } from '@counterfoil/kit/web/page/screen.ts'
import { IconBuildingCommunity } from '@tabler/icons-react'

const msg = messagesOf(import.meta.url)

const permission = ['Platform.Tenants.View']

export const screens: readonly Screen[] = [
  screen({
    id: 'crm-tenant-management-tenants',
    path: '/crm/tenant-management/tenants',
    title: msg('Tenants'),
    audience: ['platform'],
    permission,
    menu: { group: 'tenants', order: 0, icon: IconBuildingCommunity },
    wide: true,
    component: () => import('./tenant-list.tsx'),
  }),
  screen({
    id: 'crm-tenant-management-tenant',
    path: '/crm/tenant-management/tenants/:id',
    title: msg('Tenant'),
    audience: ['platform'],
    permission,
    breadcrumb: 'dynamic',
    component: () => import('./tenant-page.tsx'),
  }),
  screen({
    id: 'crm-tenant-management-branding',
    path: '/crm/tenant-management/tenants/:id/branding',
    title: msg('Branding'),
    audience: ['platform'],
    permission,
    component: () => import('./tenant-branding.tsx'),
  }),
]
