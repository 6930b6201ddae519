import { ticketLabel } from '@counterfoil/features/support/tickets/ticket-labels.rules.ts'
import { ticketPath } from '@counterfoil/features/support/tickets/ticket-paths.rules.ts'
import { DateTime } from '@counterfoil/kit/web/formats/dates.tsx'
import { supportCategoryMap } from '@counterfoil/kit/web/formats/status.ts'
import { StatusPill } from '@counterfoil/kit/web/formats/status-pill.tsx'
import { Section } from '@counterfoil/kit/web/page/page.tsx'
import { ErrorState } from '@counterfoil/kit/web/page/states.tsx'
import { useLanguage, useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { Button, Loader } from '@mantine/core'
import { Link } from 'react-router'
import type { Scope } from './scoping.contract.ts'
import { scopingTexts } from './scoping.messages.ts'
import classes from './scoping.module.css'
import { useScoping } from './use-scoping.tsx'

/** The draft of a ticket's scope, for platform staff. */
export default function TicketScoping(props: { tenantId: string; ticketId: string }) {
  const t = useTexts(scopingTexts)
  const { tenantId, ticketId } = props
  const scoping = useScoping({ tenantId, ticketId })
  return (
    <Section
      title={t.title}
      actions={
        !scoping.isRunning && (
          <Button
            size="compact-xs"
            variant="subtle"
            disabled={scoping.isLoading}
            onClick={scoping.start}
          >
            {scoping.scope === null ? t.start : t.again}
          </Button>
        )
      }
    >
      <div className={classes.scope}>
        {scoping.isRunning && (
          <p className={classes.running} role="status">
            <Loader size={14} /> {t.running}
          </p>
        )}
        {scoping.problem !== null && (
          <ErrorState problem={scoping.problem} onRetry={scoping.retry} />
        )}
        {!scoping.isRunning && scoping.failure !== null && (
          <p className={classes.failure} role="alert">
            {t.failed}: {scoping.failure}
          </p>
        )}
        {scoping.scope === null
          ? scoping.problem === null &&
            !scoping.isRunning && <p className={classes.hint}>{t.hint}</p>
          : !scoping.isRunning && <ScopeFacts scope={scoping.scope} />}
      </div>
    </Section>
  )
}

function ScopeFacts({ scope }: { scope: Scope }) {
  const t = useTexts(scopingTexts)
  const { language } = useLanguage()
  return (
    <>
      <dl className={classes.facts}>
        <dt>{t.summary}</dt>
        <dd className={classes.summary}>{scope.summary}</dd>
        {scope.likelyCategory !== null && (
          <>
            <dt>{t.category}</dt>
            <dd>
              <StatusPill
                status={scope.likelyCategory}
                map={supportCategoryMap}
                isQuiet
                label={ticketLabel('category', scope.likelyCategory, language)}
              />
            </dd>
          </>
        )}
        <dt>{t.missing}</dt>
        <dd>
          {scope.missingInformation.length === 0 ? (
            t.none
          ) : (
            <ul>
              {scope.missingInformation.map((question) => (
                <li key={question}>{question}</li>
              ))}
            </ul>
          )}
        </dd>
        <dt>{t.similar}</dt>
        <dd>
          {scope.similarTickets.length === 0 ? (
            t.none
          ) : (
            <ul>
              {scope.similarTickets.map((ticket) => (
                <li key={ticket.ticketId}>
                  <Link
                    to={ticketPath('platform', {
                      ...ticket,
                      ticketChannelType: 'TenantToPlatform',
                    })}
                  >
                    {ticket.code}
                  </Link>{' '}
                  {ticket.subject}
                </li>
              ))}
            </ul>
          )}
        </dd>
      </dl>
      <p className={classes.hint}>
        {scope.source === 'model' ? t.byModel : t.bySimilarity} ·{' '}
        <DateTime value={scope.createdAt} />
      </p>
    </>
  )
}
