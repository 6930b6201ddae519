import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import type { ReportPage } from '@counterfoil/kit/contract/reports.contract.ts'

const msg = messagesOf(import.meta.url)

export const alertReport: ReportPage = {
  id: 'crm-reports-alerts',
  path: '/crm/reports/alerts',
  title: msg('Alerts'),
  audience: ['platform', 'tenant'],
  permission: ['CRM.Reports.Alerts', 'Platform.Reports.Alerts'],
}
