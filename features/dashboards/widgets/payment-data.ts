import {
  isPartial,
  keyName,
} from '@counterfoil/features/payments/summary-reports/report-keys.rules.ts'
import {
  defaultOrder,
  sortRows,
} from '@counterfoil/features/payments/summary-reports/report-order.rules.ts'
import {
  chartQuery,
  type FiguresReport,
} from '@counterfoil/features/payments/summary-reports/summary-report.schema.ts'
import { readReport } from '@counterfoil/features/payments/summary-reports/summary-reports.public.ts'
import type { Dimension } from '@counterfoil/features/reporting/figures/dimensions.schema.ts'
import { readToday } from '@counterfoil/features/reporting/figures/figures.public.ts'
import type { Measure } from '@counterfoil/features/reporting/figures/figures.schema.ts'
import { measures } from '@counterfoil/features/reporting/figures/measures.rules.ts'
import { localeOf, textLanguage } from '@counterfoil/kit/contract/languages.ts'
import { inEachLanguage, type Text, textWith } from '@counterfoil/kit/contract/texts.ts'
import type { Context, UserCaller } from '@counterfoil/kit/server/request/context.ts'
import { dataTexts as texts } from './data-texts.rules.ts'
import { columnsOf, measuresOf } from './endpoint-columns.rules.ts'
import { spanOfWidget } from './periods.rules.ts'
import { paymentsLink } from './row-links.rules.ts'
import type { Cell, WidgetData, WidgetFilters, WidgetRow } from './widget.schema.ts'

/** A question as its endpoint and its filters have it, without paging. */
export interface PaymentQuestion {
  readonly by: readonly Dimension[]
  readonly onlyDeclined?: true
  readonly filters: WidgetFilters
  readonly timeZone?: string | undefined
  readonly timezoneOffset?: number | undefined
}

/** All rows of an answer: pages are cut of it. */
export type WholeData = Omit<WidgetData, 'count'>

/** The report of a widget: the same function answers the report pages. */
export function readWidgetReport(
  { by, onlyDeclined, filters, timeZone, timezoneOffset }: PaymentQuestion,
  context: Context<UserCaller>,
): Promise<FiguresReport> {
  const { period: _, ...rest } = filters
  const query = chartQuery.parse({ ...rest, timeZone, timezoneOffset })
  return readReport(query, { by, ...(onlyDeclined ? { onlyDeclined } : {}) }, context)
}

/** Payments by the question's dimensions. */
export async function answerPayments(
  question: PaymentQuestion,
  context: Context<UserCaller>,
): Promise<WholeData> {
  const { by, onlyDeclined, filters } = question
  const today = await readToday(context)
  const span = spanOfWidget(filters, { now: context.now, today })
  const report = await readWidgetReport({ ...question, filters: { ...filters, ...span } }, context)
  const link = linksOf(report, question, context)
  const shown = measuresOf(onlyDeclined)
  const nameText = keyTexts(report, context.caller)
  const rows = sortRows(report.rows, by, ascending(by)).map(
    (row): WidgetRow => ({
      cells: {
        ...Object.fromEntries(by.map((one) => [one, nameText(one, row.keys[one] ?? null)])),
        currency: row.currency,
        ...Object.fromEntries(shown.map((one) => [one, row[one]])),
      },
      links: linkCells(shown, (measure) =>
        link({ keys: row.keys, currency: row.currency, ...measure }),
      ),
      keys: { ...row.keys, currency: row.currency },
      baseCurrency: row.currency,
      count: row.count,
      volume: row.volume,
      successRate: row.approvalRate,
      isPartial: by.some((one) => isPartial(report, one, row.keys[one] ?? '')),
    }),
  )
  return {
    asOf: report.asOf,
    from: report.from,
    to: report.to,
    columns: columnsOf(by, shown),
    data: rows,
    totalCount: rows.length,
    totalPayments: report.all.count,
    totalSuccessRate: onlyDeclined ? null : report.all.approvalRate,
    totalLink: link({ keys: {} }) ?? null,
    totalVolume: report.totals.map(({ currency, volume }) => ({ baseCurrency: currency, volume })),
    summary: summaryOf(report, by, nameText, onlyDeclined),
    alertViewModels: [],
  }
}

/** Time runs forwards, and what is biggest stands first. */
function ascending(by: readonly Dimension[]) {
  const order = defaultOrder(by)
  return order.by === 'count' ? order : { ...order, descending: false }
}

/** A figure opens the payments that it counts; money and shares open those of their group. */
function linkCells(
  shown: readonly Measure[],
  link: (measure: { readonly measure?: Measure }) => string | undefined,
): Record<string, string> {
  const ofGroup = link({})
  return Object.fromEntries(
    shown
      .filter((one) => one !== 'undecided')
      .flatMap((one) => {
        const found = measures[one].unit === 'count' ? link({ measure: one }) : ofGroup
        return found === undefined ? [] : [[one, found]]
      }),
  )
}

/** Links of a report's groups. */
export function linksOf(
  { from, to, timeZone }: Pick<FiguresReport, 'from' | 'to' | 'timeZone'>,
  { onlyDeclined, filters }: Pick<PaymentQuestion, 'onlyDeclined' | 'filters'>,
  { caller }: Pick<Context<UserCaller>, 'caller'>,
) {
  const { period: _, dateFrom: __, dateTo: ___, ...filter } = filters
  return (of: {
    readonly keys: FiguresReport['rows'][number]['keys']
    readonly currency?: string
    readonly measure?: Measure
  }) => paymentsLink(caller, { filter, from, to, timeZone, onlyDeclined, ...of })
}

/** Names of keys in every language; a status stays a code, which is shown with its colour. */
export function keyTexts(
  { names }: Pick<FiguresReport, 'names'>,
  { timeZone }: Pick<UserCaller, 'timeZone'>,
): (one: Dimension, key: string | null) => Text | string {
  return (one, key) => {
    if (one === 'status' && key !== null) return key
    return inEachLanguage((language) =>
      keyName(one, key, { language, timeZone, names, statusName: (status) => status }),
    )
  }
}

/** A share as a text of each language. */
export const shareText = (share: number | null): Text =>
  inEachLanguage((language) =>
    share === null
      ? '–'
      : share.toLocaleString(localeOf[textLanguage(language)], {
          style: 'percent',
          maximumFractionDigits: 1,
        }),
  )

function summaryOf(
  { all, rows }: FiguresReport,
  by: readonly Dimension[],
  nameText: (one: Dimension, key: string | null) => Text | string,
  onlyDeclined: boolean | undefined,
): Text {
  if (all.count === 0) return texts.noPayments
  const [first] = by
  const isTime = first === 'day' || first === 'month' || first === 'hour' || first === 'weekday'
  // of statuses the share of the approved says more than which of them is the most frequent
  if (first === undefined || isTime || first === 'status') {
    if (onlyDeclined) return textWith(texts.payments, { count: all.count })
    return textWith(texts.paymentsApproved, {
      count: all.count,
      rate: shareText(all.approvalRate),
    })
  }
  const counts = new Map<string | null, number>()
  for (const { keys, count } of rows) {
    const key = keys[first] ?? null
    counts.set(key, (counts.get(key) ?? 0) + count)
  }
  const [key, most] = [...counts].reduce((top, one) => (one[1] > top[1] ? one : top))
  const name = nameText(first, key)
  return textWith(texts.mostOf, { count: all.count, most, name })
}

/** For sorting and sums: the number of a cell. */
export const numberOf = (cell: Cell | undefined): number => (typeof cell === 'number' ? cell : 0)
