import type { Audience } from '@counterfoil/kit/contract/audience.ts'
import { expect, test } from 'vitest'
import type { SignedInUser } from '../session/user.tsx'
import {
  judgeScreen,
  menuFor,
  partsOf,
  type Screen,
  screen,
  screensAbove,
  shownMenu,
} from './screen.ts'

const icon = () => null
const component = async () => ({ default: icon })
const user = (audience: Audience, ...permissions: string[]) =>
  ({ audience, permissions: new Set(permissions) }) as unknown as SignedInUser

const declare = (id: string, path: string, more: Partial<Screen> = {}) =>
  screen({
    id,
    path,
    title: { en: id },
    audience: ['platform', 'tenant'],
    permission: [],
    component,
    ...more,
  })

const lookup = declare('lookup', '/tm/lookup', {
  permission: ['CRM.Transaction.View', 'Platform.Transaction.Lookup'],
  menu: { group: 'transactions', order: 2, icon },
})
const disputes = declare('disputes', '/tm/disputes', {
  menu: { group: 'transactions', order: 1, icon, permission: ['CRM.Disputes'] },
})
const details = declare('details', '/tm/lookup/:id')
const merchants = declare('merchants', '/merchant/tm', {
  audience: ['merchant'],
  menu: { group: 'transactions', order: 1, icon },
})
const settings = declare('settings', '/settings/routing', {
  permission: ['Child'],
  alsoPermission: [['Parent']],
})
const all = [details, lookup, disputes, merchants, settings]

test('any one of a screen’s permissions suffices [shell.navbar.item-permission]', () => {
  expect(judgeScreen(lookup, user('tenant', 'CRM.Transaction.View'))).toBe('open')
  expect(judgeScreen(lookup, user('platform', 'Platform.Transaction.Lookup'))).toBe('open')
  expect(judgeScreen(lookup, user('tenant', 'crm.transaction.view'))).toBe('forbidden')
  expect(judgeScreen(lookup, user('merchant', 'CRM.Transaction.View'))).toBe('other-audience')
})

test('a parent’s permission is needed besides the child’s', () => {
  expect(judgeScreen(settings, user('tenant', 'Child'))).toBe('forbidden')
  expect(judgeScreen(settings, user('tenant', 'Child', 'Parent'))).toBe('open')
})

test('the menu has what the user may open, in the declared order', () => {
  const ids = (of: SignedInUser) =>
    menuFor(all, of).flatMap(({ screens }) => screens.map(({ id }) => id))
  expect(ids(user('tenant', 'CRM.Transaction.View', 'CRM.Disputes'))).toEqual([
    'disputes',
    'lookup',
  ])
  expect(ids(user('tenant', 'CRM.Transaction.View'))).toEqual(['lookup'])
  expect(ids(user('merchant'))).toEqual(['merchants'])
})

test('the crumbs above a page are the screens whose path begins its own', () => {
  expect(screensAbove(all, details).map(({ id }) => id)).toEqual(['lookup'])
  expect(screensAbove(all, lookup)).toEqual([])
})

test('a long group is its hub alone in the menu, a short one is shown whole', () => {
  const page = (path: string, more: Partial<Screen> = {}) =>
    screen({
      id: path,
      path,
      title: { en: path },
      audience: ['tenant'],
      permission: [],
      component: async () => ({ default: () => null }),
      ...more,
    })
  const icon = () => null
  const many = Array.from({ length: 13 }, (_, at) =>
    page(`/settings/${at}`, { menu: { group: 'settings', order: at, icon } }),
  )
  const hub = page('/settings', { hub: { group: 'settings', label: { en: 'All' }, icon } })
  const shown = (screens: Screen[]) =>
    shownMenu(screens, user('tenant')).flatMap((section) =>
      partsOf(section).flatMap((part) => part.screens.map(({ path }) => path)),
    )
  expect(shown([...many, hub])).toEqual(['/settings'])
  expect(shown([...many.slice(1), hub])).toEqual(many.slice(1).map(({ path }) => path))
})

test('a merchant’s menu begins with boarding until it processes payments', () => {
  const entry = (id: 'onboarding' | 'overview') =>
    screen({
      id,
      path: `/${id}`,
      title: { en: id },
      audience: ['merchant'],
      permission: [],
      menu: { group: id, order: 0, icon: () => null },
      component: async () => ({ default: () => null }),
    })
  const groups = (processingStatus: string) =>
    shownMenu([entry('onboarding'), entry('overview')], {
      ...user('merchant'),
      processingStatus,
    }).map(({ group }) => group.id)
  expect(groups('NoProcessing')).toEqual(['onboarding', 'overview'])
  expect(groups('FullProcessing')).toEqual(['overview', 'onboarding'])
})
