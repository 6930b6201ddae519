import { lazyPart } from '@counterfoil/kit/web/page/lazy-part.ts'
import type { Screen } from '@counterfoil/kit/web/page/screen.ts'

/** Notifications have no page: they open below the bell on any page. */
export const screens: readonly Screen[] = []

/** The toolbar's bell with its panel; loaded after the page. */
export const NotificationsBell = lazyPart(() =>
  import('./notifications-bell.tsx').then((file) => file.default),
)
