import type { WidgetConfiguration } from '@counterfoil/features/dashboards/widgets/widget.schema.ts'
import { formatDate, formatDateTime } from '@counterfoil/kit/web/formats/dates.tsx'
import { fetchedComponent } from '@counterfoil/kit/web/page/lazy-part.ts'
import { LoadingLines } from '@counterfoil/kit/web/page/states.tsx'
import { useTimeZone } from '@counterfoil/kit/web/session/user.tsx'
import { useTexts, useTranslate } from '@counterfoil/kit/web/texts/i18n.tsx'
import { IconAlertTriangle } from '@tabler/icons-react'
import { type CSSProperties, type ReactNode, Suspense, useId } from 'react'
import { Link } from 'react-router'
import classes from './board.module.css'
import type { PlacedWidget } from './boards.contract.ts'
import { boardTexts } from './boards.messages.ts'
import type { ShownAnswer } from './use-board-answers.tsx'
import { Figures } from './widget-figures.tsx'

/** Comes with what draws charts: tiles that wait for it would hold up the charts of all. */
export const OtherDays = fetchedComponent(() =>
  import('./other-days.tsx').then((part) => part.default),
)

interface WidgetTileProps {
  readonly placed: PlacedWidget
  readonly answer: ShownAnswer | undefined
  readonly note?: string
  readonly actions?: ReactNode
}

/** A widget in its place: what it is called, what it says in a sentence, its figures. */
export function WidgetTile({ placed, answer, note, actions }: WidgetTileProps) {
  const t = useTexts(boardTexts)
  const translate = useTranslate()
  const id = useId()
  const { widget, fault } = placed
  const title = placed.title ?? (widget === null ? t.unknown : translate(widget.title))
  const configuration = widget?.configuration as WidgetConfiguration | undefined
  const isBroken = widget === null || fault !== null
  return (
    <section
      className={classes.tile}
      aria-labelledby={id}
      style={{ '--w': placed.width, '--h': placed.height } as CSSProperties}
    >
      <header className={classes.tileHead}>
        <h2 id={id}>{title}</h2>
        {!isBroken && typeof widget.data?.dataSourceMoreDataEndpoint === 'string' && (
          <Suspense fallback={null}>
            <OtherDays placed={placed} title={title} />
          </Suspense>
        )}
        {actions}
      </header>
      {note !== undefined && <p className={classes.muted}>{note}</p>}
      {isBroken || configuration === undefined ? (
        <p role="note" className={classes.fault}>
          {fault === null ? t.noData : translate(fault.text)}
        </p>
      ) : (
        <TileBody placed={placed} configuration={configuration} answer={answer} title={title} />
      )}
    </section>
  )
}

const hasOwnDays = ({ filters }: PlacedWidget) =>
  [filters.period, filters.dateFrom, filters.dateTo].some(Boolean)

function TileBody(props: {
  placed: PlacedWidget
  configuration: WidgetConfiguration
  answer: ShownAnswer | undefined
  title: string
}) {
  const t = useTexts(boardTexts)
  const translate = useTranslate()
  const timeZone = useTimeZone()
  const { configuration, answer, placed, title } = props
  if (configuration.widgetType === 'BANNER_WIDGET') {
    return (
      <p className={classes.banner}>{configuration.banner && translate(configuration.banner)}</p>
    )
  }
  if (answer === undefined) return <LoadingLines lines={placed.height * 2} />
  const { data, reason } = answer
  if (data === undefined) {
    return (
      <p role="note" className={classes.fault}>
        {reason === undefined ? t.noData : translate(reason)}
      </p>
    )
  }
  const time = formatDateTime(new Date(data.asOf), timeZone)
  const dayText = (value: string) =>
    value.includes('T')
      ? formatDateTime(new Date(value), timeZone)
      : formatDate(new Date(`${value}T12:00:00Z`), 'UTC')
  const days = data.from !== null &&
    data.to !== null &&
    hasOwnDays(placed) && [t.days({ from: dayText(data.from), to: dayText(data.to) })]
  const own = [...(days || []), ...(placed.filters.currency ? [placed.filters.currency] : [])]
  return (
    <>
      {/* the title may still speak of what the widget usually is of */}
      {own.length > 0 && <p className={classes.muted}>{own.join(' · ')}</p>}
      {reason !== undefined && (
        <p role="note" className={classes.old}>
          <IconAlertTriangle size={14} aria-hidden /> {t.old({ time, reason: translate(reason) })}
        </p>
      )}
      {data.alertViewModels.map((alert) => (
        <p key={translate(alert.text)} className={classes.alert} data-severity={alert.severity}>
          <IconAlertTriangle size={14} aria-hidden />{' '}
          {alert.link === null ? (
            translate(alert.text)
          ) : (
            <Link to={alert.link}>{translate(alert.text)}</Link>
          )}
        </p>
      ))}
      <Figures placed={placed} configuration={configuration} data={data} title={title} />
    </>
  )
}
