import { AskForAccess } from '@counterfoil/features/access/access-requests/access-requests.screens.ts'
import { PermissionList } from '@counterfoil/features/access/roles/roles.screens.ts'
import { ScreenContext } from '@counterfoil/kit/web/page/breadcrumbs.ts'
import { useTexts, useTranslate } from '@counterfoil/kit/web/texts/i18n.tsx'
import { Anchor, Button } from '@mantine/core'
import { Suspense } from 'react'
import { Link, useLocation } from 'react-router'
import { screens } from '../screens.ts'
import { useSignedIn } from '../session/session-context.tsx'
import { openAt } from '../shell/open-at.ts'
import type { RefusedState } from '../shell/refused.tsx'
import { homePaths } from '../state/user-context.ts'
import { authenticationTexts } from './authentication.messages.ts'
import classes from './authentication.module.css'
import { LogoutButton } from './logout.tsx'
import { Notice } from './notice.tsx'
import { noticeTexts } from './notices.messages.ts'
import { SignedInCalls } from './signed-in-calls.tsx'
import { unauthorizedTexts } from './unauthorized.messages.ts'

export function Unauthorized() {
  const t = useTexts(unauthorizedTexts)
  const says = useTexts(authenticationTexts)
  const isSignedIn = useSignedIn() !== null
  const refusal: RefusedState | null = useLocation().state
  return (
    <Notice
      title={t.unauthorizedTitle}
      actions={
        isSignedIn ? (
          <>
            <ToLanding />
            <LogoutButton />
          </>
        ) : (
          <Button component={Link} to="/authentication/login">
            {says.login}
          </Button>
        )
      }
    >
      <p>{t.unauthorized}</p>
      <p>{t.unauthorizedHint}</p>
      {refusal !== null && <Missing refusal={refusal} />}
    </Notice>
  )
}

/** What the user wanted to open, which right that takes, and who gives it. */
function Missing({ refusal }: { refusal: RefusedState }) {
  const { address, page, missing, timeZone } = refusal
  const t = useTexts(unauthorizedTexts)
  const translate = useTranslate()
  return (
    <section className={classes.missing}>
      <p>
        {page === null
          ? t.askedFor({ address })
          : t.askedForPage({ page: translate(page), address })}
      </p>
      {missing.length > 0 && (
        <>
          <p>{t.missing({ count: missing.length })}</p>
          <Suspense>
            <ScreenContext value={openAt(address)}>
              <PermissionList permissions={missing} />
            </ScreenContext>
          </Suspense>
          <p>{t.whoGives}</p>
          {timeZone !== undefined && (
            <SignedInCalls>
              <AskForAccess
                permissions={missing}
                page={page === null ? address : translate(page)}
                timeZone={timeZone}
              />
            </SignedInCalls>
          )}
        </>
      )}
      <p>
        <Anchor component={Link} to={address} size="sm">
          {t.openAgain}
        </Anchor>
      </p>
    </section>
  )
}

/** A link to the user's first screen, if the user may see any. */
function ToLanding() {
  const t = useTexts(unauthorizedTexts)
  const notices = useTexts(noticeTexts)
  const translate = useTranslate()
  const refusal: RefusedState | null = useLocation().state
  if (refusal?.landing === null) return null
  const landing = screens.find(({ path }) => path === refusal?.landing)
  // a user who opened this page by its address continues at /dashboard, which leads to the first screen
  const to = landing?.path ?? '/dashboard'
  const label =
    landing === undefined
      ? notices.toStart
      : homePaths.includes(landing.path)
        ? t.toDashboard
        : t.toScreen({ title: translate(landing.menu?.label ?? landing.title) })
  return (
    <Button component={Link} to={to}>
      {label}
    </Button>
  )
}
