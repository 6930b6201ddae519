import type { Dimension } from '@counterfoil/features/reporting/figures/dimensions.schema.ts'
import { isUndefinedBy } from '@counterfoil/features/reporting/figures/figures.rules.ts'
import type { Measure } from '@counterfoil/features/reporting/figures/figures.schema.ts'
import { whyUndefined } from '@counterfoil/features/reporting/figures/measure-names.schema.ts'
import { measures } from '@counterfoil/features/reporting/figures/measures.rules.ts'
import { textIn } from '@counterfoil/kit/contract/texts.ts'
import { Money } from '@counterfoil/kit/web/formats/money.tsx'
import { StatusPill } from '@counterfoil/kit/web/formats/status-pill.tsx'
import type { GridColumn } from '@counterfoil/kit/web/grid/columns.ts'
import { useLanguage, useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { Link } from 'react-router'
import type { ReportFace } from './report-faces.rules.ts'
import { dimensionLabels } from './report-keys.rules.ts'
import classes from './summary-report.module.css'
import type { ReportRow, SummaryReport } from './summary-report.schema.ts'
import { reportTexts } from './summary-reports.messages.ts'

type Column = GridColumn<ReportRow>

interface ReportColumns {
  readonly report: SummaryReport | undefined
  readonly by: readonly Dimension[]
  readonly face: ReportFace
  /** A key as it is shown. */
  keyText(one: Dimension, key: string | null): string
  /** Where the payments of a group are that a figure counts; undefined: nowhere. */
  linkOf(row: ReportRow, measure?: Measure): string | undefined
}

/** The columns of a report: its dimensions, the currency, the measures of its face, and the others to choose. */
export function useReportColumns(props: ReportColumns): Column[] {
  const t = useTexts(reportTexts)
  const { language, locale } = useLanguage()
  const { report, by, face, keyText, linkOf } = props
  const hidden = report?.hiddenColumns ?? []
  const percent = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 })
  const keys = by.map(
    (one, at): Column => ({
      id: one,
      title: textIn(dimensionLabels[one], language),
      sort: true,
      isFixed: true,
      width: 110,
      narrow: at === 0 ? '1' : '2',
      cell: ({ keys }) => <KeyCell one={one} value={keys[one] ?? null} text={keyText} />,
    }),
  )
  const currency: Column = {
    id: 'currency',
    title: t.currency,
    sort: true,
    width: 80,
    narrow: '1 end',
    cell: (row) => row.currency,
  }
  const share: Column = {
    id: 'share',
    title: t.share,
    align: 'right',
    width: 80,
    cell: (row) => {
      const all = report?.totals.find((one) => one.currency === row.currency)?.count ?? 0
      return all === 0 ? '–' : percent.format(row.count / all)
    },
  }
  const figures = (Object.keys(measures) as Measure[]).map(
    (one): Column => ({
      id: one,
      title: textIn(measures[one].label, language),
      sort: true,
      align: 'right',
      width: measures[one].unit === 'money' ? 120 : 90,
      isOptional: !face.measures.includes(one),
      cell: (row) => <MeasureCell row={row} measure={one} percent={percent} linkOf={linkOf} />,
    }),
  )
  const all = [...keys, currency, ...figures.slice(0, 1), share, ...figures.slice(1)]
  return all.filter(({ id }) => !hidden.includes(id))
}

function KeyCell(props: { one: Dimension; value: string | null; text: ReportColumns['keyText'] }) {
  if (props.one === 'status' && props.value !== null) return <StatusPill status={props.value} />
  return props.text(props.one, props.value)
}

function MeasureCell(props: {
  row: ReportRow
  measure: Measure
  percent: Intl.NumberFormat
  linkOf: ReportColumns['linkOf']
}) {
  const { language, locale } = useLanguage()
  const { row, measure } = props
  const value = row[measure]
  const { unit, statuses, attempts } = measures[measure]
  if (value === null && isUndefinedBy(row, measure)) {
    return <span title={textIn(whyUndefined, language)}>–</span>
  }
  if (value == null) return '–'
  if (unit === 'money') return <Money amount={value} currency={row.currency} />
  if (unit === 'share') return props.percent.format(value)
  const text = value.toLocaleString(locale)
  // all payments of the group are where its row leads
  const isAll = statuses === undefined && attempts === undefined
  const to = isAll || value === 0 ? undefined : props.linkOf(row, measure)
  return to === undefined ? (
    text
  ) : (
    <Link to={to} className={classes.figure}>
      {text}
    </Link>
  )
}
