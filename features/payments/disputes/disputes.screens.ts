import { fetchedComponent } from '@counterfoil/kit/web/page/lazy-part.ts'
import type { Screen } from '@counterfoil/kit/web/page/screen.ts'

/** The disputes of a payment, for its page. */
export const PaymentDisputes = fetchedComponent(() =>
  import('./payment-disputes.tsx').then((part) => part.default),
)

// they have no page of their own
export const screens: readonly Screen[] = []
