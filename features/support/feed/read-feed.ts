import { readReferences } from '@counterfoil/features/support/tickets/references.public.ts'
import {
  type OpenTicket,
  readNames,
  type SupportContext,
} from '@counterfoil/features/support/tickets/tickets.public.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import {
  findReadUntil,
  listEscalationComments,
  listInternalItems,
  listPublicItems,
} from './feed.queries.ts'
import { type FeedContext, internalView, publicView } from './feed.views.ts'
import type { FeedItem } from './feed-items.schema.ts'

/** The feed as the caller may see it, in order of time. `db`: a transaction in the ticket's scope to read on. */
export async function readFeed(
  context: SupportContext,
  open: OpenTicket,
  db?: Db,
): Promise<FeedItem[]> {
  const { caller, database } = context
  const { ticket, access } = open
  const ticketDb = db ?? database.reader(access.ticketScope)
  const organisationDb = database.reader(access.organisationScope)
  const linkedId = access.role === 'tenantAgent' ? ticket.escalated_ticket_id : null
  const [names, references, readUntil, shared, internal, fromEscalation] = await Promise.all([
    readNames(database.shared),
    readReferences(context.db, caller, ticket, ticketDb),
    findReadUntil(organisationDb, caller.id, ticket.id),
    listPublicItems(ticketDb, ticket),
    // customers have no internal items
    access.side === 'customer' ? [] : listInternalItems(organisationDb, ticket.id),
    linkedId === null ? [] : listEscalationComments(ticketDb, ticket.tenant_id, linkedId),
  ])
  const feedContext: FeedContext = { open, names, references, readUntil }
  return [
    ...shared.map((row) => publicView(row, feedContext)),
    ...internal.map((row) => internalView(row, feedContext)),
    ...fromEscalation.map((row) => publicView(row, feedContext, true)),
  ]
    .filter((item) => item !== undefined)
    .sort((a, b) => (a.itemId < b.itemId ? -1 : 1))
}
