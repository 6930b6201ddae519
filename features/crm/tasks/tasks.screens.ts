import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import { type Screen, screen } from '@counterfoil/kit/web/page/screen.ts'
import { IconChecklist } from '@tabler/icons-react'
import { lazy } from 'react'

const msg = messagesOf(import.meta.url)

/** What is to be done for a lead, an opportunity or a project, for its page. */
export const RecordTasks = lazy(() => import('./record-tasks.tsx'))

export const screens: readonly Screen[] = [
  screen({
    id: 'crm-tasks',
    path: '/crm/tasks',
    title: msg('Tasks'),
    audience: ['platform', 'tenant'],
    permission: ['CRM.Task.View'],
    menu: { group: 'crm', order: 0, icon: IconChecklist },
    wide: true,
    component: () => import('./task-list.tsx'),
  }),
]
