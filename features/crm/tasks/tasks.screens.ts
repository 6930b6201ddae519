import type { Screen } from '@counterfoil/kit/web/page/screen.ts'
import { crmTasks } from '@counterfoil/kit/web/site-map/operator-pages.ts'
import { mapped } from '@counterfoil/kit/web/site-map/site-entry.ts'
import { IconChecklist } from '@tabler/icons-react'
import { lazy } from 'react'

/** What is to be done for a lead, an opportunity or a project, for its page. */
export const RecordTasks = lazy(() => import('./record-tasks.tsx'))

export const screens: readonly Screen[] = [
  mapped(crmTasks, {
    id: 'crm-tasks',
    icon: IconChecklist,
    wide: true,
    component: () => import('./task-list.tsx'),
  }),
]
