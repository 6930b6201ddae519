import { ErrorBoundary } from '@counterfoil/kit/web/error-boundary.tsx'
import { useTranslate } from '@counterfoil/kit/web/i18n.tsx'
import { nameWindow } from '@counterfoil/kit/web/page.tsx'
import { judgeScreen, menuFor, type Screen } from '@counterfoil/kit/web/screen.ts'
import { LoadingLines } from '@counterfoil/kit/web/states.tsx'
import { useUser } from '@counterfoil/kit/web/user.tsx'
import { type ComponentType, lazy, Suspense, useLayoutEffect } from 'react'
import { Navigate, useLocation } from 'react-router'
import { screens } from '../screens.ts'
import { homePathOf } from '../state/user-context.ts'
import classes from './shell.module.css'

const loaded = new Map<Screen, ComponentType>()

/** The screen's page; its code is fetched once, when first opened. */
function pageOf(screen: Screen): ComponentType {
  const known = loaded.get(screen)
  if (known !== undefined) return known
  const page = lazy(screen.component)
  loaded.set(screen, page)
  return page
}

/** The second guard: the screen opens for its audience and permissions, else the user is told so. */
export function OpenScreen({ screen }: { screen: Screen | undefined }) {
  const user = useUser()
  const { pathname } = useLocation()
  const translate = useTranslate()
  // Before the page's own effects, so that a page may say more than its screen's title.
  useLayoutEffect(() => {
    if (screen !== undefined) nameWindow(translate(screen.title))
  }, [screen, translate])
  const home = homePathOf(user.audience)
  if (pathname === '/dashboard' && home !== pathname) return <Navigate to={home} replace />
  if (screen === undefined) return <FirstOfMenu />
  if (judgeScreen(screen, user) !== 'open') {
    return <Navigate to="/authentication/unauthorized" replace />
  }
  const PageComponent = pageOf(screen)
  return (
    <div className={screen.wide === true ? classes.wide : classes.content}>
      <ErrorBoundary pageKey={pathname}>
        <Suspense fallback={<LoadingLines lines={6} />}>
          <PageComponent />
        </Suspense>
      </ErrorBoundary>
    </div>
  )
}

/** Where there is no dashboard the first entry of the menu is home. */
function FirstOfMenu() {
  const first = menuFor(screens, useUser())[0]?.screens[0]
  if (first === undefined) return <Navigate to="/authentication/unauthorized" replace />
  return <Navigate to={first.path} replace />
}
