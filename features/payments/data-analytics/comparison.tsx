import type { SummaryReport } from '@counterfoil/features/payments/summary-reports/summary-report.schema.ts'
import type { SummaryReportCalls } from '@counterfoil/features/payments/summary-reports/summary-reports.contract.ts'
import { isUndefinedBy } from '@counterfoil/features/reporting/figures/figures.rules.ts'
import type { Measure } from '@counterfoil/features/reporting/figures/figures.schema.ts'
import { whyUndefined } from '@counterfoil/features/reporting/figures/measure-names.schema.ts'
import { measures } from '@counterfoil/features/reporting/figures/measures.rules.ts'
import { textIn } from '@counterfoil/kit/contract/texts.ts'
import { useCall } from '@counterfoil/kit/web/calls/use-call.ts'
import { formatDay } from '@counterfoil/kit/web/formats/dates.tsx'
import { useMoney } from '@counterfoil/kit/web/formats/money.tsx'
import type { GridColumn } from '@counterfoil/kit/web/grid/columns.ts'
import { DataGrid } from '@counterfoil/kit/web/grid/grid.tsx'
import { Section } from '@counterfoil/kit/web/page/page.tsx'
import { useTimeZone } from '@counterfoil/kit/web/session/user.tsx'
import { useLanguage, useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { changeOf, isSoFar, spanBefore } from './comparison.rules.ts'
import { analyticsTexts } from './data-analytics.messages.ts'

interface Compared {
  readonly measure: Measure
  readonly currency: string
  readonly now: number | null
  readonly before: number | null
  /** It means nothing by what the payments are chosen by. */
  readonly isUndefined: boolean
}

const day = (text: string) => formatDay(text.slice(0, 10))

interface ComparisonProps {
  readonly report: SummaryReport
  readonly filter: object
  readonly call: SummaryReportCalls['call']
}

/** The totals of the report beside those of as much time just before, each currency by itself. */
export function Comparison({ report, filter, call }: ComparisonProps) {
  const t = useTexts(analyticsTexts)
  const ownZone = useTimeZone()
  // business days are the tenant's, and times of day the reader's
  const zone = report.from.includes('T') ? ownZone : (report.timeZone ?? ownZone)
  const query = { ...filter, groupBy: 'status', ...spanBefore(report, zone) } as never
  const before = useCall(call, { query }, { keepPrevious: true, quiet: true })
  const columns = useComparedColumns()
  const currencies = [
    ...new Set([...report.totals, ...(before.data?.totals ?? [])].map((one) => one.currency)),
  ]
  const rows = currencies.flatMap((currency) =>
    (Object.keys(measures) as Measure[])
      .filter((measure) => !report.hiddenColumns.includes(measure))
      .map((measure): Compared => {
        const none = isUndefinedBy(report.all, measure)
        const of = (side: SummaryReport | undefined) =>
          none || side === undefined ? null : totalOf(side, currency, measure)
        return { measure, currency, isUndefined: none, now: of(report), before: of(before.data) }
      }),
  )
  const days = { from: day(report.from), to: day(report.to) }
  const title = isSoFar(report) ? t.comparisonSoFar(days) : t.comparison(days)
  return (
    <Section title={title}>
      <DataGrid<Compared>
        id="analytics-comparison"
        label={title}
        columns={columns}
        rows={rows}
        rowId={({ measure, currency }) => `${currency} ${measure}`}
        isRefreshing={before.isFetching}
        isOutdated={before.isPlaceholderData}
        problem={before.error}
        onRetry={() => before.refetch()}
      />
    </Section>
  )
}

/** Of a currency that a period does not have: nothing. */
function totalOf({ totals }: SummaryReport, currency: string, measure: Measure): number | null {
  const found = totals.find((one) => one.currency === currency)
  if (found !== undefined) return found[measure] ?? null
  return measures[measure].kind === 'sum' ? 0 : null
}

function useComparedColumns(): GridColumn<Compared>[] {
  const t = useTexts(analyticsTexts)
  const { language, locale } = useLanguage()
  const money = useMoney()
  const percent = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 })
  const signed = new Intl.NumberFormat(locale, {
    style: 'percent',
    maximumFractionDigits: 1,
    signDisplay: 'exceptZero',
  })
  const text = ({ measure, currency }: Compared, value: number | null) => {
    if (value === null) return '–'
    const { unit } = measures[measure]
    if (unit === 'money') return money(value, currency)
    return unit === 'share' ? percent.format(value) : value.toLocaleString(locale)
  }
  return [
    {
      id: 'measure',
      title: t.measure,
      isFixed: true,
      width: 180,
      narrow: '1',
      cell: ({ measure, currency }) => `${textIn(measures[measure].label, language)} · ${currency}`,
    },
    {
      id: 'now',
      title: t.now,
      align: 'right',
      width: 120,
      cell: (row) =>
        row.isUndefined ? (
          <span title={textIn(whyUndefined, language)}>–</span>
        ) : (
          text(row, row.now)
        ),
    },
    {
      id: 'before',
      title: t.before,
      align: 'right',
      width: 120,
      cell: (row) => text(row, row.before),
    },
    {
      id: 'change',
      title: t.change,
      align: 'right',
      width: 100,
      narrow: '1 end',
      cell: ({ now, before }) => {
        const change = changeOf(now, before)
        return change === null ? '–' : signed.format(change)
      },
    },
  ]
}
