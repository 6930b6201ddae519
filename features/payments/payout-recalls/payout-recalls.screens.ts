import { lazyPart } from '@counterfoil/kit/web/page/lazy-part.ts'
import type { Screen } from '@counterfoil/kit/web/page/screen.ts'

/** None of its own: recalls stand with their payout. */
export const screens: readonly Screen[] = []

/** The recalls of a payout, for its page. */
export const Recalls = lazyPart(() => import('./recalls.tsx').then((part) => part.Recalls))
