import { lazyPart } from '@counterfoil/kit/web/page/lazy-part.ts'
import { type Screen, screen } from '@counterfoil/kit/web/page/screen.ts'
import { IconListDetails } from '@tabler/icons-react'
import { merchantLogReport, operatorLogReport } from './api-log-reports.schema.ts'

export const screens: readonly Screen[] = [
  screen({
    ...operatorLogReport,
    menu: { group: 'reports', order: 110, icon: IconListDetails },
    wide: true,
    component: () => import('./operator-logs.tsx'),
  }),
  screen({
    ...merchantLogReport,
    menu: { group: 'reports', order: 50, icon: IconListDetails },
    wide: true,
    component: () => import('./merchant-logs.tsx'),
  }),
]

/** One call with its request, its response and as curl, in a dialog. */
export const CallInFull = lazyPart(() =>
  import('./call-in-full.tsx').then((part) => part.CallInFull),
)
