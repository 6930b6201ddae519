import type { ReferenceInput } from '@counterfoil/features/support/tickets/references.contract.ts'
import {
  findReferences,
  storeReferences,
} from '@counterfoil/features/support/tickets/references.public.ts'
import type { TicketRole } from '@counterfoil/features/support/tickets/terms.contract.ts'
import type {
  CustomerTicketPath,
  TenantTicketPath,
  TicketPath,
} from '@counterfoil/features/support/tickets/tickets.contract.ts'
import {
  auditOn,
  lockTicket,
  type OpenTicket,
  openTicket,
  type SupportContext,
  updateTicket,
} from '@counterfoil/features/support/tickets/tickets.public.ts'
import { newId } from '@counterfoil/kit/database/ids.ts'
import { csvOf } from '@counterfoil/kit/server/codecs/csv.ts'
import { type Route, route } from '@counterfoil/kit/server/request/route.ts'
import {
  customerTicketCalls,
  presenceEveryMs,
  requesterCalls,
  type TicketCalls,
  tenantTicketCalls,
} from './feed.contract.ts'
import {
  deletePresence,
  insertPublicItem,
  listPresent,
  upsertPresence,
  upsertReadMark,
} from './feed.queries.ts'
import { feedColumns, feedRowOf } from './feed.rules.ts'
import type { FeedItem } from './feed-items.contract.ts'
import { readFeed } from './read-feed.ts'
import {
  auditOf,
  comment,
  itemOf,
  newsOf,
  requireOpen,
  setPriority,
  setState,
} from './ticket-commands.ts'

/** Whoever has not said so for this long has gone. */
const goneAfterMs = 3 * presenceEveryMs
const forgottenAfterMs = 3_600_000

async function addReferences(
  context: SupportContext,
  open: OpenTicket,
  wishes: readonly ReferenceInput[],
): Promise<FeedItem[]> {
  const { caller, database, now } = context
  const { ticket, at } = open
  const found = await findReferences(context.db, caller, ticket.tenant_id, wishes)
  const added: string[] = []
  await database.transaction(at.ticketScope, async (db) => {
    requireOpen(await lockTicket(db, ticket.id))
    const key = {
      tenantId: ticket.tenant_id,
      ticketId: ticket.id,
      merchantId: ticket.merchant_id,
    }
    await storeReferences(db, caller, key, found, now, async (kind) => {
      const id = newId(now)
      await insertPublicItem(db, { ...itemOf(open, id, context), kind: 'reference', detail: kind })
      added.push(id)
      return id
    })
    await updateTicket(db, ticket.id, { ...newsOf(open, now), updated_at: now })
    await auditOn(db, context, auditOf(open, { references: wishes }))
  })
  return (await readFeed(context, open)).filter((item) => added.includes(item.itemId))
}

async function markRead(context: SupportContext, open: OpenTicket) {
  const { caller, database, now } = context
  const { ticket, at } = open
  await database.transaction(at.ownScope, async (db) => {
    await upsertReadMark(db, { userId: caller.id, ticketId: ticket.id, at: now })
    await auditOn(db, context, auditOf(open, { read: true }))
  })
  return undefined
}

async function bePresent(context: SupportContext, { ticket, at }: OpenTicket) {
  const { caller, database, now } = context
  const who = {
    ticketId: ticket.id,
    userId: caller.id,
    merchantId: caller.merchantId,
  }
  const others = await database.transaction(at.ownScope, async (db) => {
    await upsertPresence(db, { ...who, userName: caller.name, at: now })
    await deletePresence(db, new Date(now.getTime() - forgottenAfterMs))
    return listPresent(db, { ...who, since: new Date(now.getTime() - goneAfterMs) })
  })
  return { others }
}

type AnyPath = TicketPath & Partial<CustomerTicketPath> & Partial<TenantTicketPath>

function routesOf<Path extends AnyPath>(seat: TicketRole, calls: TicketCalls<Path>): Route[] {
  const opened = (context: SupportContext, params: AnyPath) => openTicket(context, seat, params)
  return [
    route(calls.feed, async ({ params }, context) =>
      readFeed(context, await opened(context, params)),
    ),
    route(calls.comment, async ({ params, body }, context) => {
      const open = await opened(context, params)
      return comment(context, open, body)
    }),
    route(calls.close, async ({ params }, context) =>
      setState(context, await opened(context, params), 'Closed'),
    ),
    route(calls.open, async ({ params }, context) =>
      setState(context, await opened(context, params), 'Opened'),
    ),
    route(calls.priority, async ({ params, body }, context) =>
      setPriority(context, await opened(context, params), body.priority),
    ),
    route(calls.references, async ({ params, body }, context) =>
      addReferences(context, await opened(context, params), body.references),
    ),
    route(calls.exportFeed, async ({ params }, context) => {
      const open = await opened(context, params)
      const items = await readFeed(context, open)
      const entry = auditOf(open, { exported: items.length })
      await context.transaction((db) => context.audit(db, entry))
      context.reply.header('content-disposition', 'attachment; filename="filename.csv"')
      return csvOf(feedColumns, items.map(feedRowOf)) as never
    }),
    route(calls.markRead, async ({ params }, context) =>
      markRead(context, await opened(context, params)),
    ),
    route(
      calls.presence,
      async ({ params }, context) => bePresent(context, await opened(context, params)),
      { isAudited: false },
    ),
  ]
}

export const routes: Route[] = [
  ...routesOf('requester', requesterCalls),
  ...routesOf('tenantDesk', customerTicketCalls),
  ...routesOf('platformDesk', tenantTicketCalls),
]
