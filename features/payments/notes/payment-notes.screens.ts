import type { Screen } from '@counterfoil/kit/web/page/screen.ts'
import { lazy } from 'react'

/** The notes of a payment, for its page. */
export const PaymentNotes = lazy(() => import('./payment-notes.tsx'))

// they have no page of their own
export const screens: readonly Screen[] = []
