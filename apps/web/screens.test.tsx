import { expect, test } from 'vitest'
import { groupOf } from './entry.rules.ts'
import { screens } from './screens.ts'
import { siteMap } from './testing/site-map.ts'

const documented = new Map(siteMap.map((each) => [each.path, each]))

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
  '%s is for whom the documents say [permissions.guard.permission] [permissions.menu.crm-pattern]',
  (_, screen, page) => {
    for (const audience of screen.audience) expect(page.audience).toContain(audience)
    if (page.permission !== undefined) {
      expect([...askedBy(screen)].sort()).toEqual([...page.permission].sort())
    }
  },
)

test('every screen in a group carries the group’s permission', () => {
  for (const screen of screens) {
    const permission = groupOf(screen.path)?.permission ?? []
    if (permission.length > 0) expect(screen.alsoPermission).toContainEqual(permission)
  }
})
