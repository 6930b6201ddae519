import type { Screen } from '@counterfoil/kit/web/page/screen.ts'
import {
  crmSettingsSchedulerCustomJobs,
  crmSettingsSchedulerProcessLogs,
  crmSettingsSchedulerRecurringJobs,
} from '@counterfoil/kit/web/site-map/settings-pages.ts'
import { mapped } from '@counterfoil/kit/web/site-map/site-entry.ts'
import { IconClockPlay, IconListDetails, IconStack2 } from '@tabler/icons-react'

export const screens: readonly Screen[] = [
  mapped(crmSettingsSchedulerRecurringJobs, {
    id: 'crm-settings-scheduler-recurring-jobs',
    icon: IconClockPlay,
    wide: true,
    component: () => import('./recurring-jobs.tsx'),
  }),
  mapped(crmSettingsSchedulerCustomJobs, {
    id: 'crm-settings-scheduler-custom-jobs',
    icon: IconStack2,
    wide: true,
    component: () => import('./custom-jobs.tsx'),
  }),
  mapped(crmSettingsSchedulerProcessLogs, {
    id: 'crm-settings-scheduler-process-logs',
    icon: IconListDetails,
    wide: true,
    component: () => import('./process-logs.tsx'),
  }),
]
