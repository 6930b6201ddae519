import { lazyPart } from '@counterfoil/kit/web/page/lazy-part.ts'
import type { Screen } from '@counterfoil/kit/web/page/screen.ts'

/** It has no page: it stands on the page that refuses one. */
export const screens: readonly Screen[] = []

export const AskForAccess = lazyPart(() =>
  import('./ask-for-access.tsx').then((file) => file.AskForAccess),
)
