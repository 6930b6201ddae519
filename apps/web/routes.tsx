import type { RouteObject } from 'react-router'
import { AuthenticationLayout } from './authentication/authentication-layout.tsx'
import { IdentityPage } from './authentication/identity-page.tsx'
import { LoggedOut } from './authentication/logged-out.tsx'
import { Login } from './authentication/login.tsx'
import { LoginCallback } from './authentication/login-callback.tsx'
import { LoginFailed } from './authentication/login-failed.tsx'
import { Logout } from './authentication/logout.tsx'
import { LogoutCallback } from './authentication/logout-callback.tsx'
import { Unauthorized } from './authentication/unauthorized.tsx'
import { screens } from './screens.ts'
import { OpenScreen } from './shell/open-screen.tsx'
import { SignedInPortal } from './shell/signed-in-portal.tsx'
import { UnknownPath } from './shell/unknown-path.tsx'

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

const undeclaredHomes = ['/dashboard', '/crm/dashboard'].filter(
  (home) => !screens.some(({ path }) => path === home),
)

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
