import type { ChartProps } from './chart-table.tsx'
import { ChartTable, PointLink } from './chart-table.tsx'
import classes from './charts.module.css'

/** Bars beside their names, the longest over the whole width; what is below zero goes to the left of it. Each name leads to its rows. */
export function BarList(props: ChartProps & { readonly tablePoints?: ChartProps['points'] }) {
  const { label, points, tablePoints } = props
  const all = points.map(({ values }) => values[0] ?? 0)
  const lowest = Math.min(0, ...all)
  const span = Math.max(0, ...all) - lowest || 1
  /** In hundredths of the width, from the left. */
  const x = (value: number) => ((value - lowest) / span) * 100
  return (
    <>
      <ul className={classes.bars} aria-label={label}>
        {points.map((point) => (
          <li key={point.key}>
            <PointLink to={point.to}>{point.label}</PointLink>
            <svg viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden>
              <rect
                x={x(Math.min(0, point.values[0] ?? 0))}
                width={x(Math.abs(point.values[0] ?? 0) + lowest)}
                height="8"
                data-below={(point.values[0] ?? 0) < 0 || undefined}
              />
              {lowest < 0 && <path className={classes.zero} d={`M${x(0)} 0V8`} />}
            </svg>
            <span>{point.texts[0]}</span>
          </li>
        ))}
      </ul>
      <ChartTable {...props} points={tablePoints ?? points} />
    </>
  )
}
