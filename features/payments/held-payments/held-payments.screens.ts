import { lazyPart } from '@counterfoil/kit/web/page/lazy-part.ts'
import type { Screen } from '@counterfoil/kit/web/page/screen.ts'

/** The queue of held payments, on the page of pending payments. */
export const HeldPayments = lazyPart(() =>
  import('./held-payments.tsx').then((part) => part.HeldPayments),
)

// it has no page of its own
export const screens: readonly Screen[] = []
