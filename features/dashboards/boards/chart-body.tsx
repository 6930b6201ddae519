import {
  chartRows,
  currenciesOf,
  timeColumns,
} from '@counterfoil/features/dashboards/widgets/chart-points.rules.ts'
import type {
  WidgetConfiguration,
  WidgetData,
  WidgetRow,
} from '@counterfoil/features/dashboards/widgets/widget.schema.ts'
import { keyName } from '@counterfoil/features/payments/summary-reports/report-keys.rules.ts'
import { decimalPlacesOf } from '@counterfoil/kit/contract/money.ts'
import { BarList } from '@counterfoil/kit/web/charts/bar-list.tsx'
import type { ChartPoint, ChartProps } from '@counterfoil/kit/web/charts/chart-table.tsx'
import { ChartTable } from '@counterfoil/kit/web/charts/chart-table.tsx'
import { ColumnChart } from '@counterfoil/kit/web/charts/column-chart.tsx'
import { LineChart } from '@counterfoil/kit/web/charts/line-chart.tsx'
import { PieChart } from '@counterfoil/kit/web/charts/pie-chart.tsx'
import { useCurrencies, useTimeZone } from '@counterfoil/kit/web/session/user.tsx'
import { useLanguage, useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { lazy, Suspense, useState } from 'react'
import classes from './board.module.css'
import { partTexts } from './editor.messages.ts'
import { useFigures } from './use-figures.tsx'

/** The map of countries by their two letters, fetched with the first map that is shown. */
const CountryMap = lazy(async () => {
  const [{ WorldMap }, { alpha2ToNumeric }] = await Promise.all([
    import('@counterfoil/kit/web/charts/world-map.tsx'),
    import('i18n-iso-countries'),
  ])
  return {
    default: (props: ChartProps) => <WorldMap {...props} numericOf={alpha2ToNumeric} />,
  }
})

interface ChartBodyProps {
  readonly configuration: WidgetConfiguration
  readonly data: WidgetData
  readonly title: string
}

const pipelineChart = {
  chartType: 'BarChart' as const,
  xAxisColumn: 'stage',
  yAxisColumn: ['count'],
  tooltipValue: undefined,
}

/** A chart of the widget's columns, each point with the way to its rows, and the same as a table. */
export default function ChartBody({ configuration, data, title }: ChartBodyProps) {
  const t = useTexts(partTexts)
  const { language } = useLanguage()
  const { cellText, numberText, translate } = useFigures()
  const allCurrencies = useCurrencies()
  const timeZone = useTimeZone()
  const [chosen, setChosen] = useState<string>()
  const chart = configuration.chartConfiguration ?? pipelineChart
  const columns = [
    ...chart.yAxisColumn,
    ...(chart.tooltipValue ? [chart.tooltipValue] : []),
  ].flatMap((id) => data.columns.find((one) => one.id === id) ?? [])
  const axis = data.columns.find(({ id }) => id === chart.xAxisColumn)
  const currencies = currenciesOf(data)
  const needsOne = columns.some(({ unit }) => unit === 'money')
  const currency = chosen ?? (needsOne ? currencies[0] : undefined)
  const labelOf = (row: WidgetRow) =>
    shortDay(row.keys.day) ??
    cellText(row.cells[chart.xAxisColumn], axis?.unit ?? 'text', row.baseCurrency)
  const hourOf = (key: string) =>
    keyName('hour', key, { language, timeZone, names: {}, statusName })
  const points = chartRows(data, chart.xAxisColumn, columns, currency).map(
    ({ key, row, values, to, isPartial }): ChartPoint => ({
      key,
      label: row === undefined ? (shortDay(key) ?? hourOf(key)) : labelOf(row),
      values,
      texts: values.map((value, at) =>
        value === null ? '–' : numberText(value, columns[at]?.unit ?? 'count', currency ?? null),
      ),
      to,
      isPartial,
    }),
  )
  const props = {
    label: t.chartOf({ title, summary: translate(data.summary) }),
    axis: axis === undefined ? '' : translate(axis.label),
    series: columns.map(({ label, unit }) => {
      const name = translate(label)
      return unit === 'money' && currency !== undefined
        ? t.seriesIn({ series: name, currency })
        : name
    }),
    points,
  }
  const isShare = columns.map(({ unit }) => unit === 'share')
  const minorPerUnit = currency === undefined ? 1 : 10 ** decimalPlacesOf(currency, allCurrencies)
  const format = (value: number, at: number) =>
    columns[at]?.unit === 'money'
      ? new Intl.NumberFormat(language, { notation: 'compact' }).format(value / minorPerUnit)
      : numberText(value, columns[at]?.unit ?? 'count', currency ?? null)
  return (
    <>
      {data.count < data.totalCount && (
        <p className={classes.muted}>
          {t.notAllDrawn({ count: data.count, all: data.totalCount })}
        </p>
      )}
      {currencies.length > 1 && (
        <select
          aria-label={t.currency}
          className={classes.select}
          value={currency ?? ''}
          onChange={({ currentTarget }) => setChosen(currentTarget.value || undefined)}
        >
          {!needsOne && <option value="">{t.allCurrencies}</option>}
          {currencies.map((one) => (
            <option key={one} value={one}>
              {one}
            </option>
          ))}
        </select>
      )}
      {chart.chartType === 'PieChart' && <PieChart {...props} />}
      {chart.chartType === 'LineChart' && (
        <LineChart {...props} isShare={isShare} formatValue={format} />
      )}
      {chart.chartType === 'ComboChart' && (
        <LineChart {...props} isShare={isShare} isCombined formatValue={format} />
      )}
      {chart.chartType === 'GeoChart' && (
        <Suspense fallback={null}>
          <CountryMap {...props} />
        </Suspense>
      )}
      {chart.chartType === 'BarChart' &&
        (timeColumns.includes(chart.xAxisColumn) ? (
          <>
            <ColumnChart
              label={props.label}
              hint={props.series[0] ?? ''}
              formatValue={(value) => format(value, 0)}
              columns={points.map((point) => ({
                key: point.key,
                value: point.values[0] ?? 0,
                tick: point.label.slice(0, 5),
                text: [point.label, ...point.texts].join(' · '),
                to: point.to,
                isPartial: point.isPartial ?? false,
              }))}
            />
            <ChartTable {...props} />
          </>
        ) : (
          <BarList {...props} />
        ))}
    </>
  )
}

const statusName = (status: string) => status

const shortDay = (day: string | null | undefined) =>
  day && /^\d{4}-\d\d-\d\d$/.test(day) ? day.split('-').reverse().join('/') : undefined
