import { guardFilesOf } from '@counterfoil/features/messaging/files/files.public.ts'
import { notFound } from '@counterfoil/kit/contract/problem.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import { type Route, route } from '@counterfoil/kit/server/request/route.ts'
import { readReferences, ticketRecord } from './references.public.ts'
import { type Channel, supportPermissions } from './terms.schema.ts'
import {
  findVisibleTicket,
  maySeeTicket,
  type OpenTicket,
  openTicket,
  type SupportContext,
} from './ticket-access.ts'
import {
  readCustomerTicket,
  readTenantTicket,
  readTenantTicketDetails,
  readTicket,
  readTicketPlace,
  type TicketDetails,
} from './tickets.contract.ts'
import {
  findLabels,
  findLastInternalItem,
  findLastPublicItem,
  findLinkedTicket,
  findReadMark,
  isScoping,
  listInvitations,
  readMerchantNames,
  readNames,
} from './tickets.queries.ts'
import { detailsView, labelView } from './tickets.views.ts'

async function readTicketDetails(
  context: SupportContext,
  open: OpenTicket,
): Promise<TicketDetails> {
  const { caller, database, now } = context
  const { ticket, access } = open
  const organisationDb = database.reader(access.organisationScope)
  const ticketDb = database.reader(access.ticketScope)
  const labelId = access.role === 'requester' ? ticket.requester_label_id : ticket.agent_label_id
  const [names, merchants, labels, mark, references, invitations, last, links, scoping] =
    await Promise.all([
      readNames(database.shared),
      readMerchantNames(ticketDb, ticket.merchant_id === null ? [] : [ticket.merchant_id]),
      labelId === null ? [] : findLabels(organisationDb, [labelId]),
      findReadMark(organisationDb, caller.tenantId, caller.id, ticket.id),
      readReferences(context.db, caller, ticket, ticketDb),
      listInvitations(ticketDb, ticket),
      findLastItemId(ticketDb, organisationDb, open),
      readEscalationLinks(ticketDb, open),
      access.side === 'platform' ? isScoping(organisationDb, ticket.id) : false,
    ])
  return detailsView(ticket, access, {
    names,
    merchants,
    labels: new Map(labels.map((row) => [row.id, labelView(row)])),
    readUntil: mark?.read_until,
    references: references.map(({ itemId: _itemId, ...reference }) => reference),
    invitations,
    lastItemId: last,
    ...links,
    isScoping: scoping,
    now,
  })
}

async function findLastItemId(
  ticketDb: Db,
  organisationDb: Db,
  { ticket, access }: OpenTicket,
): Promise<string | null> {
  const [seen, internal] = await Promise.all([
    findLastPublicItem(ticketDb, ticket),
    access.side === 'customer' ? undefined : findLastInternalItem(organisationDb, ticket.id),
  ])
  const ids = [seen?.id, internal?.id].filter((id) => id !== undefined)
  // ids sort by time
  return ids.sort().at(-1) ?? null
}

type EscalationLinks = Pick<TicketDetails, 'escalation' | 'escalatedFrom'>

/** Only the tenant sees that its customer's ticket and its own ticket to the platform belong together. */
async function readEscalationLinks(
  ticketDb: Db,
  { ticket, access }: OpenTicket,
): Promise<EscalationLinks> {
  const none: EscalationLinks = { escalation: null, escalatedFrom: null }
  if (access.side !== 'tenant') return none
  const linkedId = ticket.escalated_ticket_id ?? ticket.source_ticket_id
  const linked =
    linkedId === null ? undefined : await findLinkedTicket(ticketDb, ticket.tenant_id, linkedId)
  if (linked === undefined) return none
  if (linked.merchant_id !== null) {
    const { merchantIds } = access.caller
    const maySee = merchantIds === null || merchantIds.includes(linked.merchant_id)
    const escalatedFrom = {
      customerId: linked.merchant_id,
      ticketId: linked.id,
      code: linked.code,
    }
    return maySee ? { ...none, escalatedFrom } : none
  }
  const state = linked.state as 'Opened' | 'Closed'
  return { ...none, escalation: { ticketId: linked.id, code: linked.code, state } }
}

/** A ticket's files may be read by everyone who may read the ticket. */
guardFilesOf(
  ticketRecord,
  ({ tenantId, recordId, ...reader }) => maySeeTicket(reader, tenantId, recordId),
  [supportPermissions.merchant, supportPermissions.tenant, supportPermissions.platform],
)

export const routes: Route[] = [
  route(readTicketPlace, async ({ params }, context) => {
    const ticket = await findVisibleTicket(context, params)
    if (ticket === undefined) throw notFound('The ticket')
    return {
      ticketId: ticket.id,
      ticketChannelType: ticket.channel as Channel,
      customerId: ticket.merchant_id,
      tenantId: ticket.tenant_id,
    }
  }),
  route(readTicket, async ({ params }, context) =>
    readTicketDetails(context, await openTicket(context, 'requester', params)),
  ),
  route(readCustomerTicket, async ({ params }, context) =>
    readTicketDetails(context, await openTicket(context, 'tenantAgent', params)),
  ),
  ...[readTenantTicket, readTenantTicketDetails].map((call) =>
    route(call, async ({ params }, context) =>
      readTicketDetails(context, await openTicket(context, 'platformAgent', params)),
    ),
  ),
]
