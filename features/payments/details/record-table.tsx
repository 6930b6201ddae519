import type { CallProblem } from '@counterfoil/kit/web/calls/problem.ts'
import { EmptyState, ErrorState, LoadingLines } from '@counterfoil/kit/web/page/states.tsx'
import { useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import type { ReactNode } from 'react'
import { pageTexts } from './payment-page.messages.ts'
import classes from './payment-page.module.css'

interface RecordColumn<Row> {
  readonly title: string
  readonly cell: (row: Row) => ReactNode
  readonly isAmount?: boolean
}

/** A table for the few records of one payment, without paging and column picker. */
export function RecordTable<Row>(props: {
  label: string
  answer: {
    data: readonly Row[] | undefined
    error: CallProblem | null
    refetch: () => unknown
  }
  rowId: (row: Row) => string
  columns: readonly RecordColumn<Row>[]
  empty?: string
}) {
  const t = useTexts(pageTexts)
  const { data, error, refetch } = props.answer
  if (data === undefined && error !== null) return <ErrorState problem={error} onRetry={refetch} />
  if (data === undefined) return <LoadingLines lines={5} />
  if (data.length === 0) return <EmptyState title={props.empty ?? t.nothing} />
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section className={classes.scroll} aria-label={props.label} tabIndex={0}>
      <table className={classes.records}>
        <thead>
          <tr>
            {props.columns.map(({ title, isAmount }) => (
              <th key={title} scope="col" data-amount={isAmount || undefined}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {data.map((row) => (
            <tr key={props.rowId(row)}>
              {props.columns.map(({ title, cell, isAmount }) => (
                <td key={title} data-amount={isAmount || undefined}>
                  {cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
