import {
  paymentCondition,
  rollupFilterOf,
} from '@counterfoil/features/payments/lookup/lookup.public.ts'
import { businessDayOf } from '@counterfoil/features/payments/processing/payment-views.rules.ts'
import { requestedZone } from '@counterfoil/features/payments/reports/export.public.ts'
import type { Dimension } from '@counterfoil/features/reporting/figures/dimensions.schema.ts'
import {
  findTenantZone,
  listNamesOf,
  readFacts,
} from '@counterfoil/features/reporting/figures/figures.public.ts'
import { figuresBy, totalsOf } from '@counterfoil/features/reporting/figures/figures.rules.ts'
import { declinedStatuses } from '@counterfoil/features/reporting/figures/measures.rules.ts'
import type { Context, UserCaller } from '@counterfoil/kit/server/request/context.ts'
import { databaseZone, spanOf } from './report-span.rules.ts'
import type { ChartQuery, FiguresReport } from './summary-report.schema.ts'

/** What a report is of by itself. */
export interface ReportSubject {
  readonly by: readonly Dimension[]
  readonly onlyDeclined?: boolean
  /** The most days that the reader may ask for. */
  readonly mostDays?: number | undefined
}

/** The figures of the filter by these dimensions, in one snapshot. */
export async function readReport(
  query: ChartQuery,
  subject: ReportSubject,
  context: Pick<Context<UserCaller>, 'caller' | 'db' | 'mode' | 'now'>,
): Promise<FiguresReport> {
  const { by } = subject
  const { facts, about } = await readReportFacts(query, subject, context)
  const rows = figuresBy(facts, by)
  const { currencies, all } = totalsOf(facts)
  return {
    ...about,
    groupBy: [...by],
    rows: rows.map(({ keys, currency, figures }) => ({ keys, currency, ...figures })),
    totals: [...currencies],
    all,
    names: await listNamesOf(
      context.db,
      by,
      rows.map(({ keys }) => keys),
    ),
  }
}

/** Facts of the filter's payments by these dimensions, in one snapshot, with what they are of. */
export async function readReportFacts(
  query: ChartQuery,
  { by, onlyDeclined, mostDays }: ReportSubject,
  { caller, db, mode, now }: Pick<Context<UserCaller>, 'caller' | 'db' | 'mode' | 'now'>,
) {
  const { timeZone: _, timezoneOffset, ...asked } = query
  const zone =
    query.timeZone === undefined && timezoneOffset === undefined
      ? caller.timeZone
      : requestedZone({ timeZone: query.timeZone, timezoneOffset })
  const businessZone =
    db.scope.kind === 'tenant' ? await findTenantZone(db, db.scope.tenantId) : null
  const today = businessDayOf(now, businessZone ?? caller.timeZone)
  const span = spanOf(asked, by, today, mostDays)
  const filter = {
    ...asked,
    dateFrom: span.from,
    dateTo: span.to,
    ...(onlyDeclined ? { status: declinedAmong(asked.status) } : {}),
  }
  const { facts, source } = await readFacts(db, {
    by,
    days: span.days,
    timeZone: databaseZone(zone),
    rollup: rollupFilterOf(filter, mode),
    condition: () => paymentCondition(db, filter, mode),
  })
  const about = {
    asOf: now.toISOString(),
    from: span.from,
    to: span.to,
    timeZone: businessZone,
    today,
    source,
  }
  return { facts, about }
}

type Statuses = ChartQuery['status']

/** Those of the statuses that are declines; a filter that leaves none finds nothing. */
function declinedAmong(statuses: Statuses): NonNullable<Statuses> {
  return (statuses ?? declinedStatuses).filter((one) =>
    declinedStatuses.includes(one),
  ) as NonNullable<Statuses>
}
