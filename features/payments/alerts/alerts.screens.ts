import { type Screen, screen } from '@counterfoil/kit/web/page/screen.ts'
import { IconBellExclamation } from '@tabler/icons-react'
import { alertReport } from './alert-report.schema.ts'

export const screens: readonly Screen[] = [
  screen({
    ...alertReport,
    menu: { group: 'reports', order: 170, icon: IconBellExclamation },
    wide: true,
    component: () => import('./alert-list.tsx'),
  }),
]
