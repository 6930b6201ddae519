import type { Screen } from '@counterfoil/kit/web/page/screen.ts'
import { lazy } from 'react'

/** Who opens it has no account: the page is an entry of its own, outside of the portal. */
export const screens: readonly Screen[] = []

export const ExternalPartyPage = lazy(() => import('./party-page.tsx'))
