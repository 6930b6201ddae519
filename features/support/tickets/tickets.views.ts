import type { SupportLabel } from '@counterfoil/features/support/labels/labels.contract.ts'
import { responseMissedAt } from '@counterfoil/features/support/service-levels/clock.rules.ts'
import type { RowColumn } from '@counterfoil/features/support/ticket-list/row-columns.schema.ts'
import type { Reference } from './references.schema.ts'
import { isAgent, type TicketAccess } from './ticket-access.ts'
import type { ExternalParty, TicketAction, TicketDetails, TicketRow } from './tickets.contract.ts'
import type { findLabels, listInvitations, Names, TicketRecord } from './tickets.queries.ts'

type LabelRecord = Awaited<ReturnType<typeof findLabels>>[number]
type InvitationRecord = Awaited<ReturnType<typeof listInvitations>>[number]

/** What a row of the list shows besides the ticket's own columns. */
export interface RowContext {
  readonly names: Pick<Names, 'tenants'>
  readonly merchants: ReadonlyMap<string, string>
  readonly labels: ReadonlyMap<string, SupportLabel>
  readonly readUntil: Date | undefined
}

const isoTime = (date: Date | null) => date?.toISOString() ?? null

export const labelView = (row: LabelRecord): SupportLabel => ({
  labelId: row.id,
  value: row.value,
  description: row.description,
  color: row.color,
  isDefault: row.is_default,
})

export type RowRecord = Pick<TicketRecord, RowColumn>

export function rowView(
  row: RowRecord,
  access: Pick<TicketAccess, 'role' | 'side'>,
  { names, merchants, labels, readUntil }: RowContext,
): TicketRow {
  const forAgent = isAgent(access)
  const labelId = forAgent ? row.agent_label_id : row.requester_label_id
  const newsAt = forAgent ? row.agent_news_at : row.requester_news_at
  return {
    ticketId: row.id,
    code: row.code,
    tenantId: row.tenant_id,
    tenantName: names.tenants.get(row.tenant_id) ?? '',
    customerId: row.merchant_id,
    customerName: row.merchant_id === null ? null : (merchants.get(row.merchant_id) ?? null),
    ticketChannelType: row.channel as TicketRow['ticketChannelType'],
    state: row.state as TicketRow['state'],
    category: row.category as TicketRow['category'],
    subject: row.subject,
    priority: row.priority as TicketRow['priority'],
    requester: row.requester_name,
    waitingOn: row.waiting_on as TicketRow['waitingOn'],
    isUnread: newsAt !== null && (readUntil === undefined || newsAt > readUntil),
    label: labelId === null ? null : (labels.get(labelId) ?? null),
    assignee:
      forAgent && row.assignee_id !== null
        ? { id: row.assignee_id, name: row.assignee_name ?? '' }
        : null,
    isEscalated: access.role === 'tenantAgent' && row.escalated_ticket_id !== null,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    closedAt: isoTime(row.closed_at),
    dueAt: forAgent ? isoTime(row.due_at) : null,
  }
}

export interface DetailsContext extends RowContext {
  readonly names: Names
  readonly references: readonly Reference[]
  readonly invitations: readonly InvitationRecord[]
  readonly lastItemId: string | null
  readonly escalation: TicketDetails['escalation']
  readonly escalatedFrom: TicketDetails['escalatedFrom']
  readonly isScoping: boolean
  readonly now: Date
}

export function detailsView(
  ticket: TicketRecord,
  access: TicketAccess,
  context: DetailsContext,
): TicketDetails {
  const { side } = access
  const isCustomer = side === 'customer'
  return {
    ...rowView(ticket, access, context),
    description: ticket.description,
    contactEmail: ticket.contact_email,
    contactEmails: ticket.contact_emails,
    references: [...context.references],
    externalParties: context.invitations.map((one) => partyView(one, access, context)),
    actions: allowedActions(ticket, access),
    lastItemId: context.lastItemId,
    billable: isCustomer || ticket.channel === 'CustomerToTenant' ? null : ticket.is_billable,
    jiraTicket: side === 'platform' ? ticket.jira_ticket : null,
    initialRequestDateTime: isCustomer
      ? null
      : isoTime(ticket.initial_request_at ?? ticket.created_at),
    responseDateTime: isCustomer ? null : isoTime(ticket.response_at ?? ticket.first_answered_at),
    resolutionDateTime: isCustomer ? null : isoTime(ticket.resolution_at ?? ticket.closed_at),
    serviceLevel: isAgent(access) ? serviceLevelView(ticket, context.now) : null,
    escalation: context.escalation,
    escalatedFrom: context.escalatedFrom,
    scopingStatus: side === 'platform' ? context.isScoping : null,
  }
}

/** Due times that are still open, none for a given answer or a closed ticket; and what was missed before. */
function serviceLevelView(
  ticket: TicketRecord,
  now: Date,
): NonNullable<TicketDetails['serviceLevel']> {
  const isFirstDue = ticket.first_answered_at === null && ticket.state === 'Opened'
  return {
    firstResponseDueAt: isFirstDue ? isoTime(ticket.first_response_due_at) : null,
    nextResponseDueAt: isoTime(ticket.next_response_due_at),
    resolutionDueAt: isoTime(ticket.resolution_due_at),
    responseMissedAt: isoTime(responseMissedAt(ticket, now)),
    isResponseBreached: ticket.response_breached_at !== null,
    isResolutionBreached: ticket.resolution_breached_at !== null,
    isPaused: ticket.waiting_on === 'requester',
  }
}

function partyView(
  one: InvitationRecord,
  access: TicketAccess,
  { names, now }: DetailsContext,
): ExternalParty {
  const seesPerson = one.invited_by_side === access.side || isAgent(access)
  return {
    invitationId: one.id,
    email: one.email,
    description: one.description,
    invitedBy: seesPerson
      ? one.invited_by_name
      : one.invited_by_side === 'platform'
        ? names.platformName
        : (names.tenants.get(one.tenant_id) ?? ''),
    invitedAt: one.created_at.toISOString(),
    expiresAt: one.expires_at.toISOString(),
    revokedAt: isoTime(one.revoked_at),
    isActive: one.revoked_at === null && one.expires_at > now,
  }
}

function allowedActions(ticket: TicketRecord, access: TicketAccess): TicketAction[] {
  const isOpen = ticket.state === 'Opened'
  const actions: [TicketAction, boolean][] = [
    ['comment', isOpen],
    ['commentInternally', access.side !== 'customer'],
    ['close', isOpen],
    ['open', !isOpen],
    ['priority', isOpen],
    ['references', isOpen],
    ['invite', isOpen],
    ['setLabel', true],
    ['assign', isAgent(access)],
    ['escalate', access.role === 'tenantAgent' && isOpen && ticket.escalated_ticket_id === null],
    ['billable', access.side === 'platform'],
    ['jiraTicket', access.side === 'platform'],
    ['times', access.side === 'platform'],
    ['scoping', access.side === 'platform'],
  ]
  return actions.filter(([, may]) => may).map(([action]) => action)
}
