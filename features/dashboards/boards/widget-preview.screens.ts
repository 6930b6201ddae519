import type { Screen } from '@counterfoil/kit/web/page/screen.ts'
import { lazy } from 'react'

/** A widget with figures that are not on a dashboard, for whoever designs it. */
export const WidgetPreview = lazy(() => import('./widget-preview.tsx'))

// it has no page of its own
export const screens: readonly Screen[] = []
