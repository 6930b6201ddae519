import type { Screen } from '@counterfoil/kit/web/page/screen.ts'
import { lazy } from 'react'

/** Where an item stands, and the way from its list to its board, for the pages of items. */
export const StagePill = lazy(() =>
  import('./stage-pill.tsx').then((part) => ({ default: part.StagePill })),
)
export const Views = lazy(() => import('./views.tsx').then((part) => ({ default: part.Views })))

// the lists come with the declarations, the other pages from beside
export const screens: readonly Screen[] = []
