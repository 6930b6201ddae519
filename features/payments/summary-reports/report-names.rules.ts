import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import type { Text } from '@counterfoil/kit/contract/texts.ts'

const msg = messagesOf(import.meta.url)

export const reportName = msg('Payment report')

/** What a report is called in an export, by the id of its call. */
export const reportNames: Readonly<Record<string, Text>> = msg({
  'summary-reports.v1': 'Transactions summary',
  'summary-reports.v2': 'Transactions summary by method and provider',
  'summary-reports.per-day': 'Transactions summary per day / month',
  'summary-reports.per-day-of-all': 'Transactions summary per day / month, all tenants',
  'summary-reports.channels': 'Channel report',
  'summary-reports.channels-of-all': 'Channel report, all tenants',
  'summary-reports.declines': 'Declined transaction reasons',
  'summary-reports.declines-by-provider': 'Decline reasons by provider',
  'summary-reports.declines-of-all': 'Decline reasons by provider, all tenants',
  'summary-reports.merchant': 'Transactions summary of a merchant',
})
