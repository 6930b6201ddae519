import { supportLabel } from '@counterfoil/features/support/labels/labels.contract.ts'
import {
  exportFilter,
  listQuery,
} from '@counterfoil/features/support/ticket-list/ticket-filter.contract.ts'
import { type Endpoint, endpoint } from '@counterfoil/kit/contract/endpoint.ts'
import { id, listOf, timestamp } from '@counterfoil/kit/contract/fields.ts'
import { z } from 'zod'
import { reference } from './references.contract.ts'
import {
  categories,
  channels,
  priorities,
  states,
  supportPermissions,
  turns,
} from './terms.contract.ts'

const person = z.object({ id, name: z.string() })

/** What lists show. */
export const ticketRow = z.object({
  ticketId: id,
  /** Short, to say on the phone. */
  code: z.string(),
  tenantId: id,
  tenantName: z.string(),
  /** The merchant of a ticket CustomerToTenant; null TenantToPlatform. */
  customerId: id.nullable(),
  customerName: z.string().nullable(),
  ticketChannelType: z.enum(channels),
  state: z.enum(states),
  category: z.enum(categories),
  subject: z.string(),
  priority: z.enum(priorities),
  /** Who raised it; the other side's people go by their organisation's name. */
  requester: z.string(),
  /** Whose turn it is; null when closed. */
  waitingOn: z.enum(turns).nullable(),
  isUnread: z.boolean(),
  /** The own organisation's: the other side has its own. */
  label: supportLabel.nullable(),
  /** Null for the side that asked, which never learns who works on it; there `isAssigned` is false too. */
  assignee: person.nullable(),
  isEscalated: z.boolean(),
  createdAt: timestamp,
  updatedAt: timestamp,
  closedAt: timestamp.nullable(),
  /** What is due next and has not been done; null for the side that asked. */
  dueAt: timestamp.nullable(),
})
export type TicketRow = z.infer<typeof ticketRow>

export const serviceLevel = z.object({
  firstResponseDueAt: timestamp.nullable(),
  nextResponseDueAt: timestamp.nullable(),
  resolutionDueAt: timestamp.nullable(),
  isResponseBreached: z.boolean(),
  isResolutionBreached: z.boolean(),
  /** The clock stands still: it is the requester's turn. */
  isPaused: z.boolean(),
})

export const externalParty = z.object({
  invitationId: id,
  email: z.string(),
  description: z.string(),
  invitedBy: z.string(),
  invitedAt: timestamp,
  expiresAt: timestamp,
  revokedAt: timestamp.nullable(),
  isActive: z.boolean(),
})
export type ExternalParty = z.infer<typeof externalParty>

/** What the caller may do to the ticket now. */
export const ticketActions = [
  'comment',
  'commentInternally',
  'close',
  'open',
  'priority',
  'references',
  'invite',
  'setLabel',
  'assign',
  'escalate',
  'billable',
  'jiraTicket',
  'times',
  'scoping',
] as const
export type TicketAction = (typeof ticketActions)[number]

export const ticketDetails = ticketRow.extend({
  description: z.string(),
  contactEmail: z.string(),
  /** Whom the platform tells besides, on a ticket that it raised for a tenant. */
  contactEmails: z.array(z.string()),
  references: z.array(reference),
  externalParties: z.array(externalParty),
  actions: z.array(z.enum(ticketActions)),
  /** To say with a comment what was seen before it was written; null: the feed is empty. */
  lastItemId: id.nullable(),
  /** The rest is null for a customer; Jira and scoping for everybody but the platform. */
  billable: z.boolean().nullable(),
  jiraTicket: z.string().nullable(),
  initialRequestDateTime: timestamp.nullable(),
  responseDateTime: timestamp.nullable(),
  resolutionDateTime: timestamp.nullable(),
  serviceLevel: serviceLevel.nullable(),
  /** The platform's ticket about a customer's, for the tenant. */
  escalation: z.object({ ticketId: id, code: z.string(), state: z.enum(states) }).nullable(),
  /** The customer's ticket that this one was made of, for the tenant. */
  escalatedFrom: z.object({ customerId: id, ticketId: id, code: z.string() }).nullable(),
  /** True while a scope is being drafted. */
  scopingStatus: z.boolean().nullable(),
})
export type TicketDetails = z.infer<typeof ticketDetails>

const { merchant, tenant, platform } = supportPermissions
const listAnswer = listOf(ticketRow)
const zip = z.custom<AsyncIterable<Uint8Array>>()

export const listMyTickets = endpoint({
  id: 'support.my-tickets',
  method: 'GET',
  path: '/api/support/ticket/my',
  summary:
    "Tickets of the caller's organisation: a tenant's are its customers' unless the other channel is asked for",
  permission: [merchant, tenant],
  query: listQuery,
  answer: listAnswer,
})

export const exportMyTickets = endpoint({
  id: 'support.my-tickets-export',
  method: 'GET',
  path: '/api/support/ticket/my/export',
  summary: 'The same list as a zip that holds filename.csv',
  permission: [merchant, tenant],
  query: exportFilter,
  answer: zip,
  contentType: 'application/zip',
})

export const listTickets = endpoint({
  id: 'support.tickets',
  method: 'GET',
  path: '/api/support/ticket',
  summary: 'Tickets of all tenants to the platform',
  permission: platform,
  query: listQuery,
  answer: listAnswer,
})

export const exportTickets = endpoint({
  id: 'support.tickets-export',
  method: 'GET',
  path: '/api/support/ticket/export',
  summary: 'The same list as a zip that holds filename.csv; `tenants` names them as JSON',
  permission: platform,
  query: exportFilter,
  answer: zip,
  contentType: 'application/zip',
})

export interface TicketPath {
  readonly ticketId: string
}
export interface CustomerTicketPath extends TicketPath {
  readonly customerId: string
}
export interface TenantTicketPath extends TicketPath {
  readonly tenantId: string
}

type Reading<Path> = Endpoint<Path, Record<never, never>, undefined, TicketDetails>

function reading<Path>(
  name: string,
  path: string,
  permission: string | readonly string[],
  params: z.ZodType<Path>,
): Reading<Path> {
  return endpoint({
    id: `support.ticket${name}`,
    method: 'GET',
    path,
    summary: 'One ticket, as the caller may see it',
    permission,
    params,
    answer: ticketDetails,
  })
}

export const ticketParams = z.object({ ticketId: id })
export const customerTicketParams = z.object({ customerId: id, ticketId: id })
export const tenantTicketParams = z.object({ tenantId: id, ticketId: id })

/** As who asked: a customer, or a tenant that asked the platform. */
export const readTicket = reading(
  '',
  '/api/support/ticket/:ticketId',
  [merchant, tenant],
  ticketParams,
)
/** As the tenant that answers. */
export const readCustomerTicket = reading(
  '-of-customer',
  '/api/support/ticket/:customerId/:ticketId',
  tenant,
  customerTicketParams,
)
/** As the platform that answers. */
export const readTenantTicket = reading(
  '-of-tenant',
  '/api/support/:tenantId/ticket/:ticketId',
  platform,
  tenantTicketParams,
)
export const readTenantTicketDetails = reading(
  '-of-tenant-details',
  '/api/support/:tenantId/ticket/:ticketId/details',
  platform,
  tenantTicketParams,
)
