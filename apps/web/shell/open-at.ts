import { NotificationsBell } from '@counterfoil/features/messaging/notifications/notifications.screens.ts'
import { FirstSteps } from '@counterfoil/features/workspace/first-steps/first-steps.screens.ts'
import type { FirstRead } from '@counterfoil/kit/web/calls/use-call.ts'
import { judgeScreen, type PageModule, type Screen } from '@counterfoil/kit/web/page/screen.ts'
import type { SignedInUser } from '@counterfoil/kit/web/session/user.tsx'
import { matchPath } from 'react-router'
import { routeGroups } from '../route-groups.ts'
import { screens } from '../screens.ts'
import { homePathOf, homePaths } from '../state/user-context.ts'

/** The screen at an address with its parameters; fixed segments count before parameters, as in routing. */
export function openAt(pathname: string) {
  // most addresses are a path as it is declared; to match each path anew costs the first page some milliseconds
  const fixed = screens.find(({ path }) => path === pathname)
  const matching = fixed === undefined ? findMatching(pathname) : { screen: fixed, params: {} }
  return {
    open: matching?.screen,
    params: matching?.params ?? {},
    screens,
    groups: routeGroups,
  }
}

function findMatching(pathname: string) {
  return screens
    .flatMap((screen) => {
      const match = matchPath(screen.path, pathname)
      return match === null ? [] : [{ screen, params: match.params }]
    })
    .sort((a, b) => parameterCount(a.screen) - parameterCount(b.screen))[0]
}

const parameterCount = (screen: Screen) => screen.path.split('/:').length

const fetched = new Map<Screen, PageModule>()
let firstScreen: Screen | undefined

/**
 * Fetches the code of the page at an address, beside the sign-in instead of after it. Whoever comes to another address
 * lands on a dashboard.
 */
export function fetchPage(pathname: string) {
  firstScreen = openAt(pathname).open
  const homes = screens.filter(({ path }) => homePaths.includes(path))
  const wanted = firstScreen === undefined ? homes : [firstScreen]
  NotificationsBell.fetchCode()
  if (homes.some((home) => wanted.includes(home))) FirstSteps.fetchCode()
  for (const screen of wanted) {
    screen.component().then(
      (page) => fetched.set(screen, page),
      () => undefined,
    )
  }
}

/** The page of a screen, if its code was fetched at the start. */
export const fetchedPage = (screen: Screen) => fetched.get(screen)?.default

/** What the page at the address asks first, if its code is there and the user may open it. */
export function firstReadsOf(user: SignedInUser): readonly FirstRead[] {
  const home = homePathOf(user.audience)
  const screen = firstScreen ?? screens.find(({ path }) => path === home)
  if (screen === undefined || judgeScreen(screen, user) !== 'open') return []
  return fetched.get(screen)?.firstReads?.(user) ?? []
}
