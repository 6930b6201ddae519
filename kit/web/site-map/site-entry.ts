import type { MenuGroupId } from '../page/menu-groups.ts'
import { type MenuEntry, type Screen, screen } from '../page/screen.ts'
import type { Audience } from '../session/user.tsx'
import type { Text } from '../texts/i18n.tsx'

/** Tenants' and platform's people share one menu. */
export const operators = ['platform', 'tenant'] as const
export const tenants = ['tenant'] as const
export const staff = ['platform'] as const
export const merchants = ['merchant'] as const

/**
 * A page that the documents name: its address, who opens it, and where the menu has it. The whole map stands here from the
 * beginning, so that menus, guards, crumbs and titles agree; a page is shown once a feature declares its screen.
 * Each is a value of its own, so that the browser is given those alone that are built.
 */
export interface SiteEntry {
  readonly path: string
  readonly title: Text
  readonly audience: readonly Audience[]
  /** Any one suffices. */
  readonly permission: readonly string[]
  /** What the group above asks for besides. */
  readonly alsoPermission?: readonly (readonly string[])[]
  /** Absent: a page without an entry. */
  readonly menu?: {
    readonly group: MenuGroupId
    readonly order: number
    readonly annotation?: Text
  }
}

/** What a feature adds to make a page of the map a screen. */
type Built = Pick<Screen, 'id' | 'component'> &
  Partial<Pick<Screen, 'wide' | 'breadcrumb' | 'title'>> & {
    readonly icon: MenuEntry['icon']
  }

/** The screen of a page of the map: `mapped(crmLeads, { id: 'crm-leads', icon: IconUsers, component: () => import(…) })`. */
export function mapped(entry: SiteEntry, built: Built): Screen {
  const { icon, ...rest } = built
  const { menu, ...page } = entry
  return screen({ ...page, ...(menu === undefined ? {} : { menu: { ...menu, icon } }), ...rest })
}
