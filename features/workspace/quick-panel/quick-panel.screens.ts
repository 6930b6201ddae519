import { lazyPart } from '@counterfoil/kit/web/page/lazy-part.ts'
import type { Screen } from '@counterfoil/kit/web/page/screen.ts'

/** The quick panel has no page: it opens beside whatever page the user is on. */
export const screens: readonly Screen[] = []

export const QuickPanel = lazyPart(() => import('./quick-panel.tsx').then((file) => file.default))

/** Layout, colours, density and language, for other pages of one's own settings. */
export const LookSettings = lazyPart(() =>
  import('./settings-tab.tsx').then((file) => file.SettingsTab),
)
