import { lazyPart } from '@counterfoil/kit/web/page/lazy-part.ts'
import type { Screen } from '@counterfoil/kit/web/page/screen.ts'

/** It has no page: it stands above all of them. */
export const screens: readonly Screen[] = []

/** Above every page while somebody looks through a user's eyes. */
export const ViewAsBanner = lazyPart(() =>
  import('./view-as-banner.tsx').then((file) => file.ViewAsBanner),
)
/** Begins it, on the page of the user. */
export const ViewAsButton = lazyPart(() =>
  import('./view-as-button.tsx').then((file) => file.ViewAsButton),
)
