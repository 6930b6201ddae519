import { useUser } from '@counterfoil/kit/web/session/user.tsx'
import { Navigate } from 'react-router'
import { screens } from '../screens.ts'
import { landingOf } from './landing.rules.ts'

/** The state for the page of refusals, which is outside of the portal and does not know the user. */
export interface RefusedState {
  /** The user's first screen, or null. */
  readonly landing: string | null
}

/** Redirects a user who may not see a screen. */
export function Refused() {
  const state: RefusedState = { landing: landingOf(screens, useUser())?.path ?? null }
  return <Navigate to="/authentication/unauthorized" state={state} replace />
}
