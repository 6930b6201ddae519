import type { Dimension } from '@counterfoil/features/reporting/figures/dimensions.schema.ts'
import type { Measure } from '@counterfoil/features/reporting/figures/figures.schema.ts'
import { merchantReports, operatorReports } from './report-pages.schema.ts'
import { otherCharts, type SummaryReportCalls, summaryReports } from './summary-reports.contract.ts'

/** One report under one of its names: what it groups by at first and which columns it shows. */
export interface ReportFace {
  readonly calls: Pick<SummaryReportCalls, 'call' | 'download' | 'onlyDeclined'>
  readonly by: readonly Dimension[]
  readonly measures: readonly Measure[]
}

const short: readonly Measure[] = ['count', 'approved', 'declined', 'volume', 'captured']
const usual: readonly Measure[] = [
  'count',
  'approved',
  'declined',
  'approvalRate',
  'volume',
  'captured',
  'refunded',
  'net',
]
const declines: readonly Measure[] = ['count', 'volume', 'averageAmount']

export const operatorFaces = {
  dailyV1: { calls: summaryReports.v1, by: ['day'], measures: short },
  daily: { calls: summaryReports.v2, by: ['day', 'method'], measures: usual },
  summaryV1: { calls: summaryReports.v1, by: ['status'], measures: short },
  summary: { calls: summaryReports.v2, by: ['method', 'provider'], measures: usual },
  summaryV3: { calls: summaryReports.v2, by: ['merchant', 'provider', 'method'], measures: usual },
  perDay: { calls: summaryReports.perDay, by: ['month', 'day'], measures: usual },
  channels: { calls: summaryReports.channels, by: ['channel'], measures: usual },
  declineReasons: {
    calls: summaryReports.declinesByProvider,
    by: ['provider', 'declineReason'],
    measures: declines,
  },
  declinedReasons: { calls: summaryReports.declines, by: ['declineReason'], measures: declines },
  tool: { calls: summaryReports.tool, by: ['day'], measures: usual },
} satisfies Record<string, ReportFace>

export const merchantFaces = {
  dailyV1: { calls: summaryReports.merchant, by: ['day'], measures: short },
  daily: { calls: summaryReports.merchant, by: ['day', 'method'], measures: usual },
  summaryV1: { calls: summaryReports.merchant, by: ['status'], measures: short },
  summary: { calls: summaryReports.merchant, by: ['method'], measures: usual },
  tool: { calls: summaryReports.toolOfMerchants, by: ['day'], measures: usual },
} satisfies Record<string, ReportFace>

/** By what merchants group: which acquirer and MID took a payment is their operator's business. */
export const merchantDimensions: readonly Dimension[] = [
  'day',
  'month',
  'weekday',
  'hour',
  'status',
  'method',
  'brand',
  'channel',
  'website',
  'country',
  'issuerCountry',
  'cardType',
  'declineReason',
]

const faces: readonly { readonly report: string; readonly face: ReportFace }[] = [
  ...Object.entries(operatorFaces).map(([name, face]) => ({
    face,
    report: operatorReports[name as keyof typeof operatorFaces].id,
  })),
  ...Object.entries(merchantFaces).map(([name, face]) => ({
    face,
    report: merchantReports[name as keyof typeof merchantFaces].id,
  })),
]

/** Every report of payments. */
export const allReports: readonly string[] = faces.map(({ report }) => report)

/** The reports whose permission opens the charts: of all payments, as the charts are. */
export const chartReports: readonly string[] = [
  ...Object.values(operatorReports),
  ...Object.values(merchantReports),
]
  .filter(({ permission }) => permission.some((one) => otherCharts.includes(one)))
  .map(({ id }) => id)

/** The reports that a call answers, by its id. */
export const reportsOfCall = (callId: string): string[] =>
  faces.filter(({ face }) => face.calls.call.id === callId).map(({ report }) => report)

/** The face of a report, by the report's id. */
export const faceOf = (id: string): ReportFace | undefined =>
  faces.find(({ report }) => report === id)?.face
