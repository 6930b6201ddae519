import { judgeScreen, menuFor, type Screen } from '@counterfoil/kit/web/page/screen.ts'
import type { SignedInUser } from '@counterfoil/kit/web/session/user.tsx'
import { homePathOf } from '../state/user-context.ts'

/**
 * The first screen of a user: home, or the first of the menu if the role does not include home. Undefined for a user without
 * any screen.
 */
export function landingOf(screens: readonly Screen[], user: SignedInUser): Screen | undefined {
  const home = screens.find(({ path }) => path === homePathOf(user.audience))
  if (home !== undefined && judgeScreen(home, user) === 'open') return home
  return menuFor(screens, user)[0]?.screens[0]
}
