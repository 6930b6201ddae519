import type { Screen } from '@counterfoil/kit/web/page/screen.ts'
import { lazy } from 'react'

/** The activity of a record, for its page. */
export const Activity = lazy(() => import('./activity.tsx'))

// the activity has no page of its own
export const screens: readonly Screen[] = []
