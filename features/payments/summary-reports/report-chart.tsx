import type { Dimension } from '@counterfoil/features/reporting/figures/dimensions.schema.ts'
import { measures } from '@counterfoil/features/reporting/figures/measures.rules.ts'
import { textIn } from '@counterfoil/kit/contract/texts.ts'
import { ColumnChart } from '@counterfoil/kit/web/charts/column-chart.tsx'
import { useMoney } from '@counterfoil/kit/web/formats/money.tsx'
import { Section } from '@counterfoil/kit/web/page/page.tsx'
import { LabelledSelect, SelectGroup } from '@counterfoil/kit/web/reports/labelled-select.tsx'
import { useLanguage, useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { useState } from 'react'
import {
  type ChartMeasure,
  chartPoints,
  hasChart,
  isOfAnyCurrency,
  shownChartMeasures,
} from './report-chart.rules.ts'
import { dimensionLabels } from './report-keys.rules.ts'
import type { SummaryReport } from './summary-report.schema.ts'
import { reportTexts } from './summary-reports.messages.ts'

interface ReportChartProps {
  readonly report: SummaryReport
  keyText(one: Dimension, key: string | null): string
  /** The payments behind a column. */
  linkOf(keys: Readonly<Partial<Record<Dimension, string>>>, currency: string | undefined): string
  isPartial(one: Dimension, key: string): boolean
}

/** One measure of the report along time. A report that groups by other things first has no chart. */
export function ReportChart({ report, keyText, linkOf, isPartial }: ReportChartProps) {
  const t = useTexts(reportTexts)
  const { language, locale } = useLanguage()
  const money = useMoney()
  const [measure, setMeasure] = useState<ChartMeasure>('count')
  const [chosen, setChosen] = useState<string>()
  const [first] = report.groupBy
  if (first === undefined || !hasChart(report) || report.rows.length === 0) return null
  const currencies = report.totals.map(({ currency }) => currency)
  const known = chosen !== undefined && currencies.includes(chosen) ? chosen : undefined
  const currency = known ?? (isOfAnyCurrency(measure) ? undefined : currencies[0])
  const format = (value: number): string => {
    if (measure === 'approvalRate') {
      return value.toLocaleString(locale, { style: 'percent', maximumFractionDigits: 1 })
    }
    return measure === 'count' ? value.toLocaleString(locale) : money(value, currency ?? '')
  }
  const label = t.chartOf({
    measure: textIn(measures[measure].label, language),
    dimension: textIn(dimensionLabels[first], language),
  })
  return (
    <Section
      title={label}
      actions={
        <SelectGroup>
          <LabelledSelect
            label={t.measure}
            value={measure}
            choices={shownChartMeasures(report).map((one) => [
              one,
              textIn(measures[one].label, language),
            ])}
            onChange={(one) => setMeasure(one as ChartMeasure)}
          />
          <LabelledSelect
            label={t.currency}
            value={currency ?? ''}
            choices={[
              ...(isOfAnyCurrency(measure) ? [['', t.allCurrencies] as const] : []),
              ...currencies.map((one) => [one, one] as const),
            ]}
            onChange={setChosen}
          />
        </SelectGroup>
      }
    >
      <ColumnChart
        label={label}
        hint={t.pointAt}
        formatValue={format}
        {...(measure === 'approvalRate' ? { top: 1 } : {})}
        columns={chartPoints(report, measure, currency).map(({ key, value }) => {
          const name = keyText(first, key)
          return {
            key,
            value,
            tick: tickOf(first, key, name),
            text: t.chartValue({ key: name, value: format(value) }),
            to: linkOf({ [first]: key }, currency),
            isPartial: isPartial(first, key),
          }
        })}
      />
    </Section>
  )
}

/** A key where there is little room. */
function tickOf(one: Dimension, key: string, name: string): string {
  if (one === 'day') return `${key.slice(8)}/${key.slice(5, 7)}`
  if (one === 'month') return `${key.slice(5)}/${key.slice(0, 4)}`
  return one === 'hour' ? (name.split(' ')[1] ?? name) : name.slice(0, 3)
}
