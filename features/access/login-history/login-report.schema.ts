import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import type { ReportPage } from '@counterfoil/kit/contract/reports.contract.ts'

const msg = messagesOf(import.meta.url)

export const loginReport: ReportPage = {
  id: 'crm-reports-login-history',
  path: '/crm/reports/login-history',
  title: msg('Login history'),
  audience: ['platform'],
  permission: ['Platform.Reports.LoginHistory'],
}
