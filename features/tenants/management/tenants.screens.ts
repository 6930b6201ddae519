import { type Screen, screen } from '@counterfoil/kit/web/page/screen.ts'
import { crmTenantManagementTenants } from '@counterfoil/kit/web/site-map/operator-pages.ts'
import { mapped, staff } from '@counterfoil/kit/web/site-map/site-entry.ts'
import { IconBuildingCommunity } from '@tabler/icons-react'

const permission = ['Platform.Tenants.View']

export const screens: readonly Screen[] = [
  mapped(crmTenantManagementTenants, {
    id: 'crm-tenant-management-tenants',
    icon: IconBuildingCommunity,
    wide: true,
    component: () => import('./tenant-list.tsx'),
  }),
  screen({
    id: 'crm-tenant-management-tenant',
    path: '/crm/tenant-management/tenants/:id',
    title: ['Tenant', 'Kiracı'],
    audience: staff,
    permission,
    breadcrumb: 'dynamic',
    component: () => import('./tenant-page.tsx'),
  }),
  screen({
    id: 'crm-tenant-management-branding',
    path: '/crm/tenant-management/tenants/:id/branding',
    title: ['Branding', 'Marka'],
    audience: staff,
    permission,
    component: () => import('./tenant-branding.tsx'),
  }),
]
