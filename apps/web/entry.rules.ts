import { groupsAbove, type RouteGroup } from '@counterfoil/kit/web/page/route-groups.ts'
import type { Screen } from '@counterfoil/kit/web/page/screen.ts'
import { holdsAny, type SignedInUser } from '@counterfoil/kit/web/session/user.tsx'
import { routeGroups } from './route-groups.ts'

/**
 * The route group of an address: the longest one that begins it, segment by segment. The two lookups of the platform are
 * groups of their own.
 */
export function groupOf(path: string): RouteGroup | undefined {
  return groupsAbove(routeGroups, path).at(-1)
}

/**
 * Whether the user may enter an address, by the permissions of its route group: also an unknown address in a group is
 * refused to users without its permission.
 */
export function mayEnter(path: string, user: SignedInUser): boolean {
  const found = groupOf(path)
  if (found?.permission === undefined) return true
  return found.audience.includes(user.audience) && holdsAny(user, found.permission)
}

/** The screen with its group's permission added to its own, for menu, guard and palette alike. */
export function withGroup(screen: Screen): Screen {
  const permission = groupOf(screen.path)?.permission ?? []
  if (permission.length === 0) return screen
  return { ...screen, alsoPermission: [...(screen.alsoPermission ?? []), permission] }
}
