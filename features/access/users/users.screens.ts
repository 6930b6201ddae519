import { type Screen, screen } from '@counterfoil/kit/web/page/screen.ts'
import { IconBuildingStore, IconUsers } from '@tabler/icons-react'
import { lazy } from 'react'

/** The operators of one tenant, for its page. */
export const TenantUsers = lazy(async () => ({
  default: (await import('./people-section.tsx')).TenantUsers,
}))
/** The people of one merchant, for its page. */
export const MerchantPeople = lazy(async () => ({
  default: (await import('./people-section.tsx')).MerchantPeople,
}))

// here, because the texts of the page itself come with the page
const title = ['User', 'Kullanıcı'] as const
const operators = ['platform', 'tenant'] as const

export const screens: readonly Screen[] = [
  screen({
    id: 'crm-users-merchant',
    path: '/crm/users/merchant',
    title: ['Merchant users', 'Üye iş yeri kullanıcıları'],
    audience: ['platform', 'tenant'],
    permission: ['manageMerchantRoles'],
    menu: { group: 'users', order: 0, icon: IconBuildingStore },
    wide: true,
    component: () => import('./merchant-users.tsx'),
  }),
  screen({
    id: 'crm-users-crm',
    path: '/crm/users/crm',
    title: ['CRM users', 'CRM kullanıcıları'],
    audience: ['platform', 'tenant'],
    permission: ['manageCrmRoles'],
    menu: { group: 'users', order: 10, icon: IconUsers },
    wide: true,
    component: () => import('./operator-users.tsx'),
  }),
  screen({
    id: 'merchant-users-merchant-management',
    path: '/merchant/users/merchant-management',
    title: ['Merchant management', 'Üye iş yeri yönetimi'],
    audience: ['merchant'],
    permission: ['Merchant.UserManagement.Users', 'Merchant.UserManagement.Users.View'],
    menu: { group: 'users', order: 0, icon: IconUsers },
    wide: true,
    component: () => import('./own-users.tsx'),
  }),
  screen({
    id: 'crm-users-merchant-user',
    path: '/crm/users/merchant/:id',
    title,
    audience: operators,
    permission: ['manageMerchantRoles'],
    breadcrumb: 'dynamic',
    component: () => import('./user-page.tsx'),
  }),
  screen({
    id: 'crm-users-crm-user',
    path: '/crm/users/crm/:id',
    title,
    audience: operators,
    permission: ['manageCrmRoles'],
    breadcrumb: 'dynamic',
    component: () => import('./user-page.tsx'),
  }),
  screen({
    id: 'merchant-users-user',
    path: '/merchant/users/merchant-management/:id',
    title,
    audience: ['merchant'],
    permission: ['Merchant.UserManagement.Users', 'Merchant.UserManagement.Users.View'],
    breadcrumb: 'dynamic',
    component: () => import('./user-page.tsx'),
  }),
]
