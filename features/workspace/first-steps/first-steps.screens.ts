import { lazyPart } from '@counterfoil/kit/web/page/lazy-part.ts'
import type { Screen } from '@counterfoil/kit/web/page/screen.ts'

/** The first steps have no page: they are above the first page of those who have them. */
export const screens: readonly Screen[] = []

export const FirstSteps = lazyPart(() => import('./first-steps.tsx').then((file) => file.default))
