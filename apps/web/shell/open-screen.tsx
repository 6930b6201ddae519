import { TicketElsewhere } from '@counterfoil/features/support/tickets/ticket-page.screens.ts'
import { FirstSteps } from '@counterfoil/features/workspace/first-steps/first-steps.screens.ts'
import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import { ErrorBoundary } from '@counterfoil/kit/web/page/error-boundary.tsx'
import { nameWindow } from '@counterfoil/kit/web/page/page.tsx'
import { judgeScreen, type Screen } from '@counterfoil/kit/web/page/screen.ts'
import { EmptyState, LoadingLines } from '@counterfoil/kit/web/page/states.tsx'
import { useUser, useViewAs } from '@counterfoil/kit/web/session/user.tsx'
import { useTexts, useTranslate } from '@counterfoil/kit/web/texts/i18n.tsx'
import { type ComponentType, lazy, Suspense, useLayoutEffect } from 'react'
import { Navigate, useLocation, useParams } from 'react-router'
import { screens } from '../screens.ts'
import { homePathOf, homePaths } from '../state/user-context.ts'
import { counterpartOf } from './counterpart.rules.ts'
import { landingOf } from './landing.rules.ts'
import { fetchedPage } from './open-at.ts'
import { Refused } from './refused.tsx'
import classes from './shell.module.css'

const msg = messagesOf(import.meta.url)

const loaded = new Map<Screen, ComponentType>()

/** The screen's page; its code is loaded once, when first opened. */
function pageOf(screen: Screen): ComponentType {
  const known = loaded.get(screen)
  if (known !== undefined) return known
  const page = fetchedPage(screen) ?? lazy(screen.component)
  loaded.set(screen, page)
  return page
}

/**
 * The second guard: the screen opens for its audience and permissions, else the refusal is shown. Home redirects a user
 * whose role does not include it to the user's first screen.
 */
export function OpenScreen({ screen }: { screen: Screen | undefined }) {
  const user = useUser()
  const { pathname, search } = useLocation()
  const params = useParams()
  const translate = useTranslate()
  const isView = useViewAs() !== undefined
  // Before the page's own effects, so that a page may say more than its screen's title.
  useLayoutEffect(() => {
    if (screen !== undefined) nameWindow(translate(screen.title))
  }, [screen, translate])
  const home = homePathOf(user.audience)
  // who views the portal as somebody else began at a home of their own
  const isStart = pathname === '/dashboard' || (isView && homePaths.includes(pathname))
  if (isStart && home !== pathname) return <Navigate to={home} replace />
  if (screen === undefined && pathname === home) return <EmptyHome />
  if (screen === undefined || judgeScreen(screen, user) !== 'open') {
    // of a ticket the address does not say enough
    if (params.ticketId !== undefined && screen?.audience.includes(user.audience) === false) {
      return (
        <Suspense fallback={<LoadingLines lines={6} />}>
          <TicketElsewhere ticketId={params.ticketId} search={search}>
            <Refused screen={screen} />
          </TicketElsewhere>
        </Suspense>
      )
    }
    const own = screen && counterpartOf(screens, screen, params, user)
    if (own !== undefined) return <Navigate to={own + search} replace />
    const landing = pathname === home ? landingOf(screens, user) : undefined
    return landing === undefined ? (
      <Refused screen={screen} />
    ) : (
      <Navigate to={landing.path} replace />
    )
  }
  const PageComponent = pageOf(screen)
  return (
    <div className={screen.wide === true ? classes.wide : classes.content}>
      <ErrorBoundary pageKey={pathname}>
        {pathname === home && (
          <Suspense>
            <FirstSteps />
          </Suspense>
        )}
        <Suspense fallback={<LoadingLines lines={6} />}>
          <PageComponent />
        </Suspense>
      </ErrorBoundary>
    </div>
  )
}

const texts = msg({
  nothing: 'Nothing to show here yet',
  hint: 'The pages of your role are in the menu.',
})

/** A home without a screen of its own. */
function EmptyHome() {
  const t = useTexts(texts)
  return <EmptyState title={t.nothing} text={t.hint} />
}
