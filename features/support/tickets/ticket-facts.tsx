import { LabelPicker } from '@counterfoil/features/support/labels/label-manager.screens.ts'
import { DateTime } from '@counterfoil/kit/web/formats/dates.tsx'
import { supportCategoryMap } from '@counterfoil/kit/web/formats/status.ts'
import { StatusPill } from '@counterfoil/kit/web/formats/status-pill.tsx'
import { Section } from '@counterfoil/kit/web/page/page.tsx'
import { useLanguage, useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { type ReactNode, Suspense } from 'react'
import { Link } from 'react-router'
import { AssigneeField, BillableField, JiraField, PriorityField } from './desk-fields.tsx'
import type { TicketCallsByRole } from './ticket-calls.rules.ts'
import { ticketLabel } from './ticket-labels.rules.ts'
import { ticketTexts } from './ticket-page.messages.ts'
import classes from './ticket-page.module.css'
import { ticketPath } from './ticket-paths.rules.ts'
import type { TicketDetails } from './tickets.contract.ts'

type Fact = readonly [name: string, value: ReactNode]

/** What a ticket is, whose, and who works on it, as far as the reader may know. */
export function TicketFacts({ ticket, seat }: { ticket: TicketDetails; seat: TicketCallsByRole }) {
  const t = useTexts(ticketTexts)
  const { language } = useLanguage()
  const facts: Fact[] = [
    ...deskFacts(ticket, seat, t),
    [t.priority, <PriorityField key="priority" ticket={ticket} seat={seat} />],
    [
      t.category,
      <StatusPill
        key="category"
        status={ticket.category}
        map={supportCategoryMap}
        label={ticketLabel('category', ticket.category, language)}
      />,
    ],
    [
      t.label,
      <Suspense key="label">
        <LabelPicker
          ticket={{
            ticketId: ticket.ticketId,
            organisationId: ticket.customerId ?? ticket.tenantId,
            label: ticket.label,
            name: ticket.code,
          }}
        />
      </Suspense>,
    ],
    ...(ticket.waitingOn === null
      ? []
      : [[t.waitingOn, ticketLabel('turn', ticket.waitingOn, language)] as const]),
    [t.requester, ticket.requester],
    [t.contact, ticket.contactEmail],
    ...(ticket.contactEmails.length === 0
      ? []
      : [[t.contacts, ticket.contactEmails.join(', ')] as const]),
    [t.created, <DateTime key="created" value={ticket.createdAt} />],
    ...(ticket.closedAt === null
      ? []
      : [[t.closedAt, <DateTime key="closed" value={ticket.closedAt} />] as const]),
    ...linkFacts(ticket, t),
  ]
  return (
    <Section title={t.details}>
      <dl className={classes.facts}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </Section>
  )
}

type Texts = ReturnType<typeof useTexts<typeof ticketTexts>>

/** What the desk alone sees or sets. */
function deskFacts(ticket: TicketDetails, seat: TicketCallsByRole, t: Texts): Fact[] {
  const may = (action: TicketDetails['actions'][number]) => ticket.actions.includes(action)
  const whose: Fact[] =
    seat.seat === 'platformDesk'
      ? [[t.tenant, ticket.tenantName]]
      : seat.seat === 'tenantDesk'
        ? [[t.customer, ticket.customerName ?? '–']]
        : []
  const assignee = may('assign') ? (
    <AssigneeField ticket={ticket} seat={seat} />
  ) : (
    (ticket.assignee?.name ?? t.nobody)
  )
  return [
    ...whose,
    ...(seat.seat === 'requester' ? [] : [[t.assignee, assignee] as const]),
    ...(may('billable')
      ? [[t.billable, <BillableField key="b" ticket={ticket} seat={seat} />] as const]
      : []),
    ...(may('jiraTicket')
      ? [[t.jira, <JiraField key="j" ticket={ticket} seat={seat} />] as const]
      : []),
  ]
}

/** The tickets above and below this one. */
function linkFacts(ticket: TicketDetails, t: Texts): Fact[] {
  const { escalation, escalatedFrom } = ticket
  return [
    ...(escalation === null
      ? []
      : [
          [
            t.escalation,
            <Link
              key="up"
              to={ticketPath('tenant', { ...escalation, ticketChannelType: 'TenantToPlatform' })}
            >
              {escalation.code}
            </Link>,
          ] as const,
        ]),
    ...(escalatedFrom === null
      ? []
      : [
          [
            t.escalatedFrom,
            <Link
              key="down"
              to={ticketPath('tenant', { ...escalatedFrom, ticketChannelType: 'CustomerToTenant' })}
            >
              {escalatedFrom.code}
            </Link>,
          ] as const,
        ]),
  ]
}
