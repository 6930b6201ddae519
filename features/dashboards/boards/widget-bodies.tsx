import { filledNavigation } from '@counterfoil/features/dashboards/widgets/navigation.rules.ts'
import type {
  WidgetConfiguration,
  WidgetData,
  WidgetRow,
} from '@counterfoil/features/dashboards/widgets/widget.schema.ts'
import { Money } from '@counterfoil/kit/web/formats/money.tsx'
import { webhookStatusMap } from '@counterfoil/kit/web/formats/status.ts'
import { StatusPill } from '@counterfoil/kit/web/formats/status-pill.tsx'
import { useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { Button } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { Link } from 'react-router'
import classes from './board.module.css'
import type { PlacedWidget } from './boards.contract.ts'
import { boardTexts } from './boards.messages.ts'
import { useFigures } from './use-figures.tsx'

const OtherPage = lazy(() => import('./other-page.tsx'))

/** One number, large, with what it was before where that is known. */
export function CountBody({ data, isRate }: { data: WidgetData; isRate: boolean }) {
  const t = useTexts(boardTexts)
  const { numberText } = useFigures()
  const number = isRate ? data.totalSuccessRate : (data.totalPayments ?? data.totalCount)
  if (number === null) return <p className={classes.muted}>{t.noData}</p>
  const text = numberText(number, isRate ? 'share' : 'count', null)
  return (
    <p className={classes.number}>
      {data.totalLink === null ? text : <Link to={data.totalLink}>{text}</Link>}
      {!isRate &&
        data.totalVolume.map(({ baseCurrency, volume }) => (
          <small key={baseCurrency}>
            <Money amount={volume} currency={baseCurrency} />
          </small>
        ))}
    </p>
  )
}

/** Rows of five with the way to more; a row leads on where the widget says whereto. */
export function TableBody(props: {
  placed: Pick<PlacedWidget, 'filters' | 'widget'>
  configuration: WidgetConfiguration
  data: WidgetData
  title: string
}) {
  const t = useTexts(boardTexts)
  const { translate } = useFigures()
  const { configuration, placed, data, title } = props
  const table = configuration.tableConfiguration
  const pageSize = table?.pageSize ?? 5
  const [pageIndex, setPage] = useState(table?.pageIndex ?? 0)
  const shown = table?.tableDataColumns ?? data.columns.map(({ id }) => id)
  const columns = shown.flatMap((id) => data.columns.find((one) => one.id === id) ?? [])
  if (data.totalCount === 0) return <p className={classes.muted}>{t.noData}</p>
  const from = pageIndex * pageSize + 1
  const tableOf = (page: WidgetData) => (
    <div className={classes.tableRoom}>
      <table className={classes.table} aria-label={title}>
        <thead>
          <tr>
            {columns.map(({ id, label, unit }) => (
              <th key={id} scope="col" data-number={isNumber(unit) || undefined}>
                {translate(label)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {page.data.slice(0, pageSize).map((row) => (
            <tr key={JSON.stringify([row.keys, row.cells])}>
              {columns.map((column, at) => (
                <td key={column.id} {...kindOf(column.unit)}>
                  <CellContent
                    row={row}
                    column={column}
                    to={linkOf(row, column.id, at, table?.navigationUrl)}
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
  return (
    <>
      {pageIndex === (table?.pageIndex ?? 0) ? (
        tableOf(data)
      ) : (
        <Suspense fallback={tableOf(data)}>
          <OtherPage placed={placed} pageIndex={pageIndex} pageSize={pageSize} first={data}>
            {tableOf}
          </OtherPage>
        </Suspense>
      )}
      {data.totalCount > pageSize && (
        <p className={classes.pages}>
          {t.rows({
            from,
            to: Math.min(data.totalCount, from + pageSize - 1),
            count: data.totalCount,
          })}
          <Button
            size="compact-xs"
            variant="subtle"
            aria-label={t.earlier}
            disabled={pageIndex === 0}
            onClick={() => setPage(pageIndex - 1)}
          >
            <IconChevronLeft size={14} aria-hidden />
          </Button>
          <Button
            size="compact-xs"
            variant="subtle"
            aria-label={t.later}
            disabled={from + pageSize > data.totalCount}
            onClick={() => setPage(pageIndex + 1)}
          >
            <IconChevronRight size={14} aria-hidden />
          </Button>
        </p>
      )}
    </>
  )
}

const kindOf = (unit: string) => ({
  'data-number': isNumber(unit) || undefined,
  'data-time': unit === 'day' || unit === 'time' || undefined,
})

const isNumber = (unit: string) =>
  ['count', 'difference', 'money', 'share', 'points', 'milliseconds'].includes(unit)

/** Figures lead to their rows; the first cell of a row leads where the widget's navigation says. */
function linkOf(row: WidgetRow, id: string, at: number, navigation: string | null | undefined) {
  if (at === 0 && navigation) return filledNavigation(navigation, row.keys) ?? row.links[id]
  return row.links[id]
}

function CellContent(props: {
  row: WidgetRow
  column: WidgetData['columns'][number]
  to: string | undefined
}) {
  const { textOf } = useFigures()
  const { row, column, to } = props
  const cell = row.cells[column.id]
  if (column.unit === 'status' && typeof cell === 'string') {
    const isWebhook = cell.startsWith('Not') || cell === 'Delivering'
    return <StatusPill status={cell} {...(isWebhook ? { map: webhookStatusMap } : {})} />
  }
  const text = textOf(row, column)
  const shown = column.id === 'endpoint' ? <Address text={text} /> : text
  return to === undefined ? shown : <Link to={to}>{shown}</Link>
}

const Address = ({ text }: { text: string }) => (
  <span className={classes.address} title={text}>
    {text}
  </span>
)
