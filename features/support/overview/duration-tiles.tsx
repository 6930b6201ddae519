import { Section } from '@counterfoil/kit/web/page/page.tsx'
import { useLanguage, useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { Link } from 'react-router'
import type { Overview } from './overview.contract.ts'
import { overviewTexts } from './support-overview.messages.ts'
import classes from './support-overview.module.css'

type Duration = Overview['resolution']

/** How long recently closed tickets took. */
export function DurationTiles({ overview, listPath }: { overview: Overview; listPath: string }) {
  const t = useTexts(overviewTexts)
  const durations: [string, Duration | null][] = [
    [t.firstResponse, overview.firstResponse],
    [t.resolution, overview.resolution],
  ]
  return (
    <Section title={t.times}>
      <div className={classes.times}>
        {durations.map(
          ([name, duration]) =>
            duration !== null && (
              <Tile key={name} name={name} duration={duration} listPath={listPath} />
            ),
        )}
      </div>
    </Section>
  )
}

function Tile(props: { name: string; duration: Duration; listPath: string }) {
  const t = useTexts(overviewTexts)
  const formatMinutes = useFormattedMinutes()
  const { count, timed, averageMinutes, medianMinutes, filter } = props.duration
  return (
    <Link className={classes.spent} to={`${props.listPath}?${new URLSearchParams(filter)}`}>
      <span className={classes.name}>{props.name}</span>
      <span className={classes.average}>
        {averageMinutes === null ? '–' : formatMinutes(averageMinutes)}
      </span>
      <span className={classes.name}>
        {timed === count ? t.of({ n: count }) : t.timedOf({ timed, n: count })}
        {medianMinutes !== null && ` · ${t.median({ time: formatMinutes(medianMinutes) })}`}
      </span>
    </Link>
  )
}

/** Formats minutes below two hours, hours below two days, and days from there. */
export function useFormattedMinutes(): (minutes: number) => string {
  const t = useTexts(overviewTexts)
  const { locale } = useLanguage()
  const decimals = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 })
  return (minutes) => {
    if (minutes < 120) return t.minutes({ n: Math.round(minutes) })
    if (minutes < 2880) return t.hours({ n: decimals.format(minutes / 60) })
    return t.days({ n: decimals.format(minutes / 1440) })
  }
}
