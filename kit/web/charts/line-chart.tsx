import { useState } from 'react'
import { axisOf } from '../formats/axis.ts'
import type { ChartProps } from './chart-table.tsx'
import { ChartTable } from './chart-table.tsx'
import classes from './charts.module.css'

interface LineChartProps extends ChartProps {
  /** The first series as columns, the second one as a line over an axis of its own. */
  readonly isCombined?: boolean
  /** Of each series, whether it is a part of a whole. */
  readonly isShare?: readonly boolean[]
  formatValue(value: number, series: number): string
}

const [width, height] = [600, 160]

/** A line along time, or columns and a line. Arrow keys go through the points; the value of one is shown. */
export function LineChart({
  isCombined = false,
  isShare = [],
  formatValue,
  ...props
}: LineChartProps) {
  const { label, series, points } = props
  const [shown, setShown] = useState<number>()
  const axes = series.map((_, at) => {
    const axis = axisOf(points.map(({ values }) => values[at] ?? 0))
    // nothing is more than all of it
    return isShare[at] === true ? { ...axis, top: Math.min(1, axis.top) } : axis
  })
  const step = width / Math.max(1, points.length)
  const x = (at: number) => (at + 0.5) * step
  const y = (value: number | null | undefined, at: number) => {
    const { top, bottom } = axes[at] ?? { top: 1, bottom: 0 }
    return ((top - (value ?? 0)) / (top - bottom || 1)) * height
  }
  const lines = series.map((_, at) => at).filter((at) => !isCombined || at > 0)
  const point = shown === undefined ? undefined : points[shown]
  const nearest = (clientX: number, box: DOMRect) =>
    Math.min(
      points.length - 1,
      Math.max(0, Math.floor(((clientX - box.left) / box.width) * points.length)),
    )
  return (
    <>
      <p className={classes.value} aria-live="polite">
        {point === undefined ? series.join(' · ') : [point.label, ...point.texts].join(' · ')}
      </p>
      <div className={classes.plot}>
        <Axis {...axes[0]} format={(value) => formatValue(value, 0)} />
        <svg
          viewBox={`0 0 ${width} ${height}`}
          preserveAspectRatio="none"
          role="img"
          aria-label={label}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard goes through the points here
          tabIndex={0}
          onPointerMove={(event) =>
            setShown(nearest(event.clientX, event.currentTarget.getBoundingClientRect()))
          }
          onPointerLeave={() => setShown(undefined)}
          // as at the columns, the keyboard begins at the newest point
          onFocus={() => setShown(points.length - 1)}
          onBlur={() => setShown(undefined)}
          onKeyDown={(event) => {
            const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
            if (by === undefined) return
            event.preventDefault()
            setShown(Math.min(points.length - 1, Math.max(0, (shown ?? -1) + by)))
          }}
        >
          {(axes[0]?.bottom ?? 0) < 0 && (
            <line className={classes.zero} x1="0" x2={width} y1={y(0, 0)} y2={y(0, 0)} />
          )}
          {isCombined &&
            points.map((one, at) => (
              <rect
                key={one.key}
                className={classes.column}
                x={x(at) - step * 0.35}
                width={step * 0.7}
                y={y(Math.max(0, one.values[0] ?? 0), 0)}
                height={Math.abs(y(one.values[0], 0) - y(0, 0))}
              />
            ))}
          {lines.flatMap((of) =>
            runsOf(points, of).map((run) => (
              <polyline
                key={`${series[of]} ${run[0]}`}
                className={classes.line}
                data-series={of}
                points={run.map((at) => `${x(at)},${y(points[at]?.values[of], of)}`).join(' ')}
              />
            )),
          )}
          {shown !== undefined && (
            <line className={classes.cursor} x1={x(shown)} x2={x(shown)} y1="0" y2={height} />
          )}
        </svg>
        {isCombined && <Axis {...axes[1]} format={(value) => formatValue(value, 1)} />}
      </div>
      <p className={classes.ends} aria-hidden>
        <span>{points[0]?.label}</span>
        <span>{points.at(-1)?.label}</span>
      </p>
      <ChartTable {...props} />
    </>
  )
}

/** The places of points that follow one another with a value: where there is none, the line breaks off. */
function runsOf(points: ChartProps['points'], of: number): number[][] {
  const runs: number[][] = []
  points.forEach(({ values }, at) => {
    const { [of]: value } = values
    if (value === null || value === undefined) return
    const last = runs.at(-1)
    if (last?.at(-1) === at - 1) last.push(at)
    else runs.push([at])
  })
  // one point alone is as long as a line needs to be seen
  return runs.map((run) => (run.length === 1 ? [...run, ...run] : run))
}

function Axis(props: { top?: number; bottom?: number; format(value: number): string }) {
  const { top = 0, bottom = 0, format } = props
  return (
    <div className={classes.axis} aria-hidden>
      {[top, (top + bottom) / 2, bottom].map((value) => (
        <span key={value}>{format(value)}</span>
      ))}
    </div>
  )
}
