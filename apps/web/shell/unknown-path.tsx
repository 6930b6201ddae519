import { useUser } from '@counterfoil/kit/web/user.tsx'
import { Navigate, useLocation } from 'react-router'
import { mayEnter } from '../entry.rules.ts'

/** Any unknown path leads to the dashboard, unless it lies in a part of the portal that is not this user's. */
export function UnknownPath() {
  const user = useUser()
  const { pathname } = useLocation()
  const to = mayEnter(pathname, user) ? '/dashboard' : '/authentication/unauthorized'
  return <Navigate to={to} replace />
}
