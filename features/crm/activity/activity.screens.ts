import type { Screen } from '@counterfoil/kit/web/page/screen.ts'
import { lazy } from 'react'

/** What happened with a record, for its page. */
export const Activity = lazy(() => import('./activity.tsx'))

// it has no page of its own
export const screens: readonly Screen[] = []
