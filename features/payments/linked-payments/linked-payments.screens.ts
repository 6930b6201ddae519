import { lazyPart } from '@counterfoil/kit/web/page/lazy-part.ts'
import type { Screen } from '@counterfoil/kit/web/page/screen.ts'

/** What other payments have in common with one, on that payment's page. */
export const LinkedPayments = lazyPart(() =>
  import('./linked-payments.tsx').then((part) => part.LinkedPayments),
)

/** Why a payment waits for approval, on its page. */
export const HeldNote = lazyPart(() => import('./held-note.tsx').then((part) => part.HeldNote))

// they have no page of their own
export const screens: readonly Screen[] = []
