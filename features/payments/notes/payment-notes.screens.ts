import { fetchedComponent } from '@counterfoil/kit/web/page/lazy-part.ts'
import type { Screen } from '@counterfoil/kit/web/page/screen.ts'

/** The notes of a payment, for its page. */
export const PaymentNotes = fetchedComponent(() =>
  import('./payment-notes.tsx').then((part) => part.default),
)

// they have no page of their own
export const screens: readonly Screen[] = []
