import { type Screen, screen } from '@counterfoil/kit/web/page/screen.ts'
import { IconBuildingCommunity } from '@tabler/icons-react'

const permission = ['Platform.Tenants.View']

export const screens: readonly Screen[] = [
  screen({
    id: 'crm-tenant-management-tenants',
    path: '/crm/tenant-management/tenants',
    title: ['Tenants', 'Kiracılar'],
    audience: ['platform'],
    permission,
    menu: { group: 'tenants', order: 0, icon: IconBuildingCommunity },
    wide: true,
    component: () => import('./tenant-list.tsx'),
  }),
  screen({
    id: 'crm-tenant-management-tenant',
    path: '/crm/tenant-management/tenants/:id',
    title: ['Tenant', 'Kiracı'],
    audience: ['platform'],
    permission,
    breadcrumb: 'dynamic',
    component: () => import('./tenant-page.tsx'),
  }),
  screen({
    id: 'crm-tenant-management-branding',
    path: '/crm/tenant-management/tenants/:id/branding',
    title: ['Branding', 'Marka'],
    audience: ['platform'],
    permission,
    component: () => import('./tenant-branding.tsx'),
  }),
]
