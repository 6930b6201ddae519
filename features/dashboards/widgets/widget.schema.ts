import { sumMinor, text, timestamp } from '@counterfoil/kit/contract/fields.ts'
import { oneLine } from '@counterfoil/kit/contract/plain-text.ts'
import { z } from 'zod'

export const widgetTypes = [
  'CHART_WIDGET',
  'BANNER_WIDGET',
  'TABLE_WIDGET',
  'PIPELINE_CHART',
  'MAP_WIDGET',
  'WEBHOOK_STATUS',
  'COUNT_WIDGET',
  'SUCCESS_RATE_WIDGET',
] as const
export const widgetType = z.enum(widgetTypes)
export type WidgetType = z.infer<typeof widgetType>

const chartTypes = ['PieChart', 'LineChart', 'BarChart', 'ComboChart', 'GeoChart'] as const
const chartType = z.enum(chartTypes)
export type ChartType = z.infer<typeof chartType>

/** Days that a widget is of, ending today; `custom` takes them from `dateFrom` and `dateTo`. */
export const periods = ['today', 'last24Hours', 'last7', 'last30', 'last90'] as const
export const period = z.enum(periods)
export type Period = z.infer<typeof period>

/** The rows of a page of a table. */
export const widgetPageSize = 5

/** The most rows that a chart draws: a quarter's days in 22 currencies. A chart of more says so. */
export const chartPageSize = 2_000

const column = z.string().min(1).max(60)

const chartConfiguration = z.strictObject({
  chartType,
  /** What the points are of: a column with a text in it. */
  xAxisColumn: column,
  /** The figures of each point; a combined chart draws the second one as a line. */
  yAxisColumn: z.array(column).min(1).max(3),
  /** What else a point says of itself. */
  tooltipValue: column.nullish(),
})

const tableConfiguration = z.strictObject({
  pageIndex: z.int().min(0).max(1000).default(0),
  pageSize: z.int().min(1).max(100).default(widgetPageSize),
  /** The columns that are shown, in this order; all of them unless said. */
  tableDataColumns: z.array(column).min(1).max(20).nullish(),
  /** Where a row leads: a page of the portal, with columns in braces that the row fills in. */
  navigationUrl: z.string().max(300).nullish(),
})

export const widgetConfiguration = z.strictObject({
  /** Words to find it by, separated by commas. */
  description: oneLine(z.string().trim().max(300)).default(''),
  widgetType,
  /** Of the last 24 hours, with a dialog of other days. */
  isLast24Hours: z.boolean().default(false),
  chartConfiguration: chartConfiguration.nullish(),
  tableConfiguration: tableConfiguration.nullish(),
  /** The text of a banner, in both languages. */
  banner: z
    .strictObject({
      en: oneLine(z.string().trim()).min(1).max(500),
      tr: oneLine(z.string().trim()).min(1).max(500),
    })
    .nullish(),
})
export type WidgetConfiguration = z.output<typeof widgetConfiguration>

/** What a widget selects by: a period, and the filters of the lookup by their names in its address. */
export const widgetFilters = z
  .record(z.string().regex(/^[a-zA-Z0-9]{1,40}$/), z.string().max(2000))
  .refine((filters) => Object.keys(filters).length <= 30, 'A widget has at most 30 filters')
export type WidgetFilters = Readonly<Record<string, string>>

const name = oneLine(z.string().trim()).min(1, 'A widget needs a name').max(100)

export const widgetBody = z.strictObject({
  categoryId: z.string().min(1).max(60),
  name,
  /** In Turkish; the name unless said. */
  nameTr: name.nullish(),
  filters: widgetFilters.default({}),
  configuration: widgetConfiguration,
  data: z.strictObject({ dataSourceEndpointId: z.string().min(1).max(100) }),
})
export type WidgetBody = z.output<typeof widgetBody>

const dataSource = z.object({
  /** The address that answers the widget's figures. */
  dataSourceEndpoint: z.string(),
  dataSourceEndpointId: z.string(),
  /** The same for more days, in the dialog of a chart; null: there are none. */
  dataSourceMoreDataEndpoint: z.string().nullable(),
  dataSourceType: z.string(),
})

/** Why a widget cannot be drawn, in words. */
const fault = z.object({ code: z.string(), text })

export const widget = z.object({
  widgetId: z.string(),
  categoryId: z.string(),
  /** What comes with the product or from the platform is changed by nobody else. */
  owner: z.enum(['product', 'platform', 'organisation']),
  version: z.int().nullable(),
  title: text,
  filters: z.record(z.string(), z.string()),
  /** As it is kept, which an older version may have written: `fault` says what of it is not understood. */
  configuration: z.unknown(),
  data: dataSource.nullable(),
  fault: fault.nullable(),
})
export type Widget = z.infer<typeof widget>

/** A difference is of two counts, points are of two shares: both with their sign. */
const units = [
  ...(['text', 'status', 'count', 'difference', 'money', 'share', 'points'] as const),
  ...(['milliseconds', 'day', 'time'] as const),
] as const
export type Unit = (typeof units)[number]

const cell = z.union([z.string(), z.number(), text, z.null()])
export type Cell = z.infer<typeof cell>

const row = z.object({
  /** By column. Amounts are in minor units of the row's currency, shares from 0 to 1, points are shares too. */
  cells: z.record(z.string(), cell),
  /** By column: where a figure's own rows are. */
  links: z.record(z.string(), z.string()),
  /** What the row is of, by dimension: fills in a navigation. */
  keys: z.record(z.string(), z.string().nullable()),
  baseCurrency: z.string().nullable(),
  count: z.int().nullable(),
  volume: sumMinor.nullable(),
  /** The approved ones among the decided ones. */
  successRate: z.number().nullable(),
  /** Its hour, day or month is not over. */
  isPartial: z.boolean(),
})
export type WidgetRow = z.infer<typeof row>

export const widgetData = z.object({
  asOf: timestamp,
  /** Business days or instants, inclusive; null: it is as of now. */
  from: z.string().nullable(),
  to: z.string().nullable(),
  columns: z.array(z.object({ id: z.string(), label: text, unit: z.enum(units) })),
  data: z.array(row),
  /** The rows of this page, and of all pages. */
  count: z.int(),
  totalCount: z.int(),
  /** Counts of all rows together, where they can be counted together; of lists of records all of them, listed or not. */
  totalPayments: z.int().nullable(),
  totalSuccessRate: z.number().nullable(),
  /** Where the rows of everything are. */
  totalLink: z.string().nullable(),
  /** Currencies are never added up. */
  totalVolume: z.array(z.object({ baseCurrency: z.string(), volume: sumMinor })),
  /** What it says in one sentence. */
  summary: text,
  /** What needs attention. */
  alertViewModels: z.array(
    z.object({
      severity: z.enum(['info', 'warning', 'critical']),
      text,
      link: z.string().nullable(),
    }),
  ),
})
export type WidgetData = z.infer<typeof widgetData>

/** An answer to each widget that was asked for, or why there is none: one refusal leaves the others standing. */
export const widgetAnswer = z.object({
  widgetId: z.string(),
  data: widgetData.nullable(),
  fault: fault
    .extend({
      /** The values that a refusal names. */
      params: z.record(z.string(), z.union([z.string(), z.number(), text])).optional(),
    })
    .nullable(),
})
export type WidgetAnswer = z.infer<typeof widgetAnswer>
