import type { Screen } from '@counterfoil/kit/web/page/screen.ts'
import { lazy } from 'react'

/** The stage of an item, and the switch between list and board, for the pages of items. */
export const StagePill = lazy(() =>
  import('./stage-pill.tsx').then((part) => ({ default: part.StagePill })),
)
/** The opportunities and projects of a lead or a customer. */
export const ItemsOf = lazy(() =>
  import('./items-of.tsx').then((part) => ({ default: part.ItemsOf })),
)
export const Views = lazy(() => import('./views.tsx').then((part) => ({ default: part.Views })))

// the lists follow from the declared resources; `item-pages.screens.ts` has the other pages
export const screens: readonly Screen[] = []
