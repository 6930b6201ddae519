import type { Screen } from '@counterfoil/kit/web/screen.ts'
import { type Audience, holdsAny, type SignedInUser } from '@counterfoil/kit/web/user.tsx'

/** A part of the portal whose address alone asks for a permission, whatever page lies there (000 §6, 001 §6). */
export interface RouteGroup {
  readonly path: string
  readonly audience: readonly Audience[]
  /** Any one suffices; `[]` means everybody of the audience. */
  readonly permission: readonly string[]
}

const group = (path: string, audience: Audience, ...permission: string[]): RouteGroup => ({
  path,
  audience: [audience],
  permission,
})

const platformManagement = '/platform/transaction-management'

export const routeGroups: readonly RouteGroup[] = [
  group('/smart-routing-visualization', 'merchant', 'Merchant.PaymentsSettings.SmartRouting.View'),
  group('/merchant/payment-settings', 'merchant', 'Merchant.Payments.Settings'),
  group('/merchant/users', 'merchant'),
  group('/merchant/profile-settings', 'merchant'),
  group('/tenant/support', 'tenant', 'CRM.Support.Lookup'),
  group('/tenant/support-tickets', 'tenant', 'CRM.Support.Lookup'),
  group('/platform/support', 'platform', 'Platform.Support.Lookup'),
  group('/platform/support-tickets', 'platform', 'Platform.Support.Lookup'),
  // The two lookups are routes of their own beside the group (READINGS 20).
  group(`${platformManagement}/transaction-lookup`, 'platform', 'Platform.Transaction.Lookup'),
  group(
    `${platformManagement}/transaction-lookup-columns`,
    'platform',
    'Platform.Transaction.LookupColumns',
  ),
  group(platformManagement, 'platform', 'Platform.Transaction.Lookup'),
  group('/crm/leave-management', 'platform', 'Platform.LeaveManagement.View'),
  group('/crm/settings/leave-settings', 'platform', 'Platform.LeaveSettings.View'),
  group('/platform/ai-agent', 'platform', 'Platform.AIAgent.View'),
]

/** The group that an address lies in: the longest that begins it, segment by segment. */
export function groupOf(path: string): RouteGroup | undefined {
  return routeGroups
    .filter((each) => path === each.path || path.startsWith(`${each.path}/`))
    .sort((one, other) => other.path.length - one.path.length)[0]
}

/** Whether a user may go where nothing may have been built yet: what is not there is nobody's to know of either. */
export function mayEnter(path: string, user: SignedInUser): boolean {
  const found = groupOf(path)
  if (found === undefined) return true
  return found.audience.includes(user.audience) && holdsAny(user, found.permission)
}

/** The screen with its group's permission besides its own, for menu, guard and palette alike. */
export function withGroup(screen: Screen): Screen {
  const permission = groupOf(screen.path)?.permission ?? []
  if (permission.length === 0) return screen
  return { ...screen, alsoPermission: [...(screen.alsoPermission ?? []), permission] }
}
