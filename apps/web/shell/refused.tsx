import { useUser } from '@counterfoil/kit/web/session/user.tsx'
import { Navigate } from 'react-router'
import { screens } from '../screens.ts'
import { landingOf } from './landing.rules.ts'

/** What the page of refusals is told, as it stands outside of the portal and knows no user. */
export interface RefusedState {
  /** Where the user may begin; null for nowhere. */
  readonly landing: string | null
}

/** The way of whoever asked for what is not theirs. */
export function Refused() {
  const state: RefusedState = { landing: landingOf(screens, useUser())?.path ?? null }
  return <Navigate to="/authentication/unauthorized" state={state} replace />
}
