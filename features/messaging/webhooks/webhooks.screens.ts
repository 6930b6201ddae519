import { lazyPart } from '@counterfoil/kit/web/page/lazy-part.ts'
import type { Screen } from '@counterfoil/kit/web/page/screen.ts'

/** The parts of webhooks stand on other pages. */
export const screens: readonly Screen[] = []

/** How far a replay has come. */
export const ReplayProgress = lazyPart(() =>
  import('./endpoint-replays.tsx').then((part) => part.ReplayProgress),
)
