import { endpoint } from '@counterfoil/kit/contract/endpoint.ts'
import { currencyCode, id, sumMinor } from '@counterfoil/kit/contract/fields.ts'
import { z } from 'zod'
import { merchantReports, operatorReports } from './report-pages.schema.ts'
import { figuresReport, reportChartQuery, reportQuery } from './summary-report.schema.ts'
import { otherCharts } from './summary-reports.contract.ts'

const about = figuresReport.pick({
  asOf: true,
  from: true,
  to: true,
  timeZone: true,
  today: true,
  source: true,
})

const share = z.number().nullable()

/** Amounts in the base currency; payments without a rate are in the counts alone. */
const converted = z.object({
  count: z.int(),
  /** The approved ones among the decided ones. */
  successRate: share,
  volume: sumMinor,
  captured: sumMinor,
  refunded: sumMinor,
  net: sumMinor,
  baseCurrency: z.string(),
})

export type ConvertedFigures = z.infer<typeof converted>

/** Without the figures that the reader's organisation hides. */
const shown = converted.partial().required({ count: true, baseCurrency: true })

const baseCurrencyReport = about.extend({
  baseCurrency: z.string(),
  rows: z.array(
    shown.extend({
      /** The currency of the payments, or their business day. */
      key: z.string(),
    }),
  ),
  total: shown,
  /** Those that amounts were converted by: of the day, or of the last day before that had one. */
  rates: z.array(
    z.object({
      tenantId: id,
      currency: z.string(),
      day: z.string(),
      rate: z.string(),
      source: z.string(),
    }),
  ),
  /** What is in no sum, because there is no rate for it: amounts in their own currency. */
  missing: z.array(
    z.object({
      currency: z.string(),
      count: z.int(),
      volume: sumMinor.optional(),
      firstDay: z.string(),
      lastDay: z.string(),
    }),
  ),
  hiddenColumns: z.array(z.string()),
})
export type BaseCurrencyReport = z.infer<typeof baseCurrencyReport>

const prefixes = [
  ['', '/api/reports/transaction-summary/charts'],
  ['customer-', '/api/reports/customer/transaction-summary/charts'],
] as const

// each of them is enough for its own report, which the handler finds
const ofReports = [...Object.values(operatorReports), ...Object.values(merchantReports)].flatMap(
  ({ permission }) => permission,
)

const inBase = (by: 'currency' | 'day', name: string) =>
  prefixes.map(([kind, prefix]) => ({
    by,
    call: endpoint({
      id: `summary-reports.${kind}by-${name}`,
      method: 'GET',
      path: `${prefix}/grouped-by-${name}`,
      summary: `Payments with their amounts in a base currency, by ${by}, with the rates and what has none`,
      permission: [...new Set([...otherCharts, ...ofReports])],
      // as of the report that it stands beside: with its filter, its groups and its days
      query: reportQuery.omit({ read: true }).extend({
        /** The tenant's home currency unless said; of all tenants EUR. */
        baseCurrency: currencyCode.optional(),
      }),
      answer: baseCurrencyReport,
    }),
  }))

export const baseCurrencyCharts = [
  ...inBase('currency', 'base-currency'),
  ...inBase('day', 'base-currency-amount'),
]

const conversionReport = about.extend({
  /**
   * What a conversion is of: payments that were created, not visits of a page. Whoever leaves a page before paying is not
   * counted.
   */
  counts: z.literal('payments'),
  rows: z.array(
    z.object({
      /** Null: payments without a website. */
      websiteId: z.string().nullable(),
      websiteName: z.string().nullable(),
      channel: z.string().nullable(),
      created: z.int(),
      approved: z.int(),
      declined: z.int(),
      undecided: z.int(),
      /** The approved ones among all that were created. */
      conversion: share,
    }),
  ),
})
export type ConversionReport = z.infer<typeof conversionReport>

export const conversionCharts = prefixes.map(([kind, prefix]) =>
  endpoint({
    id: `summary-reports.${kind}by-hpp-conversion`,
    method: 'GET',
    path: `${prefix}/grouped-by-hpp-conversion`,
    summary: 'How many of the payments that were created were approved, by website and channel',
    permission: otherCharts,
    query: reportChartQuery,
    answer: conversionReport,
  }),
)
