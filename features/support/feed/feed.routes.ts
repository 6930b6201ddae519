import {
  createReferences,
  findReferences,
} from '@counterfoil/features/support/tickets/references.public.ts'
import type { ReferenceInput } from '@counterfoil/features/support/tickets/references.schema.ts'
import type { TicketRole } from '@counterfoil/features/support/tickets/terms.schema.ts'
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
  presencePingMs,
  requesterCalls,
  type TicketCalls,
  tenantTicketCalls,
} from './feed.contract.ts'
import {
  deletePresence,
  insertPublicItem,
  listColleaguesPresent,
  upsertPresence,
  upsertReadMark,
} from './feed.queries.ts'
import { feedCsv } from './feed.rules.ts'
import type { FeedItem } from './feed-items.schema.ts'
import { readFeed } from './read-feed.ts'
import {
  auditOf,
  changePriority,
  changeState,
  createComment,
  itemOf,
  requireOpenTicket,
  unreadMarkOf,
} from './ticket-commands.ts'

/** A user who has not reported for this long no longer has the ticket open. */
const absentAfterMs = 3 * presencePingMs
const deletedAfterMs = 3_600_000

async function addReferences(
  context: SupportContext,
  open: OpenTicket,
  inputs: readonly ReferenceInput[],
): Promise<FeedItem[]> {
  const { caller, database, now } = context
  const { ticket, access } = open
  const found = await findReferences(context.db, caller, ticket.tenant_id, inputs)
  const added: string[] = []
  await database.transaction(access.ticketScope, async (db) => {
    requireOpenTicket(await lockTicket(db, ticket.id))
    const key = {
      tenantId: ticket.tenant_id,
      ticketId: ticket.id,
      merchantId: ticket.merchant_id,
    }
    await createReferences(db, caller, key, found, now, async (kind) => {
      const id = newId(now)
      await insertPublicItem(db, { ...itemOf(open, id, context), kind: 'reference', detail: kind })
      added.push(id)
      return id
    })
    await updateTicket(db, ticket.id, { ...unreadMarkOf(open, now), updated_at: now })
    await auditOn(db, context, auditOf(open, { references: inputs }))
  })
  return (await readFeed(context, open)).filter((item) => added.includes(item.itemId))
}

async function markRead(context: SupportContext, open: OpenTicket) {
  const { caller, database, now } = context
  const { ticket, access } = open
  await database.transaction(access.organisationScope, async (db) => {
    await upsertReadMark(db, { userId: caller.id, ticketId: ticket.id, at: now })
    await auditOn(db, context, auditOf(open, { read: true }))
  })
  return undefined
}

async function recordPresence(context: SupportContext, { ticket, access }: OpenTicket) {
  const { caller, database, now } = context
  const presence = {
    ticketId: ticket.id,
    userId: caller.id,
    merchantId: caller.merchantId,
  }
  const others = await database.transaction(access.organisationScope, async (db) => {
    await upsertPresence(db, { ...presence, userName: caller.name, at: now })
    await deletePresence(db, new Date(now.getTime() - deletedAfterMs))
    return listColleaguesPresent(db, {
      ...presence,
      since: new Date(now.getTime() - absentAfterMs),
    })
  })
  return { others }
}

type AnyPath = TicketPath & Partial<CustomerTicketPath> & Partial<TenantTicketPath>

function routesFor<Path extends AnyPath>(role: TicketRole, calls: TicketCalls<Path>): Route[] {
  const open = (context: SupportContext, params: AnyPath) => openTicket(context, role, params)
  return [
    route(calls.feed, async ({ params }, context) =>
      readFeed(context, await open(context, params)),
    ),
    route(calls.comment, async ({ params, body }, context) =>
      createComment(context, await open(context, params), body),
    ),
    route(calls.close, async ({ params }, context) =>
      changeState(context, await open(context, params), 'Closed'),
    ),
    route(calls.open, async ({ params }, context) =>
      changeState(context, await open(context, params), 'Opened'),
    ),
    route(calls.priority, async ({ params, body }, context) =>
      changePriority(context, await open(context, params), body.priority),
    ),
    route(calls.references, async ({ params, body }, context) =>
      addReferences(context, await open(context, params), body.references),
    ),
    route(calls.exportFeed, async ({ params }, context) => {
      const ticket = await open(context, params)
      const items = await readFeed(context, ticket)
      const entry = auditOf(ticket, { exported: items.length })
      await context.transaction((db) => context.audit(db, entry))
      context.reply.header('content-disposition', 'attachment; filename="filename.csv"')
      return csvOf(feedColumns, items.map(feedRowOf)) as never
    }),
    route(calls.markRead, async ({ params }, context) =>
      markRead(context, await open(context, params)),
    ),
    route(
      calls.presence,
      async ({ params }, context) => recordPresence(context, await open(context, params)),
      { isAudited: false },
    ),
  ]
}

export const routes: Route[] = [
  ...routesFor('requester', requesterCalls),
  ...routesFor('tenantAgent', customerTicketCalls),
  ...routesFor('platformAgent', tenantTicketCalls),
]
