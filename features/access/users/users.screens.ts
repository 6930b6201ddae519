import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import { type Screen, screen } from '@counterfoil/kit/web/page/screen.ts'
import { IconBuildingStore, IconUsers } from '@tabler/icons-react'
import { lazy } from 'react'

const msg = messagesOf(import.meta.url)

/** The operators of one tenant, for the tenant's page. */
export const TenantUsers = lazy(async () => ({
  default: (await import('./users-section.tsx')).TenantUsers,
}))
/** The users of one merchant, for the merchant's page. */
export const MerchantUsers = lazy(async () => ({
  default: (await import('./users-section.tsx')).MerchantUsers,
}))

// The title stands here because the texts of the page are loaded with the page.
const title = msg('User')
const operators = ['platform', 'tenant'] as const

const userList = (name: 'MerchantUserList' | 'OperatorUserList' | 'OwnUserList') => async () => ({
  default: (await import('./user-list.tsx'))[name],
})

export const screens: readonly Screen[] = [
  screen({
    id: 'crm-users-merchant',
    path: '/crm/users/merchant',
    title: msg('Merchant users'),
    audience: ['platform', 'tenant'],
    permission: ['manageMerchantRoles'],
    menu: { group: 'users', order: 0, icon: IconBuildingStore },
    wide: true,
    component: userList('MerchantUserList'),
  }),
  screen({
    id: 'crm-users-crm',
    path: '/crm/users/crm',
    title: msg('CRM users'),
    audience: ['platform', 'tenant'],
    permission: ['manageCrmRoles'],
    menu: { group: 'users', order: 10, icon: IconUsers },
    wide: true,
    component: userList('OperatorUserList'),
  }),
  screen({
    id: 'merchant-users-merchant-management',
    path: '/merchant/users/merchant-management',
    title: msg('Merchant management'),
    audience: ['merchant'],
    permission: ['Merchant.UserManagement.Users', 'Merchant.UserManagement.Users.View'],
    menu: { group: 'users', order: 0, icon: IconUsers },
    wide: true,
    component: userList('OwnUserList'),
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
