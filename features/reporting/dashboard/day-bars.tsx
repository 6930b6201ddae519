import '@mantine/core/styles/FloatingIndicator.layer.css'
import '@mantine/core/styles/SegmentedControl.layer.css'
import { axisTop } from '@counterfoil/kit/web/formats/axis.ts'
import { Money, useMoney } from '@counterfoil/kit/web/formats/money.tsx'
import { Section } from '@counterfoil/kit/web/page/page.tsx'
import { useLanguage, useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { SegmentedControl } from '@mantine/core'
import { type KeyboardEvent, useState } from 'react'
import { Link } from 'react-router'
import type { DashboardSummary } from './dashboard.contract.ts'
import { dashboardTexts } from './dashboard.messages.ts'
import classes from './dashboard.module.css'
import { firstDay } from './dashboard.rules.ts'

type Day = DashboardSummary['days'][number]

/** The captured amount of thirty days in one currency, also as a table. */
export function DayBars(props: { days: readonly Day[]; today: string; listPath: string }) {
  const t = useTexts(dashboardTexts)
  const currencies = byFrequency(props.days)
  const [chosen, setChosen] = useState<string>()
  const currency = chosen ?? currencies[0]
  const days = everyDay(props.today).map(
    (day) =>
      props.days.find((one) => one.day === day && one.currency === currency) ?? {
        day,
        currency: currency ?? '',
        count: 0,
        capturedAmount: 0,
      },
  )
  return (
    <Section
      title={t.perDay}
      actions={
        currencies.length > 1 && (
          <SegmentedControl
            size="xs"
            aria-label={t.perDay}
            data={currencies}
            value={currency ?? ''}
            onChange={setChosen}
          />
        )
      }
    >
      {currency === undefined ? (
        <p className={classes.muted}>{t.noData}</p>
      ) : (
        <>
          <Bars days={days} listPath={props.listPath} />
          <DayTable days={days} />
        </>
      )}
    </Section>
  )
}

/** Currencies by number of payments. */
function byFrequency(days: readonly Day[]): string[] {
  const counts = new Map<string, number>()
  for (const { currency, count } of days) {
    counts.set(currency, (counts.get(currency) ?? 0) + count)
  }
  return [...counts].sort(([, a], [, b]) => b - a).map(([currency]) => currency)
}

function everyDay(today: string): string[] {
  const first = Date.parse(`${firstDay(today)}T00:00:00Z`)
  return Array.from({ length: 30 }, (_, at) =>
    new Date(first + at * 86_400_000).toISOString().slice(0, 10),
  )
}

const shortDay = (day: string) => `${day.slice(8)}/${day.slice(5, 7)}`

/** The bars with an axis of amounts; the value of a day is shown while the pointer or the keyboard is on its bar. */
function Bars({ days, listPath }: { days: readonly Day[]; listPath: string }) {
  const t = useTexts(dashboardTexts)
  const money = useMoney()
  const [shownDay, setShown] = useState<string>()
  const [focusable, setFocusable] = useState(days.length - 1)
  const top = axisTop(Math.max(0, ...days.map(({ capturedAmount }) => capturedAmount)))
  const currency = days[0]?.currency ?? ''
  const textOf = ({ day, count, capturedAmount }: Day) =>
    `${shortDay(day)} · ${money(capturedAmount, currency)} · ${t.payments({ count })}`
  const shown = days.find(({ day }) => day === shownDay)

  function walk(event: KeyboardEvent<HTMLDivElement>) {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    if (step === undefined) return
    event.preventDefault()
    const to = Math.min(days.length - 1, Math.max(0, focusable + step))
    setFocusable(to)
    event.currentTarget.querySelectorAll('a')[to]?.focus()
  }

  return (
    <div className={classes.chart}>
      <p className={classes.value} aria-hidden>
        {shown === undefined ? t.pointAt : textOf(shown)}
      </p>
      <div className={classes.axis} aria-hidden>
        {[top, top / 2, 0].map((amount) => (
          <span key={amount}>{money(amount, currency)}</span>
        ))}
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: links in a row, not fields of a form */}
      <div className={classes.bars} role="group" aria-label={t.perDay} onKeyDown={walk}>
        {days.map((one, at) => (
          <Link
            key={one.day}
            className={classes.bar}
            to={`${listPath}?dateFrom=${one.day}&dateTo=${one.day}&currency=${currency}`}
            tabIndex={at === focusable ? 0 : -1}
            aria-label={textOf(one)}
            onPointerEnter={() => setShown(one.day)}
            onPointerLeave={() => setShown(undefined)}
            onFocus={() => {
              setShown(one.day)
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
                y={100 - (one.capturedAmount / top) * 100}
                height={(one.capturedAmount / top) * 100}
              />
            </svg>
            <span className={classes.tick} aria-hidden>
              {at % 5 === 4 ? shortDay(one.day) : ''}
            </span>
          </Link>
        ))}
      </div>
    </div>
  )
}

function DayTable({ days }: { days: readonly Day[] }) {
  const t = useTexts(dashboardTexts)
  const { locale } = useLanguage()
  return (
    <details className={classes.asTable}>
      <summary>{t.asTable}</summary>
      <table>
        <thead>
          <tr>
            <th scope="col">{t.day}</th>
            <th scope="col">{t.count}</th>
            <th scope="col">{t.amount}</th>
          </tr>
        </thead>
        <tbody>
          {days
            .filter(({ count }) => count > 0)
            .map(({ day, currency, count, capturedAmount }) => (
              <tr key={day}>
                <th scope="row">{day.split('-').reverse().join('/')}</th>
                <td>{count.toLocaleString(locale)}</td>
                <td>
                  <Money amount={capturedAmount} currency={currency} />
                </td>
              </tr>
            ))}
        </tbody>
      </table>
    </details>
  )
}
