import type { Dimension } from '@counterfoil/features/reporting/figures/dimensions.schema.ts'
import { daysOf } from '@counterfoil/kit/contract/calendar-days.ts'
import type { ReportRow, SummaryReport } from './summary-report.schema.ts'

const chartMeasures = ['count', 'approvalRate', 'captured', 'volume', 'refunded'] as const
export type ChartMeasure = (typeof chartMeasures)[number]

/** Those that can be drawn of a report: the rate is divided anew for each column, from what it is made of. */
export const shownChartMeasures = ({
  hiddenColumns,
}: Pick<SummaryReport, 'hiddenColumns'>): ChartMeasure[] =>
  chartMeasures.filter((one) => {
    const needed = one === 'approvalRate' ? [one, 'approved', 'declined'] : [one]
    return !needed.some((each) => hiddenColumns.includes(each))
  })

/** These mean something in all currencies together. */
export const isOfAnyCurrency = (measure: ChartMeasure): boolean =>
  measure === 'count' || measure === 'approvalRate'

export interface ChartPoint {
  readonly key: string
  readonly value: number
}

/** The dimensions whose groups follow each other. */
const timeline: readonly Dimension[] = ['day', 'month', 'weekday', 'hour']

export const hasChart = ({ groupBy: [first] }: Pick<SummaryReport, 'groupBy'>): boolean =>
  first !== undefined && timeline.includes(first)

/** The measure by the report's first dimension in the order of time, without gaps between days and months. */
export function chartPoints(
  report: SummaryReport,
  measure: ChartMeasure,
  currency: string | undefined,
): ChartPoint[] {
  const [first] = report.groupBy
  if (first === undefined) return []
  const rows = report.rows.filter((row) => currency === undefined || row.currency === currency)
  const groups = Map.groupBy(rows, ({ keys }) => keys[first] ?? '')
  const keys = new Set([...everyKey(first, report), ...groups.keys()])
  return [...keys].sort().map((key) => ({ key, value: addUp(groups.get(key) ?? [], measure) }))
}

function addUp(rows: readonly ReportRow[], measure: ChartMeasure): number {
  const sum = (of: (row: ReportRow) => number) => rows.reduce((total, row) => total + of(row), 0)
  if (measure !== 'approvalRate') return sum((row) => row[measure] ?? 0)
  const approved = sum((row) => row.approved ?? 0)
  const decided = approved + sum((row) => row.declined ?? 0)
  return decided === 0 ? 0 : approved / decided
}

function everyKey(first: Dimension, { from, to, today }: SummaryReport): string[] {
  if (first !== 'day' && first !== 'month') return []
  const last = to < today ? to : today
  const days = daysOf(from.slice(0, 10), last.slice(0, 10))
  return first === 'day' ? days : [...new Set(days.map((day) => day.slice(0, 7)))]
}
