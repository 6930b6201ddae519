import type { Screen } from '@counterfoil/kit/web/page/screen.ts'
import { lazy } from 'react'

/** External parties have no account, so their page is an entry point of its own outside of the portal. */
export const screens: readonly Screen[] = []

export const ExternalPartyPage = lazy(() => import('./party-page.tsx'))
