import { guardFilesOf } from '@counterfoil/features/messaging/files/files.public.ts'
import {
  createReferences,
  findReferences,
} from '@counterfoil/features/support/tickets/references.public.ts'
import type { ReferenceInput } from '@counterfoil/features/support/tickets/references.schema.ts'
import {
  supportPermissions,
  type TicketRole,
} from '@counterfoil/features/support/tickets/terms.schema.ts'
import type {
  CustomerTicketPath,
  TenantTicketPath,
  TicketPath,
} from '@counterfoil/features/support/tickets/tickets.contract.ts'
import {
  auditOn,
  insertSearchTokens,
  lockTicket,
  maySeeTicket,
  type OpenTicket,
  openTicket,
  organisationScope,
  type SupportContext,
  updateTicket,
} from '@counterfoil/features/support/tickets/tickets.public.ts'
import { hourMs } from '@counterfoil/kit/contract/durations.ts'
import { textLanguage } from '@counterfoil/kit/contract/languages.ts'
import { notFound } from '@counterfoil/kit/contract/problem.ts'
import { newId } from '@counterfoil/kit/database/ids.ts'
import { csvOf } from '@counterfoil/kit/server/codecs/csv.ts'
import { type Route, route } from '@counterfoil/kit/server/request/route.ts'
import { createComment } from './create-comment.ts'
import {
  customerTicketCalls,
  presencePingMs,
  requesterCalls,
  type TicketCalls,
  tenantTicketCalls,
} from './feed.contract.ts'
import {
  deletePresence,
  findInternalItem,
  insertPublicItem,
  listColleaguesPresent,
  upsertPresence,
  upsertReadMark,
} from './feed.queries.ts'
import { feedColumns, feedRow } from './feed.rules.ts'
import { internalItemRecord } from './feed.schema.ts'
import type { FeedItem } from './feed-items.schema.ts'
import { readFeed } from './read-feed.ts'
import {
  auditOf,
  changePriority,
  changeState,
  itemOf,
  requireOpenTicket,
  unreadMarkOf,
} from './ticket-commands.ts'

/** A user who has not reported for this long no longer has the ticket open. */
const absentAfterMs = 3 * presencePingMs
const deletedAfterMs = hourMs

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
    // another merchant's record is hidden from this one, so the ticket is not found by its name
    const shared = found.filter(
      ({ merchantId }) => key.merchantId === null || [null, key.merchantId].includes(merchantId),
    )
    const { merchantId } = key
    await insertSearchTokens(db, { id: ticket.id, merchantId }, ...shared.map(({ name }) => name))
    await updateTicket(db, ticket.id, { ...unreadMarkOf(open, now), updated_at: now })
    await auditOn(db, context, auditOf(open, { references: inputs }))
  })
  return readFeed(context, open, { itemIds: added })
}

/** What was added behind the last item that was seen stays unread. */
async function markRead(
  context: SupportContext,
  open: OpenTicket,
  lastItemId: string | null | undefined,
) {
  const { caller, database } = context
  const { ticket, access } = open
  const at = await timeOfSeen(context, open, lastItemId)
  await database.transaction(access.organisationScope, async (db) => {
    await upsertReadMark(db, { userId: caller.id, ticketId: ticket.id, at })
    await auditOn(db, context, auditOf(open, { read: true }))
  })
  return undefined
}

async function timeOfSeen(
  context: SupportContext,
  open: OpenTicket,
  lastItemId: string | null | undefined,
): Promise<Date> {
  if (lastItemId === undefined) return context.now
  if (lastItemId === null) return open.ticket.created_at
  const [seen] = await readFeed(context, open, { itemIds: [lastItemId] })
  if (seen === undefined) throw notFound('The item')
  return new Date(seen.timestamp)
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

/** The files of an internal comment may be read by the writer's organisation, by those of it who may see the ticket. */
guardFilesOf(
  internalItemRecord,
  async ({ tenantId, recordId, ...reader }) => {
    const { caller, database } = reader
    if (caller.userType === 'merchant' || tenantId !== caller.tenantId) return false
    const item = await findInternalItem(database.reader(organisationScope(caller)), recordId)
    return item !== undefined && maySeeTicket(reader, item.ticket_tenant_id, item.ticket_id)
  },
  [supportPermissions.tenant, supportPermissions.platform],
)

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
    route(calls.close, async ({ params, query }, context) =>
      changeState(context, await open(context, params), 'Closed', query.seen),
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
      const items = await readFeed(context, ticket, { isWhole: true })
      const entry = auditOf(ticket, { exported: items.length })
      await context.transaction((db) => context.audit(db, entry))
      context.reply.header('content-disposition', 'attachment; filename="filename.csv"')
      const columns = feedColumns(textLanguage(context.caller.locale))
      return csvOf(columns, items.map(feedRow)) as never
    }),
    route(calls.markRead, async ({ params, body }, context) =>
      markRead(context, await open(context, params), body.lastItemId),
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
