import { axisTop } from '@counterfoil/kit/web/formats/axis.ts'
import { useLanguage, useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { type CSSProperties, useState } from 'react'
import { Link } from 'react-router'
import type { Figure } from './overview.contract.ts'
import { overviewTexts } from './support-overview.messages.ts'
import classes from './support-overview.module.css'

/** Counts as bars over an axis of tickets; each links to its tickets, and is told in full under the pointer or the keyboard. */
export function FigureBars(props: {
  figures: readonly Figure[]
  listPath: string
  nameOf(figure: Figure): string
}) {
  const t = useTexts(overviewTexts)
  const { locale } = useLanguage()
  const [shownKey, setShown] = useState<string | null>()
  if (props.figures.length === 0) return <p className={classes.none}>{t.none}</p>
  const all = props.figures.reduce((sum, { count }) => sum + count, 0)
  const top = axisTop(Math.max(0, ...props.figures.map(({ count }) => count)))
  const shown = props.figures.find(({ key }) => key === shownKey)
  const share = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 0 })
  const textOf = (figure: Figure) =>
    t.shareOf({
      name: props.nameOf(figure),
      tickets: t.of({ n: figure.count }),
      share: share.format(all === 0 ? 0 : figure.count / all),
    })
  const hide = () => setShown(undefined)
  return (
    <div>
      <p className={classes.value} data-hint={shown === undefined || undefined} aria-hidden>
        {shown === undefined ? t.pointAt : textOf(shown)}
      </p>
      <ul className={classes.bars}>
        {props.figures.map((figure) => (
          <li key={figure.key}>
            <Link
              className={classes.bar}
              to={`${props.listPath}?${new URLSearchParams(figure.filter)}`}
              onPointerEnter={() => setShown(figure.key)}
              onPointerLeave={hide}
              onFocus={() => setShown(figure.key)}
              onBlur={hide}
              style={
                {
                  '--share': figure.count / top,
                  ...(figure.color === null ? {} : { '--bar-colour': figure.color }),
                } as CSSProperties
              }
            >
              <span className={classes.barName}>{props.nameOf(figure)}</span>
              <span className={classes.barCount}>{figure.count.toLocaleString(locale)}</span>
            </Link>
          </li>
        ))}
      </ul>
      <div className={classes.axis} aria-hidden>
        {[0, top / 2].map((count) => (
          <span key={count}>{count.toLocaleString(locale)}</span>
        ))}
        <span>{t.of({ n: top })}</span>
      </div>
    </div>
  )
}
