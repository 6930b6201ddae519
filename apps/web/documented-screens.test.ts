import type { Audience } from '@counterfoil/kit/contract/audience.ts'
import { menuGroups } from '@counterfoil/kit/web/page/menu-groups.ts'
import { groupsAbove } from '@counterfoil/kit/web/page/route-groups.ts'
import { judgeScreen, menuFor, partsOf, type Screen } from '@counterfoil/kit/web/page/screen.ts'
import type { SignedInUser } from '@counterfoil/kit/web/session/user.tsx'
import { describe, expect, test } from 'vitest'
import { routeGroups } from './route-groups.ts'
import { documentedScreens } from './testing/documented-screens.ts'

const at = (path: string) => documentedScreens.find((entry) => entry.path === path)
const everything = new Set(
  documentedScreens.flatMap(({ permission, alsoPermission = [] }) => [
    ...permission,
    ...alsoPermission.flat(),
  ]),
)
const user = (audience: Audience, permissions: ReadonlySet<string> = everything) =>
  ({ audience, permissions }) as unknown as SignedInUser
const menuOf = (audience: Audience, permissions?: ReadonlySet<string>) =>
  menuFor(documentedScreens, user(audience, permissions)).flatMap((section) =>
    section.screens.map(({ path, title, menu }) => ({
      path,
      title,
      group: section.group.id,
      menu,
    })),
  )

const groupPaths = (audience: string) =>
  routeGroups
    .filter((group) => group.audience.includes(audience as Audience))
    .map(({ path }) => path.slice(1))
const groupOf = (path: string) => routeGroups.find((group) => group.path === `/${path}`)

describe('the groups of routes', () => {
  test('of merchants [routes.groups.merchant]', () => {
    expect(groupPaths('merchant')).toEqual([
      'boarding',
      'dashboard',
      'merchant/support',
      'merchant/support-tickets',
      'merchant/payments',
      'merchant/transaction-management',
      'reports',
      'developer-settings',
      'documentation',
      'merchant/profile-settings',
      'smart-routing-visualization',
      'merchant/payment-settings',
      'merchant/users',
    ])
  })

  test('of tenants [routes.groups.tenant]', () => {
    expect(groupPaths('tenant')).toEqual([
      'crm/dashboard',
      'crm',
      'crm/users',
      'crm/settings',
      'crm/reports',
      'tenant/support',
      'tenant/support-tickets',
      'transaction-management',
      'tenant/profile-settings',
      'crm/disputes',
    ])
  })

  test('of the platform alone [routes.groups.platform]', () => {
    const own = routeGroups.filter(({ audience }) => audience.join() === 'platform')
    expect(own.map(({ path }) => path.slice(1))).toEqual([
      'platform/transaction-management/transaction-lookup',
      'platform/transaction-management/transaction-lookup-columns',
      'platform/transaction-management',
      'platform/support',
      'platform/support-tickets',
      'crm/tenant-management',
      'crm/leave-management',
      'platform/ai-agent',
    ])
  })

  test('and their user types; platform staff count as crm [routes.user-types]', () => {
    expect(groupOf('merchant/profile-settings')?.audience).toEqual(['merchant'])
    expect(groupOf('crm/reports')?.audience).toEqual(['platform', 'tenant'])
    expect(groupOf('tenant/profile-settings')?.audience).toEqual(['platform', 'tenant'])
    expect(groupOf('crm/leave-management')?.audience).toEqual(['platform'])
    expect(groupOf('platform/ai-agent')?.audience).toEqual(['platform'])
  })

  test('and their crumbs [routes.breadcrumbs]', () => {
    const crumbs = Object.fromEntries(
      routeGroups.flatMap(({ path, crumb }) =>
        crumb === undefined ? [] : [[path.slice(1), crumb === 'hidden' ? null : crumb.en]],
      ),
    )
    expect(crumbs).toEqual({
      'merchant/support': 'Support',
      'merchant/profile-settings': 'Profile settings',
      'smart-routing-visualization': 'Smart Routing Visualization',
      crm: null,
      'crm/reports': 'Reports',
      'tenant/support': 'Support',
      'platform/transaction-management/transaction-lookup': 'Transaction Lookup',
      'crm/leave-management': 'Leave Management',
      'platform/ai-agent': 'AI Chat',
    })
  })

  test('hold every page, and no page opens to whom its group does not', () => {
    for (const { path, audience } of documentedScreens) {
      const groups = groupsAbove(routeGroups, path)
      expect([path, groups.length > 0]).toEqual([path, true])
      const allowed = audience.every((each) => groups.at(-1)?.audience.includes(each))
      expect([path, allowed]).toEqual([path, true])
    }
  })
})

