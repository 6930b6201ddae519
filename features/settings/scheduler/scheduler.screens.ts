import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import { type Screen, screen } from '@counterfoil/kit/web/page/screen.ts'
import { IconClockPlay, IconListDetails, IconStack2 } from '@tabler/icons-react'

const msg = messagesOf(import.meta.url)

export const screens: readonly Screen[] = [
  screen({
    id: 'crm-settings-scheduler-recurring-jobs',
    path: '/crm/settings/scheduler/recurring-jobs',
    title: msg('Recurring jobs'),
    audience: ['platform', 'tenant'],
    permission: ['Settings.Scheduler.RecurringJob.View'],
    menu: { group: 'settings', order: 0, icon: IconClockPlay },
    wide: true,
    component: () => import('./recurring-jobs.tsx'),
  }),
  screen({
    id: 'crm-settings-scheduler-custom-jobs',
    path: '/crm/settings/scheduler/custom-jobs',
    title: msg('Custom jobs'),
    audience: ['platform', 'tenant'],
    permission: ['Settings.Scheduler.CustomJob.View'],
    menu: { group: 'settings', order: 10, icon: IconStack2 },
    wide: true,
    component: () => import('./custom-jobs.tsx'),
  }),
  screen({
    id: 'crm-settings-scheduler-process-logs',
    path: '/crm/settings/scheduler/process-logs',
    title: msg('Process logs'),
    audience: ['platform', 'tenant'],
    permission: ['Settings.Scheduler.ProcessLog.View'],
    menu: { group: 'settings', order: 20, icon: IconListDetails },
    wide: true,
    component: () => import('./process-logs.tsx'),
  }),
]
