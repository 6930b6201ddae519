import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import { lazyPart } from '@counterfoil/kit/web/page/lazy-part.ts'
import { type Screen, screen } from '@counterfoil/kit/web/page/screen.ts'
import { IconListDetails } from '@tabler/icons-react'

const msg = messagesOf(import.meta.url)

const title = msg('API logs')

export const screens: readonly Screen[] = [
  screen({
    id: 'crm-reports-api-logs',
    path: '/crm/reports/api-logs',
    title,
    audience: ['platform', 'tenant'],
    permission: ['Settings.DeveloperSettings.ApiLog.View'],
    menu: { group: 'reports', order: 110, icon: IconListDetails },
    wide: true,
    component: () => import('./operator-logs.tsx'),
  }),
  screen({
    id: 'reports-api-logs',
    path: '/reports/api-logs',
    title,
    audience: ['merchant'],
    permission: ['Merchant.Settings.APILogs'],
    menu: { group: 'reports', order: 50, icon: IconListDetails },
    wide: true,
    component: () => import('./merchant-logs.tsx'),
  }),
]

/** One call with its request, its response and as curl, in a dialog. */
export const CallInFull = lazyPart(() =>
  import('./call-in-full.tsx').then((part) => part.CallInFull),
)
