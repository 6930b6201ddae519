import type { Audience } from '@counterfoil/kit/contract/audience.ts'
import type { Text } from '@counterfoil/kit/contract/texts.ts'
import { isAtOrBelow } from './screen.ts'

/** A top-level group of routes: whose it is, and the crumb that stands for it, if it has one. */
export interface RouteGroup {
  readonly path: string
  readonly audience: readonly Audience[]
  readonly crumb?: Text | 'hidden'
  /** What the address alone asks for, whatever page lies there (any of; `[]`: everybody of the audience). */
  readonly permission?: readonly string[]
}

/** The groups at or above an address, outermost first. */
export function groupsAbove(groups: readonly RouteGroup[], path: string): RouteGroup[] {
  return groups
    .filter((group) => isAtOrBelow(path, group.path))
    .sort((one, other) => one.path.length - other.path.length)
}
