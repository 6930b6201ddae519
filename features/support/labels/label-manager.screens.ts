import { lazyPart } from '@counterfoil/kit/web/page/lazy-part.ts'
import type { Screen } from '@counterfoil/kit/web/page/screen.ts'

/** Labels have no page: the manager is a dialog, and the picker is part of the ticket list and the ticket's page. */
export const screens: readonly Screen[] = []

export const LabelManager = lazyPart(() =>
  import('./label-manager.tsx').then((file) => file.default),
)

export const LabelPicker = lazyPart(() => import('./label-picker.tsx').then((file) => file.default))
