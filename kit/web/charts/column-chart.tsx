import { type ComponentProps, type KeyboardEvent, useState } from 'react'
import { Link } from 'react-router'
import { axisOf } from '../formats/axis.ts'
import classes from './column-chart.module.css'

export interface ChartColumn {
  readonly key: string
  readonly value: number
  /** Below the column, where there is room. */
  readonly tick: string
  /** The column in full: what it is of and its value. */
  readonly text: string
  /** Where it leads; undefined: there is no list of it. */
  readonly to?: string | undefined
  /** It will grow: its day or month is not over. */
  readonly isPartial?: boolean
}

interface ColumnChartProps {
  readonly label: string
  /** Stands where the value of a column is shown, while none is pointed at. */
  readonly hint: string
  readonly columns: readonly ChartColumn[]
  formatValue(value: number): string
  /** Where the axis ends, if it is not the next round value. */
  readonly top?: number
}

/** As many ticks as a narrow screen has room for. */
const maxTicks = 6

/** Columns over an axis; the value of one is shown while the pointer or the keyboard is on it. Arrow keys go through them. */
export function ColumnChart({ label, hint, columns, formatValue, ...props }: ColumnChartProps) {
  const [shownKey, setShown] = useState<string>()
  const [focusable, setFocusable] = useState(columns.length - 1)
  const shown = columns.find(({ key }) => key === shownKey)
  const axis = axisOf(columns.map(({ value }) => value))
  const { bottom } = axis
  const top = props.top ?? axis.top
  /** In hundredths of the height, from the top. */
  const y = (value: number) => ((top - value) / (top - bottom)) * 100
  const every = Math.max(1, Math.ceil(columns.length / maxTicks))
  const inOrder = Math.min(focusable, columns.length - 1)

  function walk(event: KeyboardEvent<HTMLDivElement>) {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    if (step === undefined) return
    event.preventDefault()
    const to = Math.min(columns.length - 1, Math.max(0, inOrder + step))
    setFocusable(to)
    event.currentTarget.querySelectorAll<HTMLElement>('[data-bar]')[to]?.focus()
  }

  return (
    <div className={classes.chart}>
      <p className={classes.value} data-hint={shown === undefined || undefined} aria-hidden>
        {shown?.text ?? hint}
      </p>
      <div className={classes.axis} aria-hidden>
        {[top, (top + bottom) / 2, bottom].map((value) => (
          <span key={value}>{formatValue(value)}</span>
        ))}
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: links in a row, not fields of a form */}
      <div className={classes.bars} role="group" aria-label={label} onKeyDown={walk}>
        {columns.map((one, at) => (
          <div key={one.key} className={classes.slot}>
            <Bar
              to={one.to}
              tabIndex={at === inOrder ? 0 : -1}
              aria-label={one.text}
              data-partial={one.isPartial || undefined}
              onPointerEnter={() => setShown(one.key)}
              onPointerLeave={() => setShown(undefined)}
              onFocus={() => {
                setShown(one.key)
                setFocusable(at)
              }}
              onBlur={() => setShown(undefined)}
            >
              <svg
                className={classes.column}
                viewBox="0 0 1 100"
                preserveAspectRatio="none"
                aria-hidden
              >
                <rect
                  x="0"
                  width="1"
                  y={y(Math.max(0, one.value))}
                  height={y(Math.min(0, one.value)) - y(Math.max(0, one.value))}
                />
                {bottom < 0 && <path className={classes.zero} d={`M0 ${y(0)}H1`} />}
              </svg>
            </Bar>
            <span className={classes.tick} aria-hidden>
              {at % every === every - 1 ? one.tick : ''}
            </span>
          </div>
        ))}
      </div>
    </div>
  )
}

type BarProps = Omit<ComponentProps<'a'>, 'href' | 'ref' | 'className'> & {
  readonly to: string | undefined
}

function Bar({ to, ...props }: BarProps) {
  const shared = { ...props, className: classes.bar, 'data-bar': true }
  return to === undefined ? <span role="img" {...shared} /> : <Link to={to} {...shared} />
}
