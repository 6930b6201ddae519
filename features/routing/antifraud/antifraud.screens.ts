import { lazyPart } from '@counterfoil/kit/web/page/lazy-part.ts'
import type { Screen } from '@counterfoil/kit/web/page/screen.ts'

/** Adds the card, e-mail or address of a payment to a list, on that payment's page. */
export const AddToList = lazyPart(() => import('./add-to-list.tsx').then((part) => part.AddToList))

/** The lists are declared resources, with pages of their own. */
export const screens: readonly Screen[] = []
