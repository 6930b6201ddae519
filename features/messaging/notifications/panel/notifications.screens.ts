import { logFailure } from '@counterfoil/kit/web/log.ts'
import type { Screen } from '@counterfoil/kit/web/screen.ts'
import { lazy } from 'react'
import type Bell from './notifications-bell.tsx'

/** Notifications have no page: they open below the bell, on whatever page the user is. */
export const screens: readonly Screen[] = []

/** The toolbar's bell with its panel; fetched after the page. When it cannot be fetched, the toolbar does without. */
export const NotificationsBell = lazy(() =>
  import('./notifications-bell.tsx').catch((cause: unknown) => {
    logFailure('The notifications could not be fetched', cause)
    return { default: NoBell }
  }),
)

const NoBell: typeof Bell = () => null
