import { readReferences } from '@counterfoil/features/support/tickets/references.public.ts'
import {
  type OpenTicket,
  readNames,
  type SupportContext,
} from '@counterfoil/features/support/tickets/tickets.public.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import {
  findReadUntil,
  listEscalatedAnswers,
  listInternalItems,
  listPublicItems,
} from './feed.queries.ts'
import { type FeedParts, internalView, publicView } from './feed.views.ts'
import type { FeedItem } from './feed-items.contract.ts'

/** What the reader may see of it, in order of time. `db`: a transaction in the ticket's scope to read on. */
export async function readFeed(
  context: SupportContext,
  open: OpenTicket,
  db?: Db,
): Promise<FeedItem[]> {
  const { caller, database } = context
  const { ticket, at } = open
  const reader = db ?? database.reader(at.ticketScope)
  const own = database.reader(at.ownScope)
  const linkedId = at.seat === 'tenantDesk' ? ticket.escalated_ticket_id : null
  const [names, references, readUntil, seen, internal, answers] = await Promise.all([
    readNames(database.shared),
    readReferences(context.db, caller, ticket, reader),
    findReadUntil(own, caller.id, ticket.id),
    listPublicItems(reader, ticket),
    // a customer's side keeps nothing to itself
    at.side === 'customer' ? [] : listInternalItems(own, ticket.id),
    linkedId === null ? [] : listEscalatedAnswers(reader, ticket.tenant_id, linkedId),
  ])
  const parts: FeedParts = { open, names, references, readUntil }
  return [
    ...seen.map((row) => publicView(row, parts)),
    ...internal.map((row) => internalView(row, parts)),
    ...answers.map((row) => publicView(row, parts, true)),
  ]
    .filter((item) => item !== undefined)
    .sort((a, b) => (a.itemId < b.itemId ? -1 : 1))
}
