import { lazyPart } from '@counterfoil/kit/web/page/lazy-part.ts'
import type { Screen } from '@counterfoil/kit/web/page/screen.ts'

/** The parts of webhooks stand on other pages. */
export const screens: readonly Screen[] = []

/** The attempts of a message, where one is shown in full. */
export const DeliveryAttempts = lazyPart(() =>
  import('./endpoint-messages.tsx').then((part) => part.DeliveryAttempts),
)

/** How far a replay has come. */
export const ReplayProgress = lazyPart(() =>
  import('./endpoint-replays.tsx').then((part) => part.ReplayProgress),
)
