import { supportLabel } from '@counterfoil/features/support/labels/labels.contract.ts'
import {
  exportFilter,
  listQuery,
} from '@counterfoil/features/support/ticket-list/ticket-filter.schema.ts'
import { type Endpoint, endpoint } from '@counterfoil/kit/contract/endpoint.ts'
import { id, listOf, timestamp } from '@counterfoil/kit/contract/fields.ts'
import { z } from 'zod'
import { reference } from './references.schema.ts'
import {
  categories,
  channels,
  priorities,
  states,
  supportPermissions,
  turns,
} from './terms.schema.ts'

const person = z.object({ id, name: z.string() })

/** A row of the ticket list. */
const ticketRow = z.object({
  ticketId: id,
  /** Short enough to read out on the phone. */
  code: z.string(),
  tenantId: id,
  tenantName: z.string(),
  /** The merchant that created the ticket; null for a ticket to the platform. */
  customerId: id.nullable(),
  customerName: z.string().nullable(),
  ticketChannelType: z.enum(channels),
  state: z.enum(states),
  category: z.enum(categories),
  subject: z.string(),
  priority: z.enum(priorities),
  /** The name of the person who created the ticket; empty when the platform did. */
  requester: z.string(),
  /** Who has to answer next; null when the ticket is closed. */
  waitingOn: z.enum(turns).nullable(),
  isUnread: z.boolean(),
  /** The label of the reader's organisation; the other side has its own. */
  label: supportLabel.nullable(),
  /** Null for the requester, who never sees which agent works on the ticket. */
  assignee: person.nullable(),
  isEscalated: z.boolean(),
  createdAt: timestamp,
  updatedAt: timestamp,
  closedAt: timestamp.nullable(),
  /** The next due time of the service level; null for the requester. */
  dueAt: timestamp.nullable(),
})
export type TicketRow = z.infer<typeof ticketRow>

const serviceLevel = z.object({
  firstResponseDueAt: timestamp.nullable(),
  nextResponseDueAt: timestamp.nullable(),
  resolutionDueAt: timestamp.nullable(),
  /** When the first answer was due that came too late, or that is late now; it stays after later answers. */
  responseMissedAt: timestamp.nullable(),
  /** The answer that is due now is late. */
  isResponseBreached: z.boolean(),
  isResolutionBreached: z.boolean(),
  /** The clock is paused while the requester has to answer. */
  isPaused: z.boolean(),
})

const externalParty = z.object({
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

/** What the caller may do with the ticket now. */
const ticketActions = [
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

const ticketDetails = ticketRow.extend({
  description: z.string(),
  contactEmail: z.string(),
  /** Who else gets the mails of a ticket that the platform created for a tenant. */
  contactEmails: z.array(z.string()),
  references: z.array(reference),
  externalParties: z.array(externalParty),
  actions: z.array(z.enum(ticketActions)),
  /** Sent back with a comment as the newest item that its writer saw; null: the feed is empty. */
  lastItemId: id.nullable(),
  /** What follows is null for a customer; Jira and scoping for everyone but the platform. */
  billable: z.boolean().nullable(),
  jiraTicket: z.string().nullable(),
  initialRequestDateTime: timestamp.nullable(),
  responseDateTime: timestamp.nullable(),
  resolutionDateTime: timestamp.nullable(),
  serviceLevel: serviceLevel.nullable(),
  /** The platform's ticket about a customer's, for the tenant. */
  escalation: z.object({ ticketId: id, code: z.string(), state: z.enum(states) }).nullable(),
  /** The customer's ticket that was escalated into this one, for the tenant. */
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
    "Tickets of the caller's organisation; for a tenant its customers' tickets, unless the other channel is chosen",
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

type ReadEndpoint<Path> = Endpoint<Path, Record<never, never>, undefined, TicketDetails>

function readEndpoint<Path>(
  name: string,
  path: string,
  permission: string | readonly string[],
  params: z.ZodType<Path>,
): ReadEndpoint<Path> {
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

/** For the requester: a customer, or a tenant that asked the platform. */
export const readTicket = readEndpoint(
  '',
  '/api/support/ticket/:ticketId',
  [merchant, tenant],
  ticketParams,
)
/** For an agent of the tenant. */
export const readCustomerTicket = readEndpoint(
  '-of-customer',
  '/api/support/ticket/:customerId/:ticketId',
  tenant,
  customerTicketParams,
)
/** For an agent of the platform. */
export const readTenantTicket = readEndpoint(
  '-of-tenant',
  '/api/support/:tenantId/ticket/:ticketId',
  platform,
  tenantTicketParams,
)
export const readTenantTicketDetails = readEndpoint(
  '-of-tenant-details',
  '/api/support/:tenantId/ticket/:ticketId/details',
  platform,
  tenantTicketParams,
)

/** For a colleague's link, which has the address of another audience. */
export const readTicketPlace = endpoint({
  id: 'support.ticket-place',
  method: 'GET',
  path: '/api/support/ticket-place/:ticketId',
  summary: 'What the address of a ticket names, for whoever may see it',
  permission: [merchant, tenant, platform],
  params: ticketParams,
  answer: ticketRow.pick({
    ticketId: true,
    ticketChannelType: true,
    customerId: true,
    tenantId: true,
  }),
})
