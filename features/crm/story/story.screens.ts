import type { Screen } from '@counterfoil/kit/web/screen.ts'
import { lazy } from 'react'

/** What happened with a record, for its page. */
export const Story = lazy(() => import('./story.tsx'))

// it has no page of its own
export const screens: readonly Screen[] = []
