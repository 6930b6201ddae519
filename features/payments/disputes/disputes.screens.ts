import type { Screen } from '@counterfoil/kit/web/page/screen.ts'
import { lazy } from 'react'

/** The disputes of a payment, for its page. */
export const PaymentDisputes = lazy(() => import('./payment-disputes.tsx'))

// they have no page of their own
export const screens: readonly Screen[] = []
