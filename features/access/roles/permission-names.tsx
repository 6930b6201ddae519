// Permissions as users see them: each named after the page that it opens, in the groups of the menu.

import type { Audience } from '@counterfoil/kit/contract/audience.ts'
import { type Text, textWith } from '@counterfoil/kit/contract/texts.ts'
import { ScreenContext } from '@counterfoil/kit/web/page/breadcrumbs.ts'
import { menuGroups } from '@counterfoil/kit/web/page/menu-groups.ts'
import type { Screen } from '@counterfoil/kit/web/page/screen.ts'
import { useContext, useMemo } from 'react'
import { actionNames, changeNames, groupNames, otherNames } from './permission-names.messages.ts'
import { changesOf, permissionGroups, permissionsOf, seenWith } from './permissions.rules.ts'
import { plannedPages, plannedTitles } from './planned-pages.messages.ts'

export interface NamedPermission {
  readonly name: string
  readonly title: Text
  /** The further pages of the menu that it opens; empty where there are none. */
  readonly opens: readonly Text[]
}

export interface NamedGroup {
  readonly id: string
  readonly title: Text
  readonly permissions: readonly NamedPermission[]
}

/** All permissions of this audience, by group. */
export function usePermissionGroups(audience: Audience): NamedGroup[] {
  const { screens } = useContext(ScreenContext)
  return useMemo(() => permissionGroupsFor(audience, screens), [audience, screens])
}

/** First the permissions of the menu's pages in its order, then of planned pages, then those without a page. */
export function permissionGroupsFor(audience: Audience, screens: readonly Screen[]): NamedGroup[] {
  const side = audience === 'merchant' ? 'merchant' : 'operator'
  const remaining = new Set(permissionsOf(audience))
  const pagesOf = (name: string) =>
    screens
      .filter((page) => page.menu !== undefined && page.permission.includes(name))
      .filter((page) => sideOf(page) === side)
      .map(({ title }) => title)
  const named = (name: string, page?: Text): NamedPermission => {
    const { title } = namedPermission(name, page)
    const opens = pagesOf(name).filter(({ en }) => en !== title.en && en !== page?.en)
    return { name, title, opens }
  }
  const groups = Object.values(menuGroups[side])
    .sort((one, other) => one.order - other.order)
    .map(({ id, title }) => {
      const pages = screens
        .filter((page) => page.menu?.group === id && sideOf(page) === side)
        .sort((one, other) => (one.menu?.order ?? 0) - (other.menu?.order ?? 0))
        .flatMap((page) => page.permission.map((name) => [name, page.title] as const))
      const permissions = [...pages, ...Object.entries(plannedPages[side][id] ?? {})]
        // what changes a page's records stands below what shows them
        .flatMap(([name, page]) => [name, ...changesOf(name)].map((one) => [one, page] as const))
        .filter(([name]) => remaining.delete(name))
        .map(([name, page]) => named(name, page))
      return { id, title, permissions }
    })
  const others = permissionGroups.map(({ name, permissions }) => ({
    id: `other ${name}`,
    title: groupNames[name] ?? { en: name },
    permissions: permissions.filter((one) => remaining.delete(one)).map((one) => named(one)),
  }))
  return [...groups, ...others].filter(({ permissions }) => permissions.length > 0)
}

/** The permission's own title, or that of its page. */
export function usePermissionTitle(): (name: string) => Text {
  const { screens } = useContext(ScreenContext)
  return (name) => {
    const [view = name] = seenWith(name)
    const page = screens.find(({ menu, permission }) => menu && permission.includes(view))
    return namedPermission(name, page?.title ?? plannedTitles[view]).title
  }
}

function namedPermission(name: string, title?: Text): Omit<NamedPermission, 'opens'> {
  const change = /\.(Edit|Delete)$/.exec(name)?.[1] as 'Edit' | 'Delete' | undefined
  if (change !== undefined && title !== undefined) {
    return { name, title: textWith(changeNames[change], { page: title }) }
  }
  const action = /\.Transaction\.Actions\.(\w+)$/.exec(name)?.[1]
  const ownTitle = otherNames[name] ?? (action === undefined ? undefined : actionNames[action])
  return { name, title: ownTitle ?? title ?? { en: readableName(name) } }
}

const sideOf = (page: Screen) => (page.audience.includes('merchant') ? 'merchant' : 'operator')

const readableName = (name: string) =>
  name
    .split('.')
    .slice(1)
    .join(' · ')
    .replace(/([a-z])([A-Z])/g, '$1 $2') || name
