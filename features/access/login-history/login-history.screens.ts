import { type Screen, screen } from '@counterfoil/kit/web/page/screen.ts'
import { IconHistory } from '@tabler/icons-react'
import { loginReport } from './login-report.schema.ts'

export const screens: readonly Screen[] = [
  screen({
    ...loginReport,
    menu: { group: 'reports', order: 180, icon: IconHistory },
    wide: true,
    component: () => import('./login-history.tsx'),
  }),
]
