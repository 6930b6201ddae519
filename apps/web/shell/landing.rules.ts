import { judgeScreen, menuFor, type Screen } from '@counterfoil/kit/web/page/screen.ts'
import type { SignedInUser } from '@counterfoil/kit/web/session/user.tsx'
import { homePathOf } from '../state/user-context.ts'

/**
 * The screen on which a user begins: home, or for whose role does not open it the first of the menu. Undefined for whoever
 * may see nothing at all.
 */
export function landingOf(screens: readonly Screen[], user: SignedInUser): Screen | undefined {
  const home = screens.find(({ path }) => path === homePathOf(user.audience))
  if (home !== undefined && judgeScreen(home, user) === 'open') return home
  return menuFor(screens, user)[0]?.screens[0]
}
