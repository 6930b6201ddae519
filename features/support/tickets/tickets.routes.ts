import { guardFilesOf } from '@counterfoil/features/messaging/files/files.public.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import { type Route, route } from '@counterfoil/kit/server/request/route.ts'
import { readReferences, ticketRecord } from './references.public.ts'
import type { Channel } from './terms.contract.ts'
import { supportPermissions } from './terms.contract.ts'
import {
  type OpenTicket,
  openTicket,
  type SupportContext,
  seatOf,
  ticketReader,
} from './ticket-access.ts'
import {
  readCustomerTicket,
  readTenantTicket,
  readTenantTicketDetails,
  readTicket,
  type TicketDetails,
} from './tickets.contract.ts'
import {
  findLabels,
  findLastInternalItem,
  findLastPublicItem,
  findLinkedTicket,
  findReadMark,
  findTicket,
  isScoping,
  listInvitations,
  readMerchantNames,
  readNames,
} from './tickets.queries.ts'
import { detailsView, labelView } from './tickets.views.ts'

async function read(context: SupportContext, open: OpenTicket): Promise<TicketDetails> {
  const { caller, database, now } = context
  const { ticket, at } = open
  const own = database.reader(at.ownScope)
  const reader = database.reader(at.ticketScope)
  const labelId = at.seat === 'requester' ? ticket.requester_label_id : ticket.desk_label_id
  const [names, merchants, labels, mark, references, invitations, last, links, scoping] =
    await Promise.all([
      readNames(database.shared),
      readMerchantNames(reader, ticket.merchant_id === null ? [] : [ticket.merchant_id]),
      labelId === null ? [] : findLabels(own, [labelId]),
      findReadMark(own, caller.tenantId, caller.id, ticket.id),
      readReferences(context.db, caller, ticket, reader),
      listInvitations(reader, ticket),
      lastItemOf(reader, own, open),
      linksOf(reader, open),
      at.side === 'platform' ? isScoping(own, ticket.id) : false,
    ])
  return detailsView(ticket, at, {
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

async function lastItemOf(reader: Db, own: Db, { ticket, at }: OpenTicket): Promise<string | null> {
  const [seen, internal] = await Promise.all([
    findLastPublicItem(reader, ticket),
    at.side === 'customer' ? undefined : findLastInternalItem(own, ticket.id),
  ])
  const ids = [seen?.id, internal?.id].filter((id) => id !== undefined)
  // ids sort by time
  return ids.sort().at(-1) ?? null
}

type Links = Pick<TicketDetails, 'escalation' | 'escalatedFrom'>

/** The tenant alone knows that its customer's ticket and its own to the platform belong together. */
async function linksOf(reader: Db, { ticket, at }: OpenTicket): Promise<Links> {
  const none: Links = { escalation: null, escalatedFrom: null }
  if (at.side !== 'tenant') return none
  const linkedId = ticket.escalated_ticket_id ?? ticket.source_ticket_id
  const linked =
    linkedId === null ? undefined : await findLinkedTicket(reader, ticket.tenant_id, linkedId)
  if (linked === undefined) return none
  if (linked.merchant_id !== null) {
    const { merchantIds } = at.caller
    const mayKnow = merchantIds === null || merchantIds.includes(linked.merchant_id)
    const escalatedFrom = {
      customerId: linked.merchant_id,
      ticketId: linked.id,
      code: linked.code,
    }
    return mayKnow ? { ...none, escalatedFrom } : none
  }
  const state = linked.state as 'Opened' | 'Closed'
  return { ...none, escalation: { ticketId: linked.id, code: linked.code, state } }
}

/** A ticket's files are for those who see the ticket. */
guardFilesOf(
  ticketRecord,
  async ({ tenantId, recordId, ...asked }) => {
    for (const channel of ['CustomerToTenant', 'TenantToPlatform'] satisfies Channel[]) {
      if (seatOf(asked.caller, channel) === undefined) continue
      const { db, onlyOwn } = ticketReader(asked, channel)
      const found = await findTicket(db, {
        ticketId: recordId,
        channel,
        tenantId,
        ...(onlyOwn ? { requesterId: asked.caller.id } : {}),
      })
      if (found !== undefined) return true
    }
    return false
  },
  [supportPermissions.merchant, supportPermissions.tenant, supportPermissions.platform],
)

export const routes: Route[] = [
  route(readTicket, async ({ params }, context) =>
    read(context, await openTicket(context, 'requester', params)),
  ),
  route(readCustomerTicket, async ({ params }, context) =>
    read(context, await openTicket(context, 'tenantDesk', params)),
  ),
  ...[readTenantTicket, readTenantTicketDetails].map((one) =>
    route(one, async ({ params }, context) =>
      read(context, await openTicket(context, 'platformDesk', params)),
    ),
  ),
]
