import type { Text } from '@counterfoil/kit/contract/texts.ts'
import type { Screen } from '@counterfoil/kit/web/page/screen.ts'
import { holdsAny, useUser } from '@counterfoil/kit/web/session/user.tsx'
import { Navigate, useLocation } from 'react-router'
import { screens } from '../screens.ts'
import { landingOf } from './landing.rules.ts'

/** The state for the page of refusals, which is outside of the portal and does not know the user. */
export interface RefusedState {
  /** The user's first screen, or null. */
  readonly landing: string | null
  /** Where the user wanted to go. */
  readonly address: string
  /** The name of that page; null where the product has none there. */
  readonly page: Text | null
  /** The permissions of which one would open it; none where it is for another audience. */
  readonly missing: readonly string[]
}

/** Redirects a user who may not see a screen. */
export function Refused({ screen }: { screen?: Screen | undefined }) {
  const user = useUser()
  const { pathname, search } = useLocation()
  const isOfAudience = screen?.audience.includes(user.audience) === true
  const asked = isOfAudience ? [screen.permission, ...(screen.alsoPermission ?? [])] : []
  const state: RefusedState = {
    landing: landingOf(screens, user)?.path ?? null,
    address: pathname + search,
    page: screen === undefined ? null : screen.title,
    missing: asked.filter((anyOf) => !holdsAny(user, anyOf)).flat(),
  }
  return <Navigate to="/authentication/unauthorized" state={state} replace />
}
