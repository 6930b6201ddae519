import { useCall } from '@counterfoil/kit/web/calls/use-call.ts'
import { useRelativeTime } from '@counterfoil/kit/web/formats/dates.tsx'
import { EmptyState, ErrorState, LoadingLines } from '@counterfoil/kit/web/page/states.tsx'
import { useUser } from '@counterfoil/kit/web/session/user.tsx'
import { useTexts, useTranslate } from '@counterfoil/kit/web/texts/i18n.tsx'
import { Link } from 'react-router'
import { actionTexts, eventTexts } from './event.messages.ts'
import { listEvents, type WorkspaceEvent } from './events.contract.ts'
import { usePaymentsPath } from './payment-paths.tsx'
import classes from './quick-panel.module.css'

const refreshMs = 30_000

/** The latest audited actions that the user may see. */
export function EventsTab({ onLeave }: { onLeave(): void }) {
  const t = useTexts(eventTexts)
  const events = useCall(listEvents, {}, { refetchEveryMs: refreshMs, quiet: true })
  if (events.data === undefined) {
    if (events.error === null) return <LoadingLines lines={8} />
    return <ErrorState problem={events.error} onRetry={() => events.refetch()} />
  }
  if (events.data.data.length === 0) return <EmptyState title={t.empty} text={t.emptyHint} />
  return (
    <ol className={classes.events}>
      {events.data.data.map((event) => (
        <li key={event.id}>
          <Event event={event} onLeave={onLeave} />
        </li>
      ))}
    </ol>
  )
}

function Event({ event, onLeave }: { event: WorkspaceEvent; onLeave(): void }) {
  const t = useTexts(eventTexts)
  const user = useUser()
  const nameOf = useEventName()
  const relative = useRelativeTime()
  const path = usePaymentsPath()
  const at = new Date(event.at)
  const to =
    event.recordType === 'payment' && event.recordId !== null && path !== undefined
      ? `${path}/${event.recordId}`
      : undefined
  return (
    <>
      <span className={classes.initials} aria-hidden>
        {initialsOf(event.actorName, user.locale)}
      </span>
      <div className={classes.event}>
        <span className={classes.action}>
          {to === undefined ? (
            nameOf(event)
          ) : (
            <Link to={to} onClick={onLeave} title={t.open}>
              {nameOf(event)}
            </Link>
          )}
        </span>
        <span className={classes.muted}>
          {event.isOwn ? t.you : event.actorName} ·{' '}
          <time dateTime={event.at}>{relative(at, new Date())}</time>
        </span>
      </div>
    </>
  )
}

/** Audiences have calls of their own for the same action, told apart by a suffix. */
function useEventName(): (event: WorkspaceEvent) => string {
  const translate = useTranslate()
  return ({ action, title }) =>
    translate(actionTexts[action] ?? actionTexts[action.replace(/-merchant$/, '')] ?? title)
}

function initialsOf(name: string, locale: string): string {
  const words = name.split(' ').filter((word) => word !== '')
  return [words[0], words.length > 1 ? words.at(-1) : undefined]
    .map((word) => [...(word ?? '')][0]?.toLocaleUpperCase(locale) ?? '')
    .join('')
}
