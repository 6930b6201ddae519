import type { Dimension } from '@counterfoil/features/reporting/figures/dimensions.schema.ts'
import { endpoint } from '@counterfoil/kit/contract/endpoint.ts'
import { reportName } from '@counterfoil/kit/contract/reports.contract.ts'
import { z } from 'zod'
import {
  reportChartQuery,
  reportExportQuery,
  reportQuery,
  summaryReport,
} from './summary-report.schema.ts'

const daily = ['CRM.Reports.TransactionsDaily', 'CRM.Reports.NewTransactionsDaily']
const summaries = [
  'CRM.Reports.TransactionsSummary',
  'CRM.Reports.TransactionsSummaryV2',
  'CRM.Reports.TransactionsSummaryV3',
]
const perDay = 'CRM.Reports.TransactionSummaryPerDayPerMonth'
const channels = 'Reports.Channel.Reports.View'
const declines = ['CRM.Reports.DeclineReasons', 'CRM.Reports.DeclinedTransactionReasons']
const ofMerchants = [
  'Merchant.Reports.TransactionsDaily',
  'Merchant.Reports.NewTransactionsDaily',
  'Merchant.Reports.TransactionsSummary',
  'Merchant.Reports.TransactionsSummaryV2',
]
const allTenants = 'Platform.Transaction.Lookup'

/** Charts are on dashboards too. */
const operatorCharts = [...daily, ...summaries, 'CRM.Dashboard.View']
export const otherCharts = [...operatorCharts, ...ofMerchants, 'Merchant.Transaction.View']

interface Declared {
  readonly id: string
  readonly path: string
  /** By what it groups, besides the currency. */
  readonly by: readonly Dimension[]
  readonly permission: readonly string[]
  /** Of declined, failed and blocked payments alone. */
  readonly onlyDeclined?: boolean
}

const summaryOf = ({ by, onlyDeclined }: Declared) =>
  `${onlyDeclined ? 'Declined payments' : 'Counts, rates and sums of payments'} by ${['currency', ...by].join(', ')}`

/** What groups by the same always. */
function chart(declared: Declared) {
  const call = endpoint({
    id: `summary-reports.${declared.id}`,
    method: 'GET',
    path: declared.path,
    summary: summaryOf(declared),
    permission: declared.permission,
    query: reportChartQuery,
    answer: summaryReport,
  })
  return { ...declared, call }
}

/** What groups by up to three dimensions of the reader's choice, with the same rows as a CSV. */
function report(declared: Declared) {
  const call = endpoint({
    id: `summary-reports.${declared.id}`,
    method: 'GET',
    path: declared.path,
    summary: `${summaryOf(declared)}, or as \`groupBy\` says`,
    permission: declared.permission,
    query: reportQuery,
    answer: summaryReport,
  })
  const download = endpoint({
    id: `summary-reports.${declared.id}.export`,
    method: 'GET',
    path: `${declared.path}/export`,
    summary: `${summaryOf(declared)}, or as \`groupBy\` says, as CSV`,
    permission: declared.permission,
    query: reportExportQuery,
    contentType: 'text/csv',
  })
  return { ...declared, call, download }
}

/** Rows are by currency anyway, so a chart by currency has no dimension besides. */
const groupings: readonly (readonly [name: string, by: readonly Dimension[]])[] = [
  ['status', ['status']],
  ['currency', []],
  ['service-provider', ['provider']],
  ['payment-method', ['method']],
  ['day', ['day']],
]

const chartsAt = (kind: string, prefix: string, permission: readonly string[]) =>
  groupings.map(([name, by]) =>
    chart({
      id: `${kind}-by-${name}`,
      path: `${prefix}/transaction-summary/charts/grouped-by-${name}`,
      by,
      permission,
    }),
  )

const reporting = '/api/reporting/crm/reports'

