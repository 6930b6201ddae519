import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import type { ReportPage } from '@counterfoil/kit/contract/reports.contract.ts'
import type { Text } from '@counterfoil/kit/contract/texts.ts'

const msg = messagesOf(import.meta.url)

const titles = msg({
  dailyV1: 'Transactions daily (v1)',
  daily: 'Transactions daily',
  summaryV1: 'Transactions summary (v1)',
  summary: 'Transactions summary',
  summaryV3: 'Transactions summary (v3)',
  perDay: 'Transactions summary per day / month',
  declinedReasons: 'Declined transaction reasons',
  channels: 'PMP configuration report',
  declineReasons: 'Decline reasons',
  tool: 'Data analytics',
})

const ofOperators = (name: string, title: Text, permission: string): ReportPage => ({
  id: `crm-reports-${name}`,
  path: `/crm/reports/${name}`,
  title,
  audience: ['platform', 'tenant'],
  permission: [permission],
})

const ofMerchants = (name: string, title: Text, permission: string): ReportPage => ({
  id: `reports-${name}`,
  path: `/reports/${name}`,
  title,
  audience: ['merchant'],
  permission: [permission],
})

/** The payment reports of operators, by their faces. */
export const operatorReports = {
  dailyV1: ofOperators('transactions-daily-v1', titles.dailyV1, 'CRM.Reports.TransactionsDaily'),
  daily: ofOperators('transactions-daily', titles.daily, 'CRM.Reports.NewTransactionsDaily'),
  summaryV1: ofOperators(
    'transactions-summary-v1',
    titles.summaryV1,
    'CRM.Reports.TransactionsSummary',
  ),
  summary: ofOperators('transactions-summary', titles.summary, 'CRM.Reports.TransactionsSummaryV2'),
  summaryV3: ofOperators(
    'transactions-summary-v3',
    titles.summaryV3,
    'CRM.Reports.TransactionsSummaryV3',
  ),
  perDay: ofOperators(
    'transactions-summary-per-day-month',
    titles.perDay,
    'CRM.Reports.TransactionSummaryPerDayPerMonth',
  ),
  declinedReasons: ofOperators(
    'declined-transaction-reasons',
    titles.declinedReasons,
    'CRM.Reports.DeclinedTransactionReasons',
  ),
  channels: ofOperators(
    'pmp-configuration-report',
    titles.channels,
    'Reports.Channel.Reports.View',
  ),
  declineReasons: ofOperators(
    'decline-reasons',
    titles.declineReasons,
    'CRM.Reports.DeclineReasons',
  ),
  tool: ofOperators('data-analytics', titles.tool, 'Crm.Reports.ConversionTool.View'),
} as const

/** Those of merchants. */
export const merchantReports = {
  dailyV1: ofMerchants(
    'transactions-daily-v1',
    titles.dailyV1,
    'Merchant.Reports.TransactionsDaily',
  ),
  daily: ofMerchants('transactions-daily', titles.daily, 'Merchant.Reports.NewTransactionsDaily'),
  summaryV1: ofMerchants(
    'transactions-summary-v1',
    titles.summaryV1,
    'Merchant.Reports.TransactionsSummary',
  ),
  summary: ofMerchants(
    'transactions-summary',
    titles.summary,
    'Merchant.Reports.TransactionsSummaryV2',
  ),
  tool: ofMerchants('data-analytics', titles.tool, 'Merchant.Reports.ConversionTool.View'),
} as const
