import type { Audience } from '@counterfoil/kit/contract/audience.ts'
import type { Text } from '@counterfoil/kit/contract/texts.ts'
import type { ComponentType } from 'react'
import type { FirstRead } from '../calls/use-call.ts'
import { holdsAny, type SignedInUser } from '../session/user.tsx'
import { type MenuGroup, type MenuGroupId, type MenuPart, menuGroups } from './menu-groups.ts'

export type MenuIcon = ComponentType<{ size?: number | string; stroke?: number | string }>

export interface MenuEntry {
  readonly group: MenuGroupId
  /** Place within the group. */
  readonly order: number
  readonly icon: MenuIcon
  /** When the menu calls it otherwise than the page's title. */
  readonly label?: Text
  /** What tells it from a similar entry, in smaller letters behind the label. */
  readonly annotation?: Text
  /** When the entry asks for other permissions than the page (any of). */
  readonly permission?: readonly string[]
  /** Shown only beside other entries of its group: a page about what those show. */
  readonly isOfOthers?: boolean
}

/**
 * One screen, declared once. From these values come routes and their guards, the menu, breadcrumbs, page titles
 * and the command palette.
 */
export interface Screen {
  readonly id: string
  /** From the root, with `:name` parameters: `/transaction-management/transaction-lookup/:id`. */
  readonly path: string
  readonly title: Text
  readonly audience: readonly Audience[]
  /** Any one suffices; `[]` means every signed-in user of the audience. */
  readonly permission: readonly string[]
  /** Further lists that must each be satisfied too: a parent's permission besides the page's own. */
  readonly alsoPermission?: readonly (readonly string[])[]
  readonly menu?: MenuEntry
  /** The page lists the entries of a menu group; where they are many, the menu has it in their place. */
  readonly hub?: { readonly group: MenuGroupId; readonly label: Text; readonly icon: MenuIcon }
  /**
   * The crumb, when it is not the title: another text; `hidden`; or `dynamic`, what the page itself
   * set with `useCrumb` (kept for the session), and until then the parameter's value.
   */
  readonly breadcrumb?: Text | 'hidden' | 'dynamic'
  /** The page fills the width of the window instead of the reading width. */
  readonly wide?: boolean
  /** The page's code, loaded when first opened: `() => import('./payment-list.tsx')`, whose default export is the page. */
  readonly component: () => Promise<PageModule>
}

export interface PageModule {
  readonly default: ComponentType
  /** With what a page on which users land begins, so that it is asked while the frame around it is drawn. */
  readonly firstReads?: (user: SignedInUser) => readonly FirstRead[]
}

/** Declares a screen; `x.screens.ts` exports a list of them as `screens`. */
export function screen(declaration: Screen): Screen {
  if (!declaration.path.startsWith('/')) {
    throw new Error(`Screen ${declaration.id}: the path ${declaration.path} must begin with /`)
  }
  return declaration
}

export type ScreenVerdict = 'open' | 'other-audience' | 'forbidden'

/** Whether this user may open the screen. The server refuses the calls too. */
export function judgeScreen(of: Screen, user: SignedInUser): ScreenVerdict {
  if (!of.audience.includes(user.audience)) return 'other-audience'
  const isAllowed = [of.permission, ...(of.alsoPermission ?? [])].every((anyOf) =>
    holdsAny(user, anyOf),
  )
  return isAllowed ? 'open' : 'forbidden'
}

/** The screen under the name that the user's tenant gives it. */
export function asNamed<Of extends Pick<Screen, 'path' | 'title'>>(
  of: Of,
  { screenNames }: Pick<SignedInUser, 'screenNames'>,
): Of {
  const name = screenNames?.[of.path]
  return name === undefined ? of : { ...of, title: { en: name } }
}

export interface MenuSection {
  readonly group: MenuGroup
  readonly screens: readonly Screen[]
}

/** The two menus: operators (tenant and platform staff) have one, merchants another. */
function groupsOf(user: SignedInUser): Partial<Record<MenuGroupId, MenuGroup>> {
  return user.audience === 'merchant' ? menuGroups.merchant : menuGroups.operator
}

/** The group in which the user's menu has the screen. */
export function menuGroupOf(of: Screen, user: SignedInUser): MenuGroup | undefined {
  return of.menu === undefined ? undefined : groupsOf(user)[of.menu.group]
}

/** The user's menu: the entries it may open, by group, in declared order. */
export function menuFor(screens: readonly Screen[], user: SignedInUser): MenuSection[] {
  const entries = screens
    .filter(
      (each) =>
        each.menu !== undefined &&
        judgeScreen(each, user) === 'open' &&
        holdsAny(user, each.menu.permission ?? []),
    )
    .map((each) => asNamed(each, user))
  return Object.values(groupsOf(user))
    .map((group) => ({
      group,
      screens: entries
        .filter((each) => each.menu?.group === group.id)
        .sort((a, b) => (a.menu?.order ?? 0) - (b.menu?.order ?? 0)),
    }))
    .filter((section) => section.screens.some(({ menu }) => menu?.isOfOthers !== true))
    .sort((a, b) => a.group.order - b.group.order)
}

/** A group with more entries than these is one entry in the menu, its hub. */
const maxBesideHub = 12

/** The user's menu as it is shown: a long group is its hub alone, and a live merchant's boarding comes last. */
export function shownMenu(screens: readonly Screen[], user: SignedInUser): MenuSection[] {
  const sections = menuFor(screens, user).map((section) => {
    const page = screens.find(({ hub }) => hub?.group === section.group.id)
    if (page?.hub === undefined || section.screens.length <= maxBesideHub) return section
    const { hub } = page
    const { parts: _, ...group } = section.group
    return { group, screens: [{ ...page, menu: { ...hub, order: 0 } }] }
  })
  const isLast = ({ group }: MenuSection) =>
    group.id === 'onboarding' && user.processingStatus === 'FullProcessing'
  return [
    ...sections.filter((section) => !isLast(section)),
    ...sections.filter((section) => isLast(section)),
  ]
}

/** A group's entries below their headings; a group without any is one part without a heading. */
export function partsOf({ group, screens }: MenuSection): {
  readonly part: MenuPart | undefined
  readonly screens: readonly Screen[]
}[] {
  const parts = [undefined, ...(group.parts ?? [])]
  return parts
    .map((part, place) => {
      const [from, to] = [part?.from ?? -Infinity, parts[place + 1]?.from ?? Infinity]
      const isHere = ({ menu }: Screen) =>
        menu !== undefined && menu.order >= from && menu.order < to
      return { part, screens: screens.filter(isHere) }
    })
    .filter((one) => one.screens.length > 0)
}

const segmentsOf = (path: string) => path.split('/').filter((segment) => segment !== '')

/** The screens above this one: those whose path is a shorter beginning of its path, outermost first. */
export function screensAbove(screens: readonly Screen[], of: Screen): Screen[] {
  const own = segmentsOf(of.path)
  return screens
    .filter((each) => {
      const segments = segmentsOf(each.path)
      return (
        segments.length > 0 &&
        segments.length < own.length &&
        segments.every((segment, place) => segment === own[place])
      )
    })
    .sort((a, b) => segmentsOf(a.path).length - segmentsOf(b.path).length)
}

/** Whether a path is the other one or begins with it. */
export function isAtOrBelow(path: string, above: string): boolean {
  return path === above || path.startsWith(`${above}/`)
}

/** The path with its parameters filled in. */
export function fillPath(path: string, params: Readonly<Record<string, string | undefined>>) {
  return path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
}
