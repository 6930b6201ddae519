import { isPermission } from '@counterfoil/features/access/roles/permissions.rules.ts'
import type { Audience } from '@counterfoil/kit/contract/audience.ts'
import { judgeScreen, type Screen } from '@counterfoil/kit/web/page/screen.ts'
import type { SignedInUser } from '@counterfoil/kit/web/session/user.tsx'
import { describe, expect, test } from 'vitest'
import { groupOf, mayEnter, withGroup } from './entry.rules.ts'
import { routeGroups } from './route-groups.ts'
import { documentedScreens } from './testing/documented-screens.ts'

const user = (audience: Audience, ...permissions: string[]) =>
  ({ audience, permissions: new Set(permissions) }) as unknown as SignedInUser
const documented = new Map(documentedScreens.map((each) => [each.path, each]))

describe('routes that ask for a permission by their address', () => {
  test.each([
    [
      '/smart-routing-visualization',
      'merchant',
      'Merchant.PaymentsSettings.SmartRouting.View',
      '[permissions.route.smart-routing-visualization]',
    ],
    [
      '/merchant/payment-settings',
      'merchant',
      'Merchant.Payments.Settings',
      '[permissions.route.merchant-payment-settings]',
    ],
    ['/tenant/support', 'tenant', 'CRM.Support.Lookup', '[permissions.route.tenant-support]'],
    [
      '/tenant/support-tickets',
      'tenant',
      'CRM.Support.Lookup',
      '[permissions.route.tenant-support-tickets]',
    ],
    [
      '/platform/transaction-management/transaction-lookup',
      'platform',
      'Platform.Transaction.Lookup',
      '[permissions.route.platform-transaction-lookup]',
    ],
    [
      '/platform/transaction-management',
      'platform',
      'Platform.Transaction.Lookup',
      '[permissions.route.platform-transaction-management]',
    ],
    [
      '/platform/transaction-management/transaction-lookup-columns',
      'platform',
      'Platform.Transaction.LookupColumns',
      '[permissions.route.transaction-lookup-columns]',
    ],
    [
      '/platform/support',
      'platform',
      'Platform.Support.Lookup',
      '[permissions.route.platform-support]',
    ],
    [
      '/platform/support-tickets',
      'platform',
      'Platform.Support.Lookup',
      '[permissions.route.platform-support-tickets]',
    ],
  ] as const)('%s, for %s with %s %s', (path, audience, permission, _rule) => {
    expect(mayEnter(path, user(audience, permission))).toBe(true)
    expect(mayEnter(`${path}/anything`, user(audience, permission))).toBe(true)
    expect(mayEnter(path, user(audience))).toBe(false)
    expect(mayEnter(`${path}/anything`, user(audience))).toBe(false)
    const [other] = (['platform', 'tenant', 'merchant'] as const).filter((one) => one !== audience)
    expect(mayEnter(path, user(other as Audience, permission))).toBe(false)
  })

  test('merchant/users is open to every merchant user [permissions.route.merchant-users]', () => {
    expect(groupOf('/merchant/users')?.permission).toEqual([])
    expect(mayEnter('/merchant/users', user('merchant'))).toBe(true)
    expect(mayEnter('/merchant/users', user('tenant'))).toBe(false)
  })

  test('the columns ask for their own permission alone, not for their neighbours’', () => {
    const path = '/platform/transaction-management/transaction-lookup-columns'
    expect(mayEnter(path, user('platform', 'Platform.Transaction.Lookup'))).toBe(false)
  })

  test('a longer word is another address', () => {
    expect(groupOf('/tenant/supporters')).toBeUndefined()
    expect(mayEnter('/no/such/page', user('merchant'))).toBe(true)
  })

  test('leave management is the platform’s, with a permission for leaves and one for its settings [leave.routes]', () => {
    for (const [path, permission] of [
      ['/crm/leave-management/leaves', 'Platform.LeaveManagement.View'],
      ['/crm/settings/leave-settings/holidays', 'Platform.LeaveSettings.View'],
      ['/crm/settings/leave-settings/employees', 'Platform.LeaveSettings.View'],
    ] as const) {
      expect(documented.get(path)).toMatchObject({
        permission: [permission],
        audience: ['platform'],
      })
    }
    const leaves = '/crm/leave-management/leaves'
    expect(mayEnter(leaves, user('platform', 'Platform.LeaveManagement.View'))).toBe(true)
    expect(mayEnter(leaves, user('platform'))).toBe(false)
    expect(mayEnter(leaves, user('tenant', 'Platform.LeaveManagement.View'))).toBe(false)
  })

  test('a page in a group needs the group’s permission besides its own', () => {
    const smartRouting = withGroup({
      id: 'x',
      path: '/merchant/payment-settings/smart-routing',
      title: { en: 'x' },
      audience: ['merchant'],
      permission: ['Merchant.PaymentsSettings.SmartRouting.View'],
      component: async () => ({ default: () => null }),
    } satisfies Screen)
    const own = 'Merchant.PaymentsSettings.SmartRouting.View'
    expect(judgeScreen(smartRouting, user('merchant', own))).toBe('forbidden')
    expect(judgeScreen(smartRouting, user('merchant', own, 'Merchant.Payments.Settings'))).toBe(
      'open',
    )
  })
})

describe('the table of all documented pages', () => {
  test('asks for permissions that can be given to a role', () => {
    const asked = documentedScreens.flatMap(({ permission }) => permission)
    expect(asked.filter((name) => !isPermission(name))).toEqual([])
    expect(
      routeGroups
        .flatMap(({ permission }) => permission ?? [])
        .filter((name) => !isPermission(name)),
    ).toEqual([])
  })

  test('has a CRM.<X>.View of its own for each entry of the CRM group [permissions.menu.crm-pattern]', () => {
    const crm = ['tasks', 'leads', 'contacts', 'opportunities', 'products', 'projects']
    const others = ['organizations', 'emails', 'price-books']
    const asked = [...crm, ...others].map((name) => documented.get(`/crm/${name}`)?.permission)
    for (const permission of asked) {
      expect(permission).toEqual([expect.stringMatching(/^CRM\.[A-Za-z]+\.View$/)])
    }
    expect(new Set(asked.flat()).size).toBe(9)
  })
})
