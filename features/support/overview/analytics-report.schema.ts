import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import type { ReportPage } from '@counterfoil/kit/contract/reports.contract.ts'

const msg = messagesOf(import.meta.url)

export const analyticsReport: ReportPage = {
  id: 'crm-reports-support-analytics-report',
  path: '/crm/reports/support-analytics-report',
  title: msg('Support analytics report'),
  audience: ['platform', 'tenant'],
  permission: ['Reports.SupportAnalytics.Reports.View'],
}
