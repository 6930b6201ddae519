import type { Text } from '@counterfoil/kit/contract/texts.ts'
import type { Screen } from '@counterfoil/kit/web/page/screen.ts'
import {
  holdsAny,
  type ThemeSettings,
  useUser,
  useViewAs,
} from '@counterfoil/kit/web/session/user.tsx'
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
  /** Whose user was refused, and how their pages look. */
  readonly brand?: {
    readonly name: string
    readonly logo: string | null
    readonly theme: ThemeSettings
  }
  /** The user may ask for it, and reads times in this zone; none for whoever looks through their eyes. */
  readonly timeZone?: string
}

/** Redirects a user who may not see a screen. */
export function Refused({ screen }: { screen?: Screen | undefined }) {
  const user = useUser()
  const isOther = useViewAs() !== undefined
  const { pathname, search } = useLocation()
  const isOfAudience = screen?.audience.includes(user.audience) === true
  const asked = isOfAudience ? [screen.permission, ...(screen.alsoPermission ?? [])] : []
  const state: RefusedState = {
    landing: landingOf(screens, user)?.path ?? null,
    address: pathname + search,
    page: screen === undefined ? null : screen.title,
    missing: asked.filter((anyOf) => !holdsAny(user, anyOf)).flat(),
    brand: { name: user.merchantName ?? user.tenantName, logo: user.logo, theme: user.theme },
    ...(isOther ? {} : { timeZone: user.timeZone }),
  }
  return <Navigate to="/authentication/unauthorized" state={state} replace />
}
