import { useId } from 'react'
import { useLanguage } from '../texts/i18n.tsx'
import type { ChartProps } from './chart-table.tsx'
import { ChartTable, PointLink } from './chart-table.tsx'
import classes from './charts.module.css'

/** A slice is known by its pattern and by its number, which the legend has too, not by its colour alone. */
const patterns = 6

/** Slices of a whole with their legend; each leads to its rows. */
export function PieChart(props: ChartProps) {
  const { label, points } = props
  const { locale } = useLanguage()
  const id = useId()
  const total = points.reduce((sum, { values }) => sum + Math.max(0, values[0] ?? 0), 0)
  const percent = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 })
  // what is below zero is no part of a whole
  const shareText = (value: number) =>
    value < 0 ? '–' : percent.format(total === 0 ? 0 : value / total)
  const starts = points.map((_, at) =>
    points.slice(0, at).reduce((sum, { values }) => sum + Math.max(0, values[0] ?? 0), 0),
  )
  return (
    <>
      <div className={classes.pie}>
        <svg viewBox="-1.05 -1.05 2.1 2.1" role="img" aria-label={label}>
          <defs>
            {Array.from({ length: patterns }, (_, at) => (
              <Pattern key={`${id}${String(at)}`} id={`${id}-${at}`} at={at} />
            ))}
          </defs>
          {points.map((point, at) => (
            <path
              key={point.key}
              className={classes.slice}
              d={slicePath((starts[at] ?? 0) / total, Math.max(0, point.values[0] ?? 0) / total)}
              fill={`url(#${id}-${at % patterns})`}
            />
          ))}
          {points.map((point, at) => (
            <SliceNumber
              key={point.key}
              number={at + 1}
              start={(starts[at] ?? 0) / total}
              share={Math.max(0, point.values[0] ?? 0) / total}
            />
          ))}
        </svg>
        <ol className={classes.legend}>
          {points.map((point, at) => (
            <li key={point.key}>
              <svg viewBox="0 0 1 1" aria-hidden>
                <rect width="1" height="1" fill={`url(#${id}-${at % patterns})`} />
              </svg>
              <span aria-hidden>{at + 1}</span>
              <PointLink to={point.to}>{point.label}</PointLink>
              <span>
                {point.texts[0]}
                <small> {shareText(point.values[0] ?? 0)}</small>
              </span>
            </li>
          ))}
        </ol>
      </div>
      <ChartTable {...props} />
    </>
  )
}

/** Full, lighter, stripes one way, the other way, dots, empty. */
function Pattern({ id, at }: { id: string; at: number }) {
  const size = 0.16
  return (
    <pattern
      id={id}
      width={size}
      height={size}
      patternUnits="userSpaceOnUse"
      className={classes.pattern}
    >
      <rect
        width={size}
        height={size}
        fillOpacity={at === 0 ? 1 : at === 1 ? 0.55 : at === 5 ? 0.08 : 0.2}
      />
      {at === 2 && <path d={`M0 ${size}L${size} 0`} />}
      {at === 3 && <path d={`M0 ${size / 2}H${size}`} />}
      {at === 4 && <circle cx={size / 2} cy={size / 2} r={size / 5} />}
    </pattern>
  )
}

/** The place of a slice in the legend, where the slice has room for it. */
function SliceNumber(props: { number: number; start: number; share: number }) {
  const { number, start, share } = props
  if (!Number.isFinite(start) || share < 0.04) return null
  const angle = (start + share / 2) * 2 * Math.PI - Math.PI / 2
  return (
    <text
      className={classes.sliceNumber}
      x={Math.cos(angle) * 0.75}
      y={Math.sin(angle) * 0.75}
      aria-hidden
    >
      {number}
    </text>
  )
}

/** A slice of the unit circle, beginning at the top. */
function slicePath(start: number, share: number): string {
  if (!Number.isFinite(start) || share <= 0) return ''
  const at = (turn: number) => {
    const angle = turn * 2 * Math.PI - Math.PI / 2
    return `${Math.cos(angle).toFixed(4)} ${Math.sin(angle).toFixed(4)}`
  }
  if (share >= 0.9999) return `M0 -1A1 1 0 1 1 0 1A1 1 0 1 1 0 -1Z`
  return `M0 0L${at(start)}A1 1 0 ${share > 0.5 ? 1 : 0} 1 ${at(start + share)}Z`
}
