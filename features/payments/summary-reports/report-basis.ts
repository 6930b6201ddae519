import { forbidden } from '@counterfoil/kit/contract/problem.ts'
import { type ReportRules, readRulesAmong } from '@counterfoil/kit/server/reports/report.ts'
import type { Context, UserCaller } from '@counterfoil/kit/server/request/context.ts'
import { allReports, chartReports, faceOf, type ReportFace } from './report-faces.rules.ts'
import { otherCharts } from './summary-reports.contract.ts'

type Asker = Pick<Context<UserCaller>, 'caller' | 'database'>

/** Of which report the figures are, and what is set of it for the reader. */
export interface ReportBasis {
  readonly rules: ReportRules | undefined
  readonly face: ReportFace | undefined
}

/**
 * The report that figures beside it are of: the one that is asked for, with its own permission. Without one they are of all
 * payments for those who have charts, and else of the first report that the reader may open.
 */
export async function readBasis(
  asked: string | undefined,
  { caller, database }: Asker,
): Promise<ReportBasis> {
  const hasCharts = otherCharts.some((one) => caller.permissions.has(one))
  const ids = asked === undefined && hasCharts ? chartReports : allReports
  const rules = await readRulesAmong(database, caller, ids, asked)
  if (rules === undefined && !hasCharts) throw forbidden()
  return { rules, face: rules && faceOf(rules.report.id) }
}

/** What is set for the reader of the reports that have all payments, whose figures the charts are. */
export const readChartRules = (asked: string | undefined, { caller, database }: Asker) =>
  readRulesAmong(database, caller, chartReports, asked)

/** Figures without those that the reader's organisation hides. */
const without = <Of extends object>(of: Of, hidden: ReadonlySet<string>): Of =>
  hidden.size === 0
    ? of
    : (Object.fromEntries(Object.entries(of).filter(([name]) => !hidden.has(name))) as Of)

interface Shown {
  readonly rows: readonly object[]
  readonly totals: readonly object[]
  readonly all: object
}

/** A report without the figures that are hidden from its reader, which it names. */
export function withoutHiddenFigures<Of extends Shown>(report: Of, rules: ReportRules | undefined) {
  const hidden = rules?.hidden ?? new Set<string>()
  return {
    ...report,
    rows: report.rows.map((row: Of['rows'][number]) => without(row, hidden)),
    totals: report.totals.map((row: Of['totals'][number]) => without(row, hidden)),
    all: without(report.all as Of['all'], hidden),
    hiddenColumns: [...hidden],
  }
}
