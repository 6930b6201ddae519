import { AddReferences } from '@counterfoil/features/support/create-ticket/contact-support.screens.ts'
import { TicketFeed } from '@counterfoil/features/support/feed/ticket-feed.screens.ts'
import { LabelPicker } from '@counterfoil/features/support/labels/label-manager.screens.ts'
import { TicketScoping } from '@counterfoil/features/support/scoping/ticket-scoping.screens.ts'
import { TicketActions } from '@counterfoil/features/support/ticket-steps/ticket-steps.screens.ts'
import { useAction, useCall } from '@counterfoil/kit/web/calls/use-call.ts'
import { StatusPill } from '@counterfoil/kit/web/formats/status-pill.tsx'
import { useCrumb } from '@counterfoil/kit/web/page/breadcrumbs.ts'
import { Page, Section } from '@counterfoil/kit/web/page/page.tsx'
import { ErrorState, LoadingLines } from '@counterfoil/kit/web/page/states.tsx'
import { useLanguage, useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { Suspense, useMemo, useState } from 'react'
import { useParams } from 'react-router'
import { ExternalParties } from './external-parties.tsx'
import { Presence } from './presence.tsx'
import { ReferenceList, useShowReference } from './references.tsx'
import { ServiceLevelFacts } from './service-level-facts.tsx'
import { type TicketApi, ticketApiOf } from './ticket-api.rules.ts'
import { TicketFacts } from './ticket-facts.tsx'
import { ticketLabel } from './ticket-labels.rules.ts'
import { ticketTexts } from './ticket-page.messages.ts'
import classes from './ticket-page.module.css'
import { TicketTimes } from './ticket-times.tsx'
import type { TicketDetails } from './tickets.contract.ts'

/** How often the page reads the ticket again. */
const refetchMs = 10_000

// what is shown with a ticket comes beside it
for (const part of [TicketFeed, TicketActions, LabelPicker]) part.fetchCode()

/** One ticket: its details, its feed and the actions on it. */
export default function TicketPage() {
  const t = useTexts(ticketTexts)
  const { language } = useLanguage()
  const { ticketId, customerId, tenantId } = useParams()
  const api = useMemo(
    () => ticketApiOf({ ticketId, customerId, tenantId }),
    [ticketId, customerId, tenantId],
  )
  const details = useCall(api.read, { params: api.params }, { refetchEveryMs: refetchMs })
  const ticket = details.data
  useCrumb(ticket?.code)
  if (ticket === undefined) {
    return (
      <Page title={t.title}>
        {details.error === null ? (
          <LoadingLines lines={8} />
        ) : (
          <ErrorState problem={details.error} onRetry={() => details.refetch()} />
        )}
      </Page>
    )
  }
  return (
    <Page
      title={ticket.subject}
      badge={
        <StatusPill
          status={ticket.state}
          label={ticketLabel('state', ticket.state, language)}
          isQuiet={ticket.state === 'Closed'}
        />
      }
      description={<code>{ticket.code}</code>}
      actions={
        <Suspense>
          <TicketActions ticket={ticket} api={api} />
        </Suspense>
      }
    >
      <Presence api={api} />
      <div className={classes.columns}>
        <div className={classes.main}>
          <Section title={t.description}>
            <p className={classes.text}>{ticket.description}</p>
          </Section>
          <Feed ticket={ticket} api={api} onChanged={() => void details.refetch()} />
        </div>
        <Aside ticket={ticket} api={api} />
      </div>
    </Page>
  )
}

function Feed(props: { ticket: TicketDetails; api: TicketApi; onChanged(): void }) {
  const show = useShowReference(props.api)
  return (
    <Suspense fallback={<LoadingLines lines={6} />}>
      <TicketFeed {...props} show={show} />
    </Suspense>
  )
}

function Aside({ ticket, api }: { ticket: TicketDetails; api: TicketApi }) {
  const { tenantId } = api.params
  return (
    <aside className={classes.aside}>
      <TicketFacts ticket={ticket} api={api} />
      <ServiceLevelFacts ticket={ticket} />
      <TicketTimes ticket={ticket} api={api} />
      <References ticket={ticket} api={api} />
      <ExternalParties ticket={ticket} api={api} />
      {tenantId !== undefined && ticket.actions.includes('scoping') && (
        <Suspense fallback={<LoadingLines lines={3} />}>
          <TicketScoping tenantId={tenantId} ticketId={ticket.ticketId} />
        </Suspense>
      )}
    </aside>
  )
}

function References({ ticket, api }: { ticket: TicketDetails; api: TicketApi }) {
  const t = useTexts(ticketTexts)
  const [isAdding, setAdding] = useState(false)
  const add = useAction(api.calls.references, { quiet: true })
  return (
    <Section
      title={t.references}
      actions={
        ticket.actions.includes('references') && (
          <Button
            size="compact-xs"
            variant="subtle"
            leftSection={<IconPlus size={14} stroke={1.75} />}
            onClick={() => setAdding(true)}
          >
            {t.add}
          </Button>
        )
      }
    >
      <ReferenceList references={ticket.references} api={api} />
      <Suspense>
        {isAdding && (
          <AddReferences
            tenantId={api.params.tenantId}
            isRunning={add.isRunning}
            problem={add.problem}
            onClose={() => setAdding(false)}
            onAdd={(references) => add.tryRun({ params: api.params, body: { references } })}
          />
        )}
      </Suspense>
    </Section>
  )
}
