import { lazyPart } from '@counterfoil/kit/web/page/lazy-part.ts'
import type { Screen } from '@counterfoil/kit/web/page/screen.ts'

/** Adds the card of a payment to the blacklist, on that payment's page. */
export const BlockCard = lazyPart(() => import('./block-card.tsx').then((part) => part.BlockCard))

/** The lists are declared resources, with pages of their own. */
export const screens: readonly Screen[] = []
