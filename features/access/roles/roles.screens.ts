import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import { type Screen, screen } from '@counterfoil/kit/web/page/screen.ts'
import { IconUserShield } from '@tabler/icons-react'
import { lazy } from 'react'

const msg = messagesOf(import.meta.url)

const title = msg('Roles')
const roleTitle = msg('Role')
const ofMerchants = ['Merchant.UserManagement.Users', 'Merchant.UserManagement.Users.View']

/** Permissions in words, for other pages. */
export const PermissionList = lazy(async () => ({
  default: (await import('./permission-list.tsx')).PermissionList,
}))

/** Roles stand under user management. */
export const screens: readonly Screen[] = [
  screen({
    id: 'crm-users-managment',
    path: '/crm/users/managment',
    title: msg('User management'),
    audience: ['platform', 'tenant'],
    permission: ['manageCrmRoles', 'manageMerchantRoles'],
    menu: { group: 'users', order: 20, icon: IconUserShield },
    wide: true,
    component: () => import('./role-list.tsx'),
  }),
  screen({
    id: 'crm-users-role',
    path: '/crm/users/managment/:id',
    title: roleTitle,
    audience: ['platform', 'tenant'],
    permission: ['manageCrmRoles', 'manageMerchantRoles'],
    breadcrumb: 'dynamic',
    wide: true,
    component: () => import('./role-page.tsx'),
  }),
  screen({
    id: 'merchant-users-roles',
    path: '/merchant/users/roles',
    title,
    audience: ['merchant'],
    permission: ofMerchants,
    wide: true,
    component: () => import('./role-list.tsx'),
  }),
  screen({
    id: 'merchant-users-role',
    path: '/merchant/users/roles/:id',
    title: roleTitle,
    audience: ['merchant'],
    permission: ofMerchants,
    breadcrumb: 'dynamic',
    wide: true,
    component: () => import('./role-page.tsx'),
  }),
]

/** The effective permissions of one user; loaded with the user's page. */
export const UserPermissionsSection = lazy(() => import('./user-permissions-section.tsx'))
