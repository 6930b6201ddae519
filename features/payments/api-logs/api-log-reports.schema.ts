import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import type { ReportPage } from '@counterfoil/kit/contract/reports.contract.ts'

const msg = messagesOf(import.meta.url)

const title = msg('API logs')

export const operatorLogReport: ReportPage = {
  id: 'crm-reports-api-logs',
  path: '/crm/reports/api-logs',
  title,
  audience: ['platform', 'tenant'],
  permission: ['Settings.DeveloperSettings.ApiLog.View'],
}

export const merchantLogReport: ReportPage = {
  id: 'reports-api-logs',
  path: '/reports/api-logs',
  title,
  audience: ['merchant'],
  permission: ['Merchant.Settings.APILogs'],
}
