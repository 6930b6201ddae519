import type { FirstRead } from '@counterfoil/kit/web/calls/use-call.ts'
import { judgeScreen, type PageModule, type Screen } from '@counterfoil/kit/web/page/screen.ts'
import type { SignedInUser } from '@counterfoil/kit/web/session/user.tsx'
import { matchPath } from 'react-router'
import { routeGroups } from '../route-groups.ts'
import { screens } from '../screens.ts'

/** The screen at an address with its parameters; fixed segments count before parameters, as in routing. */
export function openAt(pathname: string) {
  const matching = screens
    .map((screen) => ({ screen, match: matchPath(screen.path, pathname) }))
    .filter((each) => each.match !== null)
    .sort((a, b) => parameterCount(a.screen) - parameterCount(b.screen))[0]
  return {
    open: matching?.screen,
    params: matching?.match?.params ?? {},
    screens,
    groups: routeGroups,
  }
}

const parameterCount = (screen: Screen) => screen.path.split('/:').length

let fetched: { readonly screen: Screen; readonly page: PageModule } | undefined

/**
 * Fetches the code of the page at an address, beside the sign-in instead of after it. Whoever comes to another address
 * lands on a dashboard.
 */
export function fetchPage(pathname: string) {
  const screen = openAt(pathname).open ?? openAt('/dashboard').open
  screen?.component().then(
    (page) => {
      fetched = { screen, page }
    },
    () => {},
  )
}

/** What the page at the address asks first, if its code is there and the user may open it. */
export function firstReadsOf(user: SignedInUser): readonly FirstRead[] {
  if (fetched === undefined || judgeScreen(fetched.screen, user) !== 'open') return []
  return fetched.page.firstReads?.(user) ?? []
}
