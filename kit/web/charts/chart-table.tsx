import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import { Activity, useState } from 'react'
import { Link } from 'react-router'
import { useTexts } from '../texts/i18n.tsx'
import classes from './charts.module.css'

const msg = messagesOf(import.meta.url)

const texts = msg({ asTable: 'Show as table' })

/** One point of a chart: what it is of, and a value for each series, as a number and as people read it. */
export interface ChartPoint {
  readonly key: string
  readonly label: string
  readonly values: readonly (number | null)[]
  readonly texts: readonly string[]
  /** Where the rows behind it are. */
  readonly to?: string | undefined
  /** It will grow: its hour, day or month is not over. */
  readonly isPartial?: boolean
}

export interface ChartProps {
  readonly label: string
  /** What the points are of. */
  readonly axis: string
  readonly series: readonly string[]
  readonly points: readonly ChartPoint[]
}

/** The same figures as a table, for whoever reads no charts. */
export function ChartTable({ axis, series, points }: ChartProps) {
  const t = useTexts(texts)
  const [isOpen, setOpen] = useState(false)
  return (
    <details
      className={classes.asTable}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary>{t.asTable}</summary>
      {/* a closed table is drawn once the page stands */}
      <Activity mode={isOpen ? 'visible' : 'hidden'}>
        <table>
          <thead>
            <tr>
              <th scope="col">{axis}</th>
              {series.map((one) => (
                <th key={one} scope="col">
                  {one}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {points.map((point) => (
              <tr key={point.key}>
                <th scope="row">
                  <PointLink to={point.to}>{point.label}</PointLink>
                </th>
                {series.map((one, at) => (
                  <td key={one}>{point.texts[at]}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </Activity>
    </details>
  )
}

export function PointLink({ to, children }: { to: string | undefined; children: string }) {
  return to === undefined ? <span>{children}</span> : <Link to={to}>{children}</Link>
}
