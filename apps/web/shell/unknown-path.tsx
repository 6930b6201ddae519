import { lazyPart } from '@counterfoil/kit/web/page/lazy-part.ts'
import { useUser } from '@counterfoil/kit/web/session/user.tsx'
import { Suspense } from 'react'
import { Navigate, useLocation } from 'react-router'
import { mayEnter } from '../entry.rules.ts'
import { Refused } from './refused.tsx'

const NoSuchPage = lazyPart(() => import('./no-such-page.tsx').then((file) => file.NoSuchPage))

/** The start leads to the dashboard, and a group of routes that the user may not enter is refused; else the page says so. */
export function UnknownPath() {
  const user = useUser()
  const { pathname } = useLocation()
  if (!mayEnter(pathname, user)) return <Refused />
  if (pathname === '/') return <Navigate to="/dashboard" replace />
  return (
    <Suspense>
      <NoSuchPage address={pathname} />
    </Suspense>
  )
}
