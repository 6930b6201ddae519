import { DateTime } from '@counterfoil/kit/web/formats/dates.tsx'
import { Section } from '@counterfoil/kit/web/page/page.tsx'
import { useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { ticketTexts } from './ticket-page.messages.ts'
import classes from './ticket-page.module.css'
import type { TicketDetails } from './tickets.contract.ts'

/** By when agents have to answer and to solve the ticket; the requester does not see it. */
export function ServiceLevelFacts({ ticket }: { ticket: TicketDetails }) {
  const t = useTexts(ticketTexts)
  const level = ticket.serviceLevel
  if (level === null) return null
  const due: [string, string | null, boolean][] = [
    [t.firstResponseDue, level.firstResponseDueAt, level.isResponseBreached],
    [t.nextResponseDue, level.nextResponseDueAt, level.isResponseBreached],
    [t.resolutionDue, level.resolutionDueAt, level.isResolutionBreached],
  ]
  const known = due.filter(([, at]) => at !== null)
  const { responseMissedAt } = level
  const isMissedBefore = responseMissedAt !== null && !level.isResponseBreached
  if (known.length === 0 && !level.isPaused && !isMissedBefore) return null
  return (
    <Section title={t.serviceLevel}>
      <dl className={classes.facts}>
        {known.map(([name, at, isBreached]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd data-breached={isBreached || undefined}>
              <DateTime value={at} />
              {isBreached && ` · ${t.breached}`}
            </dd>
          </div>
        ))}
        {isMissedBefore && (
          <div>
            <dt>{t.responseMissed}</dt>
            <dd data-breached>
              <DateTime value={responseMissedAt} />
            </dd>
          </div>
        )}
      </dl>
      {level.isPaused && <p className={classes.hint}>{t.paused}</p>}
    </Section>
  )
}
