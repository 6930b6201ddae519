import { LabelPicker } from '@counterfoil/features/support/labels/label-manager.screens.ts'
import { DateTime } from '@counterfoil/kit/web/formats/dates.tsx'
import { supportCategoryMap } from '@counterfoil/kit/web/formats/status.ts'
import { StatusPill } from '@counterfoil/kit/web/formats/status-pill.tsx'
import { Section } from '@counterfoil/kit/web/page/page.tsx'
import { useLanguage, useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { type ReactNode, Suspense } from 'react'
import { Link } from 'react-router'
import { AssigneeField, BillableField, JiraField, PriorityField } from './agent-fields.tsx'
import type { TicketApi } from './ticket-api.rules.ts'
import { ticketLabel } from './ticket-labels.rules.ts'
import { ticketTexts } from './ticket-page.messages.ts'
import classes from './ticket-page.module.css'
import { ticketPath } from './ticket-paths.rules.ts'
import type { TicketDetails } from './tickets.contract.ts'

type Fact = readonly [name: string, value: ReactNode]

/** The ticket's details, as far as the reader may see them. */
export function TicketFacts({ ticket, api }: { ticket: TicketDetails; api: TicketApi }) {
  const t = useTexts(ticketTexts)
  const { language } = useLanguage()
  const facts: Fact[] = [
    ...agentFacts(ticket, api, t),
    [t.priority, <PriorityField key="priority" ticket={ticket} api={api} />],
    [
      t.category,
      <StatusPill
        key="category"
        status={ticket.category}
        map={supportCategoryMap}
        isQuiet
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
    ...escalationFacts(ticket, t),
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

/** What only agents see or set. */
function agentFacts(ticket: TicketDetails, api: TicketApi, t: Texts): Fact[] {
  const may = (action: TicketDetails['actions'][number]) => ticket.actions.includes(action)
  const organisation: Fact[] =
    api.role === 'platformAgent'
      ? [[t.tenant, ticket.tenantName]]
      : api.role === 'tenantAgent'
        ? [[t.customer, ticket.customerName ?? '–']]
        : []
  const assignee = may('assign') ? (
    <AssigneeField ticket={ticket} api={api} />
  ) : (
    (ticket.assignee?.name ?? t.nobody)
  )
  return [
    ...organisation,
    ...(api.role === 'requester' ? [] : [[t.assignee, assignee] as const]),
    ...(may('billable')
      ? [[t.billable, <BillableField key="b" ticket={ticket} api={api} />] as const]
      : []),
    ...(may('jiraTicket')
      ? [[t.jira, <JiraField key="j" ticket={ticket} api={api} />] as const]
      : []),
  ]
}

/** Links to the other ticket of an escalation. */
function escalationFacts(ticket: TicketDetails, t: Texts): Fact[] {
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
