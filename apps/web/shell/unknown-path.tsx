import { useUser } from '@counterfoil/kit/web/session/user.tsx'
import { Navigate, useLocation } from 'react-router'
import { mayEnter } from '../entry.rules.ts'
import { Refused } from './refused.tsx'

/** Any unknown path leads to the dashboard, unless it is in a route group that the user may not enter. */
export function UnknownPath() {
  const user = useUser()
  const { pathname } = useLocation()
  return mayEnter(pathname, user) ? <Navigate to="/dashboard" replace /> : <Refused />
}