describe('the menus', () => {
  test('operators have the main one, merchants theirs [shell.navbar.choice]', () => {
    const [platform, tenant, merchant] = [menuOf('platform'), menuOf('tenant'), menuOf('merchant')]
    expect([platform.length, tenant.length, merchant.length]).toEqual([109, 94, 47])
    expect(tenant.every(({ path }) => at(path)?.audience.includes('tenant'))).toBe(true)
    expect(merchant.every(({ group }) => group in menuGroups.merchant)).toBe(true)
    expect(merchant.some(({ path }) => path.startsWith('/crm'))).toBe(false)
    expect(tenant.some(({ path }) => path === '/crm/leads')).toBe(true)
  })

  test('every page is operators’ or merchants’, and never both’s [users.audiences.two]', () => {
    expect(new Set(documentedScreens.map(({ audience }) => audience.join()))).toEqual(
      new Set(['platform,tenant', 'tenant', 'platform', 'merchant']),
    )
    for (const { menu, audience, path } of documentedScreens) {
      if (menu === undefined) continue
      const own = audience.join() === 'merchant' ? menuGroups.merchant : menuGroups.operator
      expect([path, menu.group in own]).toEqual([path, true])
    }
  })

  test('merchants have the documented areas [users.merchant-areas]', () => {
    const pages = menuOf('merchant')
    // beside them, what a merchant goes through before it is one
    expect(new Set(pages.map(({ group }) => group))).toEqual(
      new Set([
        ...['onboarding', 'overview', 'transactions', 'payments', 'payment-settings', 'reports'],
        ...['developer', 'support', 'users', 'documentation'],
      ]),
    )
    const paths = pages.map(({ path }) => path)
    expect(paths).toEqual(
      expect.arrayContaining([
        '/dashboard',
        '/merchant/transaction-management/transaction-lookup',
        '/merchant/transaction-management/virtual-terminal',
        '/merchant/payments/single-payment',
        '/merchant/payments/batch-payment',
        '/merchant/payments/beneficiaries',
        '/merchant/payments/open-banking-connections',
      ]),
    )
  })

  test('crm/organizations is called Customers [shell.menu.customers-label]', () => {
    expect(menuOf('tenant').find(({ path }) => path === '/crm/organizations')?.title.en).toBe(
      'Customers',
    )
  })

  test('what is alike is annotated [shell.menu.annotations]', () => {
    const annotated = Object.fromEntries(
      [...menuOf('platform'), ...menuOf('merchant')].flatMap(({ path, menu }) =>
        menu?.annotation === undefined ? [] : [[path.split('/').at(-1), menu.annotation.en]],
      ),
    )
    expect(annotated).toEqual({
      'transaction-lookup-columns': 'V2',
      'transaction-lookup-v2': 'reporting service',
      'transaction-lookup-v3': 'BDT',
      'vrtransaction-lookup': 'APM requests lookup',
      'pmp-configuration-report': 'channel reports',
      'hosted-payment': 'websites settings',
      'merchant-api-keys': 'TPP configuration',
    })
  })

  test('crm/settings/reports/table is a guarded page without an entry [shell.menu.hidden]', () => {
    const table = at('/crm/settings/reports/table') as Screen
    expect(menuOf('tenant').some(({ path }) => path === table.path)).toBe(false)
    expect(judgeScreen(table, user('tenant'))).toBe('open')
    expect(judgeScreen(table, user('tenant', new Set()))).toBe('forbidden')
  })

  test('settings list Reasons, Industry types and Risk levels too [shell.menu.no-route]', () => {
    const settings = menuOf('tenant').filter(({ group }) => group === 'settings')
    expect(settings.slice(-3).map(({ title }) => title.en)).toEqual([
      'Reasons',
      'Industry types',
      'Risk levels',
    ])
  })

  test('settings stand below headings, each page below one', () => {
    const section = menuFor(documentedScreens, user('platform')).find(
      ({ group }) => group.id === 'settings',
    )
    const parts = section === undefined ? [] : partsOf(section)
    expect(parts.map(({ part }) => part?.title.en)).toEqual([
      'Jobs',
      'Payments',
      'General',
      'CRM',
      'Protection and access',
      'Reports and alerts',
      'Working days',
      'Classification',
    ])
    expect(parts.flatMap((one) => one.screens)).toEqual(section?.screens)
    const [jobs] = parts
    expect(jobs?.screens.map(({ title }) => title.en)).toEqual([
      'Recurring jobs',
      'Custom jobs',
      'Process logs',
    ])
  })

  test('children of payment settings need the group’s permission too', () => {
    const own = new Set(['Merchant.PaymentsSettings.Website.View'])
    const path = '/merchant/payment-settings/websites'
    expect(menuOf('merchant', own).some((entry) => entry.path === path)).toBe(false)
    const both = new Set([...own, 'Merchant.Payments.Settings'])
    expect(menuOf('merchant', both).some((entry) => entry.path === path)).toBe(true)
  })

  test('no page is open to everybody but the merchants’ dashboard and the profiles', () => {
    const open = documentedScreens
      .filter(({ permission }) => permission.length === 0)
      .map(({ path }) => path)
    expect(open.sort()).toEqual([
      '/dashboard',
      '/merchant/profile-settings',
      '/tenant/profile-settings',
    ])
  })
})

test('each address and each name in a group stands once', () => {
  const paths = documentedScreens.map(({ path }) => path)
  expect(new Set(paths).size).toBe(paths.length)
  for (const audience of ['platform', 'tenant', 'merchant'] as const) {
    const names = menuOf(audience).map(({ group, title, menu }) =>
      [group, title.en, menu?.annotation?.en].join(),
    )
    expect(new Set(names).size).toBe(names.length)
  }
})
