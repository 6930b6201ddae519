import {
  paymentCondition,
  rollupFilterOf,
} from '@counterfoil/features/payments/lookup/lookup.public.ts'
import type { PaymentFilter } from '@counterfoil/features/payments/lookup/payment-filter.schema.ts'
import { requestedZone } from '@counterfoil/features/payments/reports/export.public.ts'
import type { Dimension } from '@counterfoil/features/reporting/figures/dimensions.schema.ts'
import {
  areHeld,
  areRolled,
  findTenantZone,
  listNamesOf,
  type ReadWatch,
  readFacts,
} from '@counterfoil/features/reporting/figures/figures.public.ts'
import { figuresBy, totalsOf } from '@counterfoil/features/reporting/figures/figures.rules.ts'
import { declinedStatuses } from '@counterfoil/features/reporting/figures/outcomes.schema.ts'
import {
  type DimensionFilter,
  sumRollup,
} from '@counterfoil/features/reporting/rollups/rollups.public.ts'
import { localDay } from '@counterfoil/kit/contract/calendar-days.ts'
import type { Mode } from '@counterfoil/kit/contract/fields.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import type { Context, UserCaller } from '@counterfoil/kit/server/request/context.ts'
import { chosenDimensions } from './report-link.rules.ts'
import {
  databaseZone,
  type ReportSpan,
  slicesOf,
  spanOf,
  wholeDaysOf,
  wholeHoursOf,
} from './report-span.rules.ts'
import type { ChartQuery, FiguresReport } from './summary-report.schema.ts'

/** What a report is of by itself. */
export interface ReportSubject {
  readonly by: readonly Dimension[]
  /** By what the days are chosen and limited, where it is read by other dimensions than the report above it. */
  readonly spanBy?: readonly Dimension[]
  readonly onlyDeclined?: boolean | undefined
  /** The most days that the reader may ask for. */
  readonly maxDays?: number | undefined
  readonly watch?: ReadWatch | undefined
}

/** The figures of the filter by these dimensions. */
export async function readReport(
  query: ChartQuery,
  subject: ReportSubject,
  context: Pick<Context<UserCaller>, 'caller' | 'db' | 'mode' | 'now'>,
): Promise<FiguresReport> {
  const { by } = subject
  const { facts, about } = await readReportFacts(query, subject, context)
  const chosenBy = chosenDimensions(query)
  const rows = figuresBy(facts, by, chosenBy)
  const { currencies, all } = totalsOf(facts, chosenBy)
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

type Reader = Pick<Context<UserCaller>, 'caller' | 'db' | 'mode' | 'now'>

/** Facts of the filter's payments by these dimensions, with what they are of. */
export async function readReportFacts(query: ChartQuery, subject: ReportSubject, reader: Reader) {
  const { db, mode, now } = reader
  const { by, watch } = subject
  const { filter, span, zone, businessZone, today } = await askedOf(query, subject, reader)
  const { rollup, fromPayments } = sourcesOf(db, { filter, span, by, mode, zone })
  const slices = (spans: readonly ReportSpan[]) =>
    spans.flatMap(slicesOf).map(({ days, from, to }) => ({
      days,
      condition: () => paymentCondition(db, { ...filter, dateFrom: from, dateTo: to }, mode),
    }))
  const { facts, source } = await readFacts(db, {
    ...{ by, watch, rollup, timeZone: databaseZone(zone) },
    slices: slices(fromPayments),
    allSlices: slices([span]),
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

/** What a report asks for: its filter with the days that it has, and whose they are. */
async function askedOf(
  query: ChartQuery,
  { by, spanBy = by, onlyDeclined, maxDays }: ReportSubject,
  { caller, db, now }: Reader,
) {
  const { timeZone: _, timezoneOffset, ...asked } = query
  const zone =
    query.timeZone === undefined && timezoneOffset === undefined
      ? caller.timeZone
      : requestedZone({ timeZone: query.timeZone, timezoneOffset })
  const businessZone =
    db.scope.kind === 'tenant' ? await findTenantZone(db, db.scope.tenantId) : null
  const today = localDay(now, businessZone ?? caller.timeZone)
  const span = spanOf(asked, spanBy, today, maxDays)
  const filter = {
    ...asked,
    dateFrom: span.from,
    dateTo: span.to,
    ...(onlyDeclined ? { status: declinedAmong(asked.status) } : {}),
  }
  return { filter, span, zone, businessZone, today }
}

/** What of a report the rollups answer, and which days are read from the payments. */
function sourcesOf(
  db: Db,
  {
    filter,
    span,
    by,
    mode,
    zone,
  }: {
    readonly filter: PaymentFilter
    readonly span: ReportSpan
    readonly by: readonly Dimension[]
    readonly mode: Mode
    readonly zone: string | number
  },
): { readonly rollup: DimensionFilter | undefined; readonly fromPayments: readonly ReportSpan[] } {
  const { whole, hours, rest } = by.includes('hour') ? wholeHoursOf(span, zone) : wholeDaysOf(span)
  const days =
    whole === undefined
      ? undefined
      : rollupFilterOf({ ...filter, dateFrom: whole.from, dateTo: whole.to }, mode)
  const held = days === undefined ? undefined : { ...days, hours }
  const rollup = held !== undefined && areRolled(db, held, by) ? held : undefined
  return { rollup, fromPayments: rollup === undefined ? [span] : rest }
}

/** Throws for days that the report does not have, or its reader may not ask for; nothing is read of the payments. */
export async function checkReportDays(
  query: ChartQuery,
  subject: ReportSubject,
  reader: Reader,
): Promise<void> {
  await askedOf(query, subject, reader)
}

/** Where a report comes from, and at most how many payments are read for it, as the rollups count them. */
export async function readReportCost(query: ChartQuery, subject: ReportSubject, reader: Reader) {
  const { db, mode } = reader
  const { filter, span, zone } = await askedOf(query, subject, reader)
  const sources = sourcesOf(db, { filter, span, by: subject.by, mode, zone })
  const { rollup } = sources
  const fromPayments =
    rollup === undefined || (await areHeld(db, rollup, subject.by)) ? sources.fromPayments : [span]
  if (fromPayments.length === 0) return { source: 'rollups' as const, days: span.days, payments: 0 }
  const { tenantId, merchantId, method, provider, currency, status } = filter
  const known = { tenantId, merchantId, method, provider, currency, status }
  let payments = 0
  for (const { from, to } of fromPayments) {
    // an instant may be of the day before in London
    const [dateFrom, dateTo] = [from.slice(0, 10), to.slice(0, 10)].toSorted()
    const days = { dateFrom, dateTo }
    const bound = rollupFilterOf({ ...known, ...days, mode: filter.mode }, mode)
    const sums = bound === undefined ? [] : await sumRollup(db, bound)
    payments += sums.reduce((sum, one) => sum + Number(one.payments), 0)
  }
  return { source: 'payments' as const, days: span.days, payments }
}

type Statuses = ChartQuery['status']

/** Those of the statuses that are declines; a filter that leaves none finds nothing. */
function declinedAmong(statuses: Statuses): NonNullable<Statuses> {
  return (statuses ?? declinedStatuses).filter((one) =>
    declinedStatuses.includes(one),
  ) as NonNullable<Statuses>
}
