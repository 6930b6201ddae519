import { Section } from '@counterfoil/kit/web/page/page.tsx'
import { useLanguage, useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { Link } from 'react-router'
import type { Overview } from './overview.contract.ts'
import { overviewTexts } from './support-overview.messages.ts'
import classes from './support-overview.module.css'

type Spent = Overview['resolution']

/** How long tickets took that were closed lately. */
export function SpentTimes({ overview, listPath }: { overview: Overview; listPath: string }) {
  const t = useTexts(overviewTexts)
  const times: [string, Spent | null][] = [
    [t.firstResponse, overview.firstResponse],
    [t.resolution, overview.resolution],
  ]
  return (
    <Section title={t.times}>
      <div className={classes.times}>
        {times.map(
          ([name, spent]) =>
            spent !== null && <Spent key={name} name={name} spent={spent} listPath={listPath} />,
        )}
      </div>
    </Section>
  )
}

function Spent(props: { name: string; spent: Spent; listPath: string }) {
  const t = useTexts(overviewTexts)
  const inWords = useMinutesInWords()
  const { count, averageMinutes, medianMinutes, filter } = props.spent
  return (
    <Link className={classes.spent} to={`${props.listPath}?${new URLSearchParams(filter)}`}>
      <span className={classes.name}>{props.name}</span>
      <span className={classes.average}>
        {averageMinutes === null ? '–' : inWords(averageMinutes)}
      </span>
      <span className={classes.name}>
        {t.of(count)}
        {medianMinutes !== null && ` · ${t.median(inWords(medianMinutes))}`}
      </span>
    </Link>
  )
}

/** As people say it: minutes below two hours, hours below two days, then days. */
function useMinutesInWords(): (minutes: number) => string {
  const t = useTexts(overviewTexts)
  const { locale } = useLanguage()
  const decimals = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 })
  return (minutes) => {
    if (minutes < 120) return t.minutes(Math.round(minutes))
    if (minutes < 2880) return t.hours(decimals.format(minutes / 60))
    return t.days(decimals.format(minutes / 1440))
  }
}
