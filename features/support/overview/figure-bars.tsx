import { useLanguage, useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import type { CSSProperties } from 'react'
import { Link } from 'react-router'
import type { Figure } from './overview.contract.ts'
import { overviewTexts } from './support-overview.messages.ts'
import classes from './support-overview.module.css'

/** Counts as bars; each links to its tickets. */
export function FigureBars(props: {
  figures: readonly Figure[]
  listPath: string
  nameOf(figure: Figure): string
}) {
  const t = useTexts(overviewTexts)
  const { locale } = useLanguage()
  const highest = Math.max(1, ...props.figures.map(({ count }) => count))
  if (props.figures.length === 0) return <p className={classes.none}>{t.none}</p>
  return (
    <ul className={classes.bars}>
      {props.figures.map((figure) => (
        <li key={figure.key}>
          <Link
            className={classes.bar}
            to={`${props.listPath}?${new URLSearchParams(figure.filter)}`}
            style={
              {
                '--share': figure.count / highest,
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
  )
}
