import type { Screen } from '@counterfoil/kit/web/screen.ts'
import { lazy } from 'react'

/** Audit has no page: it opens beside whatever page is open. */
export const screens: readonly Screen[] = []

/** The panel of the audit outlet, fetched when it is first opened. */
export const AuditPanel = lazy(() => import('./audit-panel.tsx'))
