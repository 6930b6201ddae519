import { lazyPart } from '@counterfoil/kit/web/page/lazy-part.ts'
import type { Screen } from '@counterfoil/kit/web/page/screen.ts'

/** The list of what waits, or of what did, for the page of pending payments. */
export const WaitingActions = lazyPart(() =>
  import('./waiting-actions.tsx').then((part) => part.WaitingActions),
)

/** What waits for confirmation on one payment, for its page. */
export const PaymentConfirmations = lazyPart(() =>
  import('./payment-confirmations.tsx').then((part) => part.PaymentConfirmations),
)

// they stand on pages of others
export const screens: readonly Screen[] = []
