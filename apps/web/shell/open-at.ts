import type { Screen } from '@counterfoil/kit/web/page/screen.ts'
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

/**
 * Fetches the code of the page at an address, beside the sign-in instead of after it. Whoever comes to another address
 * lands on a dashboard.
 */
export function fetchPage(pathname: string) {
  const page = openAt(pathname).open ?? openAt('/dashboard').open
  page?.component().catch(() => {})
}
