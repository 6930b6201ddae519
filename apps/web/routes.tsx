import { lazyPart } from '@counterfoil/kit/web/page/lazy-part.ts'
import type { RouteObject } from 'react-router'
import { AuthenticationLayout } from './authentication/authentication-layout.tsx'
import { Login } from './authentication/login.tsx'
import { LoginCallback } from './authentication/login-callback.tsx'
import { Logout } from './authentication/logout.tsx'
import { screens } from './screens.ts'
import { OpenScreen } from './shell/open-screen.tsx'
import { SignedInPortal } from './shell/signed-in-portal.tsx'
import { UnknownPath } from './shell/unknown-path.tsx'
import { homePaths } from './state/user-context.ts'

// most people never come to these: they are no part of what everybody's first page weighs
const IdentityPage = lazyPart(() =>
  import('./authentication/identity-page.tsx').then((file) => file.IdentityPage),
)
const LoggedOut = lazyPart(() =>
  import('./authentication/logged-out.tsx').then((file) => file.LoggedOut),
)
const LoginFailed = lazyPart(() =>
  import('./authentication/login-failed.tsx').then((file) => file.LoginFailed),
)
const LogoutCallback = lazyPart(() =>
  import('./authentication/logout-callback.tsx').then((file) => file.LogoutCallback),
)
const Unauthorized = lazyPart(() =>
  import('./authentication/unauthorized.tsx').then((file) => file.Unauthorized),
)

const authentication: RouteObject[] = [
  { path: '/login-callback', element: <LoginCallback /> },
  { path: '/authentication/login', element: <Login /> },
  { path: '/authentication/login-callback', element: <LoginCallback /> },
  { path: '/authentication/login-failed', element: <LoginFailed /> },
  { path: '/authentication/register', element: <IdentityPage page="register" /> },
  { path: '/authentication/profile', element: <IdentityPage page="manage" /> },
  { path: '/authentication/logout', element: <Logout /> },
  { path: '/authentication/logout-callback', element: <LogoutCallback /> },
  { path: '/authentication/logged-out', element: <LoggedOut /> },
  { path: '/authentication/unauthorized', element: <Unauthorized /> },
]

const undeclaredHomes = homePaths.filter((home) => !screens.some(({ path }) => path === home))

/** Routes of all declared screens behind the guards; any other path leads to /dashboard. */
export const routes: RouteObject[] = [
  { element: <AuthenticationLayout />, children: authentication },
  {
    element: <SignedInPortal />,
    children: [
      ...screens.map((screen) => ({
        path: screen.path,
        handle: screen,
        element: <OpenScreen screen={screen} />,
      })),
      ...undeclaredHomes.map((path) => ({ path, element: <OpenScreen screen={undefined} /> })),
      { path: '*', element: <UnknownPath /> },
    ],
  },
]
