import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import type { Text } from '@counterfoil/kit/contract/texts.ts'
import type { RouteGroup } from '@counterfoil/kit/web/page/route-groups.ts'

const msg = messagesOf(import.meta.url)

const operators = ['platform', 'tenant'] as const
const tenants = ['tenant'] as const
const staff = ['platform'] as const
const merchants = ['merchant'] as const

const support: Text = msg('Support')

/** The top-level route groups: audience, required permission, and breadcrumb if there is one. */
export const routeGroups: readonly RouteGroup[] = [
  { path: '/boarding', audience: merchants },
  { path: '/dashboard', audience: merchants },
  { path: '/merchant/support', audience: merchants, crumb: support },
  { path: '/merchant/support-tickets', audience: merchants },
  { path: '/merchant/payments', audience: merchants },
  { path: '/merchant/transaction-management', audience: merchants },
  { path: '/reports', audience: merchants },
  { path: '/developer-settings', audience: merchants },
  { path: '/documentation', audience: merchants },
  {
    path: '/merchant/profile-settings',
    audience: merchants,
    crumb: msg('Profile settings'),
  },
  {
    path: '/smart-routing-visualization',
    audience: merchants,
    permission: ['Merchant.PaymentsSettings.SmartRouting.View'],
    crumb: msg('Smart Routing Visualization'),
  },
  {
    path: '/merchant/payment-settings',
    audience: merchants,
    permission: ['Merchant.Payments.Settings'],
  },
  { path: '/merchant/users', audience: merchants, permission: [] },

  { path: '/crm/dashboard', audience: operators },
  { path: '/crm', audience: operators, crumb: 'hidden' },
  { path: '/crm/users', audience: operators },
  { path: '/crm/settings', audience: operators },
  // platform staff use the CRM too
  { path: '/crm/reports', audience: operators, crumb: msg('Reports') },
  {
    path: '/tenant/support',
    audience: tenants,
    permission: ['CRM.Support.Lookup'],
    crumb: support,
  },
  { path: '/tenant/support-tickets', audience: tenants, permission: ['CRM.Support.Lookup'] },
  { path: '/transaction-management', audience: operators },
  { path: '/tenant/profile-settings', audience: operators },
  { path: '/crm/disputes', audience: operators },

  {
    path: '/platform/transaction-management/transaction-lookup',
    audience: staff,
    permission: ['Platform.Transaction.Lookup'],
    crumb: msg('Transaction Lookup'),
  },
  {
    path: '/platform/transaction-management/transaction-lookup-columns',
    audience: staff,
    permission: ['Platform.Transaction.LookupColumns'],
  },
  {
    path: '/platform/transaction-management',
    audience: staff,
    permission: ['Platform.Transaction.Lookup'],
  },
  { path: '/platform/support', audience: staff, permission: ['Platform.Support.Lookup'] },
  { path: '/platform/support-tickets', audience: staff, permission: ['Platform.Support.Lookup'] },
  { path: '/crm/tenant-management', audience: staff },
  {
    path: '/crm/leave-management',
    audience: staff,
    permission: ['Platform.LeaveManagement.View'],
    crumb: msg('Leave Management'),
  },
  {
    path: '/platform/ai-agent',
    audience: staff,
    permission: ['Platform.AIAgent.View'],
    crumb: msg('AI Chat'),
  },
]
