import type { SupportLabel } from '@counterfoil/features/support/labels/labels.contract.ts'
import type { RowColumn } from '@counterfoil/features/support/ticket-list/row-columns.rules.ts'
import type { Reference } from './references.contract.ts'
import { isDesk, type TicketAccess } from './ticket-access.ts'
import type { ExternalParty, TicketAction, TicketDetails, TicketRow } from './tickets.contract.ts'
import type { findLabels, listInvitations, Names, TicketRecord } from './tickets.queries.ts'

type LabelRecord = Awaited<ReturnType<typeof findLabels>>[number]
type InvitationRecord = Awaited<ReturnType<typeof listInvitations>>[number]

/** What a row of the list is made of besides the ticket. */
export interface Surroundings {
  readonly names: Pick<Names, 'tenants'>
  readonly merchants: ReadonlyMap<string, string>
  readonly labels: ReadonlyMap<string, SupportLabel>
  readonly readUntil: Date | undefined
}

const iso = (at: Date | null) => at?.toISOString() ?? null

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
  at: Pick<TicketAccess, 'seat' | 'side'>,
  { names, merchants, labels, readUntil }: Surroundings,
): TicketRow {
  const desk = isDesk(at)
  const labelId = desk ? row.desk_label_id : row.requester_label_id
  const news = desk ? row.desk_news_at : row.requester_news_at
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
    isUnread: news !== null && (readUntil === undefined || news > readUntil),
    label: labelId === null ? null : (labels.get(labelId) ?? null),
    assignee:
      desk && row.assignee_id !== null
        ? { id: row.assignee_id, name: row.assignee_name ?? '' }
        : null,
    isEscalated: at.seat === 'tenantDesk' && row.escalated_ticket_id !== null,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    closedAt: iso(row.closed_at),
    dueAt: desk ? iso(row.due_at) : null,
  }
}

export interface DetailsParts extends Surroundings {
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
  at: TicketAccess,
  parts: DetailsParts,
): TicketDetails {
  const { side } = at
  const isCustomer = side === 'customer'
  const desk = isDesk(at)
  return {
    ...rowView(ticket, at, parts),
    description: ticket.description,
    contactEmail: ticket.contact_email,
    contactEmails: ticket.contact_emails,
    references: [...parts.references],
    externalParties: parts.invitations.map((one) => partyView(one, at, parts)),
    actions: actionsOf(ticket, at),
    lastItemId: parts.lastItemId,
    billable: isCustomer || ticket.channel === 'CustomerToTenant' ? null : ticket.is_billable,
    jiraTicket: side === 'platform' ? ticket.jira_ticket : null,
    initialRequestDateTime: isCustomer ? null : iso(ticket.initial_request_at ?? ticket.created_at),
    responseDateTime: isCustomer ? null : iso(ticket.response_at ?? ticket.first_answered_at),
    resolutionDateTime: isCustomer ? null : iso(ticket.resolution_at ?? ticket.closed_at),
    serviceLevel: desk ? serviceLevelView(ticket) : null,
    escalation: parts.escalation,
    escalatedFrom: parts.escalatedFrom,
    scopingStatus: side === 'platform' ? parts.isScoping : null,
  }
}

/** What is due still: an answer that was given, or a ticket that is closed, waits for none. */
function serviceLevelView(ticket: TicketRecord): NonNullable<TicketDetails['serviceLevel']> {
  const isFirstDue = ticket.first_answered_at === null && ticket.state === 'Opened'
  return {
    firstResponseDueAt: isFirstDue ? iso(ticket.first_response_due_at) : null,
    nextResponseDueAt: iso(ticket.next_response_due_at),
    resolutionDueAt: iso(ticket.resolution_due_at),
    isResponseBreached: ticket.response_breached_at !== null,
    isResolutionBreached: ticket.resolution_breached_at !== null,
    isPaused: ticket.waiting_on === 'requester',
  }
}

function partyView(
  one: InvitationRecord,
  at: TicketAccess,
  { names, now }: DetailsParts,
): ExternalParty {
  const isOwnSide = one.invited_by_side === at.side
  const isNamed = isOwnSide || isDesk(at)
  return {
    invitationId: one.id,
    email: one.email,
    description: one.description,
    invitedBy: isNamed
      ? one.invited_by_name
      : one.invited_by_side === 'platform'
        ? names.platformName
        : (names.tenants.get(one.tenant_id) ?? ''),
    invitedAt: one.created_at.toISOString(),
    expiresAt: one.expires_at.toISOString(),
    revokedAt: iso(one.revoked_at),
    isActive: one.revoked_at === null && one.expires_at > now,
  }
}

function actionsOf(ticket: TicketRecord, at: TicketAccess): TicketAction[] {
  const isOpen = ticket.state === 'Opened'
  const desk = isDesk(at)
  const actions: [TicketAction, boolean][] = [
    ['comment', isOpen],
    ['commentInternally', at.side !== 'customer'],
    ['close', isOpen],
    ['open', !isOpen],
    ['priority', isOpen],
    ['references', isOpen],
    ['invite', isOpen],
    ['setLabel', true],
    ['assign', desk],
    ['escalate', at.seat === 'tenantDesk' && isOpen && ticket.escalated_ticket_id === null],
    ['billable', at.side === 'platform'],
    ['jiraTicket', at.side === 'platform'],
    ['times', at.side === 'platform'],
    ['scoping', at.side === 'platform'],
  ]
  return actions.filter(([, may]) => may).map(([action]) => action)
}
