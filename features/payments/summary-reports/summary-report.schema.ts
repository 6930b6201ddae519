import { paymentFilter } from '@counterfoil/features/payments/lookup/payment-filter.schema.ts'
import {
  dimension,
  dimensions,
  maxDimensions,
} from '@counterfoil/features/reporting/figures/dimensions.schema.ts'
import { counts, figures } from '@counterfoil/features/reporting/figures/figures.schema.ts'
import { id, several, timestamp } from '@counterfoil/kit/contract/fields.ts'
import { reportFace } from '@counterfoil/kit/contract/reports.contract.ts'
import { z } from 'zod'

/** The filter of the lookup, so that each number of a report opens exactly its payments there. */
export const chartQuery = paymentFilter.omit({ searchKey: true }).extend({
  /** IANA name, for hours; the caller's own unless said. Days are the tenant's business days. */
  timeZone: z.string().max(100).optional(),
  /** Minutes that UTC is ahead of the caller, like JavaScript's `getTimezoneOffset`. A time zone takes precedence. */
  timezoneOffset: z.coerce.number().int().min(-900).max(900).optional(),
})
export type ChartQuery = z.output<typeof chartQuery>

/** By what a report groups, in this order. */
const groupBy = several(dimension).refine(
  (by) => by === undefined || by.length <= maxDimensions,
  `A report groups by at most ${maxDimensions} of: ${dimensions.join(', ')}`,
)

/** The query of a chart, whose figures are those of a report of all payments. */
export const reportChartQuery = chartQuery.extend({ report: reportFace })

export const reportQuery = chartQuery.extend({
  groupBy,
  report: reportFace,
  /** An id that the caller makes up: by it the progress of a report is asked for that is read payment by payment. */
  read: id.optional(),
})
export type ReportQuery = z.output<typeof reportQuery>

export const reportExportQuery = reportQuery.extend({
  /** Of the header row and of what is not a record's own name. */
  language: z.string().max(35).optional(),
})

const keys = {
  /** By dimension; null: payments without a provider, a brand, a reason. */
  keys: z.partialRecord(dimension, z.string().nullable()),
  currency: z.string(),
}

/** All figures, for charts. */
export const figuresReport = z.object({
  asOf: timestamp,
  /** Business days, inclusive. */
  from: z.string(),
  to: z.string(),
  /** Whose days they are; null: across tenants, each has its own. */
  timeZone: z.string().nullable(),
  /** The current business day: what it and its month hold is not complete. */
  today: z.string(),
  groupBy: z.array(dimension),
  /** `rollups` cost the same with any number of payments; `payments` were read one by one. */
  source: z.enum(['rollups', 'payments']),
  /** One for each group and currency. */
  rows: z.array(figures.extend(keys)),
  /** By currency, never added up. */
  totals: z.array(figures.extend({ currency: z.string() })),
  /** Counts of all currencies together. */
  all: counts,
  /** Names of records that are keys: of merchants, tenants, providers, websites and MIDs. */
  names: z.partialRecord(dimension, z.record(z.string(), z.string())),
})
export type FiguresReport = z.infer<typeof figuresReport>

const shown = figures.partial().required({ count: true })

/** The same without the figures that the reader's organisation hides. */
export const summaryReport = figuresReport.extend({
  rows: z.array(shown.extend(keys)),
  totals: z.array(shown.extend({ currency: z.string() })),
  all: counts.partial().required({ count: true }),
  hiddenColumns: z.array(z.string()),
})
export type SummaryReport = z.infer<typeof summaryReport>
export type ReportRow = SummaryReport['rows'][number]