export const charts = [
  ...chartsAt('operator', '/api/crm/reports', operatorCharts),
  ...chartsAt('other', '/api/reports', otherCharts),
  chart({
    id: 'by-hour',
    path: '/api/reports/transaction-summary/charts/grouped-by-hour',
    by: ['hour'],
    permission: otherCharts,
  }),
  chart({
    id: 'customer-by-hour',
    path: '/api/reports/customer/transaction-summary/charts/grouped-by-hour',
    by: ['hour'],
    permission: otherCharts,
  }),
  chart({
    id: 'reporting-by-service-provider',
    path: `${reporting}/transaction-summary/charts/grouped-by-service-provider`,
    by: ['provider'],
    permission: operatorCharts,
  }),
  chart({
    id: 'reporting-by-currency',
    path: `${reporting}/transaction-summary/charts/grouped-by-currency`,
    by: [],
    permission: operatorCharts,
  }),
]

export const summaryReports = {
  v1: report({
    id: 'v1',
    path: `${reporting}/transaction-summary/transaction-summary-report`,
    by: ['status'],
    permission: [...daily, ...summaries],
  }),
  v2: report({
    id: 'v2',
    path: `${reporting}/transaction-summary/transaction-summary-v2-report`,
    by: ['method', 'provider'],
    permission: [...daily, ...summaries],
  }),
  perDay: report({
    id: 'per-day',
    path: `${reporting}/transaction-summary/grouped-by-day-by-month`,
    by: ['month', 'day'],
    permission: [perDay],
  }),
  perDayOfAll: report({
    id: 'per-day-of-all',
    path: `${reporting}/transaction-summary/grouped-by-day-by-month/platform`,
    by: ['tenant', 'month', 'day'],
    permission: [allTenants],
  }),
  channels: report({
    id: 'channels',
    path: `${reporting}/transaction-summary/v2/charts/grouped-by-payment-channel`,
    by: ['channel'],
    permission: [channels],
  }),
  channelsOfAll: report({
    id: 'channels-of-all',
    path: `${reporting}/transaction-summary/v2/charts/grouped-by-payment-channel/platform`,
    by: ['tenant', 'channel'],
    permission: [allTenants],
  }),
  declines: report({
    id: 'declines',
    path: `${reporting}/decline-reasons-statistics`,
    by: ['declineReason'],
    permission: declines,
    onlyDeclined: true,
  }),
  declinesByProvider: report({
    id: 'declines-by-provider',
    path: `${reporting}/decline-reasons-by-service-provider`,
    by: ['provider', 'declineReason'],
    permission: declines,
    onlyDeclined: true,
  }),
  declinesOfAll: report({
    id: 'declines-of-all',
    path: `${reporting}/decline-reasons-by-service-provider/platform`,
    by: ['tenant', 'provider', 'declineReason'],
    permission: [allTenants],
    onlyDeclined: true,
  }),
  merchant: report({
    id: 'merchant',
    path: '/api/reports/transaction-summary/report',
    by: ['status'],
    permission: ofMerchants,
  }),
  tool: report({
    id: 'tool',
    path: '/api/reporting/crm/conversion-tool/explore',
    by: ['day'],
    permission: ['Crm.Reports.ConversionTool.View'],
  }),
  toolOfMerchants: report({
    id: 'tool-of-merchants',
    path: '/api/conversion-tool/explore',
    by: ['day'],
    permission: ['Merchant.Reports.ConversionTool.View'],
  }),
} as const
export type SummaryReportCalls = ReturnType<typeof report>

export const readCost = endpoint({
  id: 'summary-reports.cost',
  method: 'GET',
  path: '/api/reporting/report-v2/reports/:report/cost',
  summary:
    'Whether a report is read from the payments one by one: how many, for how long, and how far that is',
  // the report's own permission decides
  permission: [],
  params: z.object({ report: reportName }),
  query: reportQuery,
  answer: z.object({
    source: z.enum(['rollups', 'payments']),
    days: z.int(),
    /** At most so many. */
    payments: z.int(),
    /** About how long it takes, by how long others took. */
    seconds: z.int(),
    /** Of a reading that is under way, or is done; null: there is none. */
    daysRead: z.int().nullable(),
  }),
})
