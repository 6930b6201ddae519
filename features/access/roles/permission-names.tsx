// The permissions as people know them: each by the page that it opens, in the menu's own groups.

import { menuGroups } from '@counterfoil/kit/web/page/menu-groups.ts'
import type { Audience } from '@counterfoil/kit/web/session/user.tsx'
import * as merchantPages from '@counterfoil/kit/web/site-map/merchant-pages.ts'
import * as operatorPages from '@counterfoil/kit/web/site-map/operator-pages.ts'
import * as reportsPages from '@counterfoil/kit/web/site-map/reports-pages.ts'
import * as settingsPages from '@counterfoil/kit/web/site-map/settings-pages.ts'
import type { SiteEntry } from '@counterfoil/kit/web/site-map/site-entry.ts'
import type { Text } from '@counterfoil/kit/web/texts/i18n.tsx'
import { actionNames, groupNames, otherNames } from './permission-names.messages.ts'
import { permissionGroups, permissionsOf } from './permissions.rules.ts'

export interface NamedPermission {
  readonly name: string
  readonly title: Text
}

export interface NamedGroup {
  readonly id: string
  readonly title: Text
  readonly permissions: readonly NamedPermission[]
}

const pages = [operatorPages, reportsPages, settingsPages, merchantPages].flatMap(
  (file) => Object.values(file) as readonly SiteEntry[],
)

/** All that people of this audience can hold: first what the menu shows, in its order, then what has no page. */
export function groupsFor(audience: Audience): NamedGroup[] {
  const side = audience === 'merchant' ? menuGroups.merchant : menuGroups.operator
  const left = new Set(permissionsOf(audience))
  const groups = Object.values(side)
    .sort((one, other) => one.order - other.order)
    .map(({ id, title }) => {
      const entries = pages
        .filter((page) => page.menu?.group === id && isFor(page, audience))
        .sort((one, other) => (one.menu?.order ?? 0) - (other.menu?.order ?? 0))
      const permissions = entries.flatMap((page) =>
        page.permission.filter((name) => left.delete(name)).map((name) => named(name, page.title)),
      )
      return { id, title, permissions }
    })
  const others = permissionGroups.map(({ name, permissions }) => ({
    id: `other ${name}`,
    title: groupNames[name] ?? ([name, name] as const),
    permissions: permissions.filter((one) => left.delete(one)).map((one) => named(one)),
  }))
  return [...groups, ...others].filter(({ permissions }) => permissions.length > 0)
}

/** The page's title, or what the permission says of itself. */
export function permissionTitle(name: string): Text {
  const page = pages.find((one) => one.permission.includes(name))
  return named(name, page?.title).title
}

function named(name: string, title?: Text): NamedPermission {
  const action = /\.Transaction\.Actions\.(\w+)$/.exec(name)?.[1]
  const own = otherNames[name] ?? (action === undefined ? undefined : actionNames[action])
  return { name, title: own ?? title ?? [spaced(name), spaced(name)] }
}

const isFor = (page: SiteEntry, audience: Audience) =>
  (audience === 'merchant') === page.audience.includes('merchant')

const spaced = (name: string) =>
  name
    .split('.')
    .slice(1)
    .join(' · ')
    .replace(/([a-z])([A-Z])/g, '$1 $2') || name
