import { lazyPart } from '@counterfoil/kit/web/page/lazy-part.ts'

/** The recalls of a payout, for its page. */
export const Recalls = lazyPart(() => import('./recalls.tsx').then((part) => part.Recalls))
