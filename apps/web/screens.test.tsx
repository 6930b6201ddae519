import { isPermission } from '@counterfoil/features/access/roles/permissions.rules.ts'
import { languageCodes } from '@counterfoil/kit/contract/languages.ts'
import { textIn } from '@counterfoil/kit/contract/texts.ts'
import { expect, test } from 'vitest'
import { permissionGroupsFor } from '../../features/access/roles/permission-names.tsx'
import { plannedPages } from '../../features/access/roles/planned-pages.messages.ts'
import { groupOf } from './entry.rules.ts'
import { screens } from './screens.ts'
import { documentedScreens } from './testing/documented-screens.ts'

const documented = new Map(documentedScreens.map((each) => [each.path, each]))

const titleOf = ({ title, menu }: (typeof screens)[number]) =>
  menu?.annotation === undefined ? title.en : `${title.en} (${menu.annotation.en})`

/** Where the product says it otherwise: one spelling of "e-mail", and more than the documented word says. */
const otherTitles: Readonly<Record<string, string>> = {
  '/developer-settings/merchant-api-keys': 'API keys',
  '/crm/settings/crm/email-templates': 'E-mail templates',
  '/crm/settings/leave-settings/employees': 'Employees’ leave',
}

/** Settings of the CRM stand in the order in which they are used. */
const otherPlaces: Readonly<Record<string, number>> = {
  '/crm/settings/crm/pipelines': 215,
  '/crm/settings/crm/activity-sets': 225,
  '/crm/settings/crm/email-templates': 230,
  '/crm/settings/crm/proposal-signatures': 245,
  '/crm/settings/crm/agreement-templates': 250,
  '/crm/settings/crm/agreement-signatures': 255,
}

/** What a screen or its place in the menu asks for, its group's permission apart. */
function askedBy(screen: (typeof screens)[number]) {
  const group = groupOf(screen.path)?.permission ?? []
  const own = screen.permission.length === 0 ? (screen.menu?.permission ?? []) : screen.permission
  return own.length === 0 ? group : own
}

test.each(
  screens.flatMap((screen) => {
    const page = documented.get(screen.path)
    return page === undefined ? [] : [[screen.path, screen, page] as const]
  }),
)(
  '%s is for whom it is documented [permissions.guard.permission] [permissions.menu.crm-pattern]',
  (_, screen, page) => {
    for (const audience of screen.audience) expect(page.audience).toContain(audience)
    expect([...askedBy(screen)].sort()).toEqual([...page.permission].sort())
    expect(titleOf(screen)).toBe(otherTitles[screen.path] ?? titleOf(page))
    const { group, order } = page.menu ?? {}
    expect(screen.menu?.group).toBe(group)
    expect(screen.menu?.order).toBe(otherPlaces[screen.path] ?? order)
  },
)

test('every screen in a group carries the group’s permission', () => {
  for (const screen of screens) {
    const permission = groupOf(screen.path)?.permission ?? []
    if (permission.length > 0) expect(screen.alsoPermission).toContainEqual(permission)
  }
})

test.each(['platform', 'tenant', 'merchant'] as const)(
  'no two permissions of one group are called the same: %s',
  (audience) => {
    for (const language of languageCodes) {
      const twice = permissionGroupsFor(audience, screens).flatMap(({ title, permissions }) => {
        const titles = permissions.map((one) => textIn(one.title, language))
        return titles
          .filter((one, at) => titles.indexOf(one) < at)
          .map((one) => `${textIn(title, language)}: ${one}`)
      })
      expect(twice).toEqual([])
    }
  },
)

test.each(['platform', 'tenant', 'merchant'] as const)(
  'every permission has a name in every language: %s',
  (audience) => {
    const permissions = permissionGroupsFor(audience, screens).flatMap((one) => one.permissions)
    const named = ({ title }: { title: object }) => languageCodes.every((one) => one in title)
    expect(permissions.filter((one) => !named(one)).map(({ name }) => name)).toEqual([])
  },
)

test.each(['operator', 'merchant'] as const)(
  'planned pages are those that no screen declares, by permissions that there are: %s',
  (side) => {
    const names = Object.values(plannedPages[side]).flatMap((group) => Object.keys(group))
    const declared = screens
      .filter(
        ({ menu, audience }) => menu && audience.includes('merchant') === (side === 'merchant'),
      )
      .flatMap(({ permission }) => permission)
    expect(names.filter((name) => !isPermission(name) || declared.includes(name))).toEqual([])
  },
)
