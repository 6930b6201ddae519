import { useState } from 'react'
import { axisTop } from '../formats/axis.ts'
import type { ChartProps } from './chart-table.tsx'
import { ChartTable } from './chart-table.tsx'
import classes from './charts.module.css'

interface LineChartProps extends ChartProps {
  /** The first series as columns, the second one as a line over an axis of its own. */
  readonly isCombined?: boolean
  formatValue(value: number, series: number): string
}

const [width, height] = [600, 160]

/** A line along time, or columns and a line. Arrow keys go through the points; the value of one is shown. */
export function LineChart({ isCombined = false, formatValue, ...props }: LineChartProps) {
  const { label, series, points } = props
  const [shown, setShown] = useState<number>()
  const tops = series.map((_, at) =>
    axisTop(Math.max(0, ...points.map(({ values }) => values[at] ?? 0))),
  )
  const step = width / Math.max(1, points.length)
  const x = (at: number) => (at + 0.5) * step
  const y = (value: number | null | undefined, at: number) =>
    height - ((value ?? 0) / (tops[at] || 1)) * height
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
        <Axis top={tops[0] ?? 0} format={(value) => formatValue(value, 0)} />
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
          onBlur={() => setShown(undefined)}
          onKeyDown={(event) => {
            const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
            if (by === undefined) return
            event.preventDefault()
            setShown(Math.min(points.length - 1, Math.max(0, (shown ?? -1) + by)))
          }}
        >
          {isCombined &&
            points.map((one, at) => (
              <rect
                key={one.key}
                className={classes.column}
                x={x(at) - step * 0.35}
                width={step * 0.7}
                y={y(one.values[0], 0)}
                height={height - y(one.values[0], 0)}
              />
            ))}
          {lines.map((of) => (
            <polyline
              key={series[of]}
              className={classes.line}
              data-series={of}
              points={points.map((one, at) => `${x(at)},${y(one.values[of], of)}`).join(' ')}
            />
          ))}
          {shown !== undefined && (
            <line className={classes.cursor} x1={x(shown)} x2={x(shown)} y1="0" y2={height} />
          )}
        </svg>
        {isCombined && <Axis top={tops[1] ?? 0} format={(value) => formatValue(value, 1)} />}
      </div>
      <p className={classes.ends} aria-hidden>
        <span>{points[0]?.label}</span>
        <span>{points.at(-1)?.label}</span>
      </p>
      <ChartTable {...props} />
    </>
  )
}

function Axis({ top, format }: { top: number; format(value: number): string }) {
  return (
    <div className={classes.axis} aria-hidden>
      {[top, top / 2, 0].map((value) => (
        <span key={value}>{format(value)}</span>
      ))}
    </div>
  )
}
