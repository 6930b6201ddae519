import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import { type Screen, screen } from '@counterfoil/kit/web/page/screen.ts'
import { IconHistory, IconLifebuoy } from '@tabler/icons-react'
import { analyticsReport } from './analytics-report.schema.ts'

const msg = messagesOf(import.meta.url)

const overview = {
  title: msg('Support'),
  component: () => import('./support-overview.tsx'),
} as const

export const screens: readonly Screen[] = [
  screen({
    id: 'merchant-support',
    path: '/merchant/support',
    audience: ['merchant'],
    permission: ['Merchant.Support.Lookup'],
    menu: { group: 'support', order: 0, icon: IconLifebuoy },
    ...overview,
  }),
  screen({
    id: 'tenant-support',
    path: '/tenant/support',
    audience: ['tenant'],
    permission: ['CRM.Support.Lookup'],
    menu: { group: 'support', order: 0, icon: IconLifebuoy },
    ...overview,
  }),
  screen({
    id: 'platform-support',
    path: '/platform/support',
    audience: ['platform'],
    permission: ['Platform.Support.Lookup'],
    menu: { group: 'support', order: 20, icon: IconLifebuoy },
    ...overview,
  }),
  screen({
    ...analyticsReport,
    menu: { group: 'reports', order: 90, icon: IconHistory },
    wide: true,
    component: () => import('./support-analytics.tsx'),
  }),
]
