import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import { type Screen, screen } from '@counterfoil/kit/web/page/screen.ts'
import { IconReport, IconReportAnalytics } from '@tabler/icons-react'

const msg = messagesOf(import.meta.url)

const ofTenant = {
  audience: ['platform', 'tenant'],
  permission: ['CRM.Settings.Report.View'],
} as const

export const screens: readonly Screen[] = [
  screen({
    ...{ id: 'crm-settings-reports-overview', path: '/crm/settings/reports/overview', ...ofTenant },
    title: msg('Reports overview'),
    menu: { group: 'settings', order: 360, icon: IconReport },
    wide: true,
    component: () => import('./reports-overview.tsx'),
  }),
  screen({
    ...{ id: 'crm-settings-reports-table', path: '/crm/settings/reports/table', ...ofTenant },
    title: msg('Reports table'),
    wide: true,
    component: () => import('./reports-table.tsx'),
  }),
  screen({
    id: 'crm-settings-report-settings-reports',
    path: '/crm/settings/report-settings/reports',
    title: msg('Report settings'),
    audience: ['platform'],
    permission: ['Platform.ReportV2.Settings'],
    menu: { group: 'settings', order: 365, icon: IconReportAnalytics },
    wide: true,
    component: () => import('./given-reports.tsx'),
  }),
]
