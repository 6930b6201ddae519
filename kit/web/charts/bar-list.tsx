import type { ChartProps } from './chart-table.tsx'
import { ChartTable, PointLink } from './chart-table.tsx'
import classes from './charts.module.css'

/** Bars beside their names, the longest over the whole width. Each name leads to its rows. */
export function BarList(props: ChartProps & { readonly tablePoints?: ChartProps['points'] }) {
  const { label, points, tablePoints } = props
  const most = Math.max(1, ...points.map(({ values }) => Math.abs(values[0] ?? 0)))
  return (
    <>
      <ul className={classes.bars} aria-label={label}>
        {points.map((point) => (
          <li key={point.key}>
            <PointLink to={point.to}>{point.label}</PointLink>
            <svg viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden>
              <rect width={(Math.abs(point.values[0] ?? 0) / most) * 100} height="8" />
            </svg>
            <span>{point.texts[0]}</span>
          </li>
        ))}
      </ul>
      <ChartTable {...props} points={tablePoints ?? points} />
    </>
  )
}
