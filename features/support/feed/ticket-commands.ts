import { notifyTicketJob } from '@counterfoil/features/support/notifications/recipients.rules.ts'
import { decideClock } from '@counterfoil/features/support/service-levels/clock.rules.ts'
import { readClock } from '@counterfoil/features/support/service-levels/service-levels.public.ts'
import type {
  Channel,
  Priority,
  State,
} from '@counterfoil/features/support/tickets/terms.schema.ts'
import {
  auditOn,
  isAgent,
  lockTicket,
  type OpenTicket,
  type SupportContext,
  type TicketChange,
  type TicketRecord,
  updateTicket,
} from '@counterfoil/features/support/tickets/tickets.public.ts'
import { Problem } from '@counterfoil/kit/contract/problem.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import { newId } from '@counterfoil/kit/database/ids.ts'
import { findItemByRequestKey, insertInternalItem, insertPublicItem } from './feed.queries.ts'
import { describeItem } from './feed.rules.ts'
import type { FeedItem } from './feed-items.schema.ts'
import { readFeed } from './read-feed.ts'

interface CommentInput {
  readonly content: string
  readonly isInternal: boolean
  readonly lastItemId?: string | null | undefined
}

/** Creates a comment, once for each idempotency key, and answers its feed item. */
export async function createComment(
  context: SupportContext,
  open: OpenTicket,
  input: CommentInput,
): Promise<FeedItem> {
  if (input.isInternal && open.access.side === 'customer') {
    throw new Problem('comment.internal_not_allowed', 422, 'Customers have no internal comments')
  }
  const id = input.isInternal
    ? await createInternalComment(context, open, input)
    : await createPublicComment(context, open, input)
  return readItem(context, open, id)
}

async function createPublicComment(
  context: SupportContext,
  open: OpenTicket,
  input: CommentInput,
): Promise<string> {
  const { caller, database, now, idempotencyKey, jobs } = context
  const { access } = open
  const { tenant_id: tenantId, id: ticketId, channel } = open.ticket
  const clock = await readClock(database, channel as Channel, tenantId)
  return database.transaction(access.ticketScope, async (db) => {
    const ticket = await lockTicket(db, ticketId)
    const done = await findRepeated(db, 'support_feed_item', context, ticketId)
    if (done !== undefined) {
      await auditOn(db, context, auditOf(open, { itemId: done, isInternal: false }))
      return done
    }
    requireOpenTicket(ticket)
    await requireNothingUnseen(context, { ...open, ticket }, input.lastItemId, db)
    const id = newId(now)
    await insertPublicItem(db, {
      ...itemOf(open, id, context),
      kind: 'comment',
      content: input.content,
      request_key: idempotencyKey ?? null,
    })
    const event = { kind: isAgent(access) ? 'agentReplied' : 'requesterReplied' } as const
    await updateTicket(db, ticketId, {
      ...decideClock(clock, ticket, event, now),
      ...unreadMarkOf(open, now),
      updated_at: now,
    })
    await jobs.enqueue(db, notifyTicketJob, {
      tenantId,
      ticketId,
      kind: 'comment',
      itemId: id,
      actorId: caller.id,
      actorSide: access.side,
    })
    await auditOn(db, context, auditOf(open, { itemId: id, isInternal: false }))
    return id
  })
}

async function createInternalComment(
  context: SupportContext,
  open: OpenTicket,
  input: CommentInput,
): Promise<string> {
  const { caller, database, now, idempotencyKey, jobs } = context
  const { access, ticket } = open
  return database.transaction(access.organisationScope, async (db) => {
    const done = await findRepeated(db, 'support_internal_item', context, ticket.id)
    if (done !== undefined) {
      await auditOn(db, context, auditOf(open, { itemId: done, isInternal: true }))
      return done
    }
    await requireNothingUnseen(context, open, input.lastItemId)
    const id = newId(now)
    await insertInternalItem(db, {
      id,
      ticket_tenant_id: ticket.tenant_id,
      ticket_id: ticket.id,
      kind: 'comment',
      actor_id: caller.id,
      actor_name: caller.name,
      content: input.content,
      request_key: idempotencyKey ?? null,
      created_at: now,
    })
    await jobs.enqueue(db, notifyTicketJob, {
      tenantId: ticket.tenant_id,
      ticketId: ticket.id,
      kind: 'internalComment',
      itemId: id,
      itemTenantId: caller.tenantId,
      actorId: caller.id,
      actorSide: access.side,
    })
    await auditOn(db, context, auditOf(open, { itemId: id, isInternal: true }))
    return id
  })
}

async function findRepeated(
  db: Db,
  table: 'support_feed_item' | 'support_internal_item',
  { caller, idempotencyKey }: SupportContext,
  ticketId: string,
): Promise<string | undefined> {
  if (idempotencyKey === undefined) return undefined
  const of = { ticketId, actorId: caller.id, requestKey: idempotencyKey }
  return (await findItemByRequestKey(db, table, of))?.id
}

/** Refuses a comment whose writer has not seen the newest items; the problem describes those items. */
async function requireNothingUnseen(
  context: SupportContext,
  open: OpenTicket,
  lastItemId: string | null | undefined,
  db?: Db,
): Promise<void> {
  if (lastItemId === undefined) return
  const items = await readFeed(context, open, db)
  const unseen = items.filter((item) => lastItemId === null || item.itemId > lastItemId)
  if (unseen.length === 0) return
  throw new Problem('ticket.changed', 409, 'The ticket changed meanwhile. Nothing was sent.', {
    errors: unseen.map((item) => ({ message: describeItem(item), path: item.itemId })),
  })
}

async function readItem(
  context: SupportContext,
  open: OpenTicket,
  itemId: string,
): Promise<FeedItem> {
  const found = (await readFeed(context, open)).find((item) => item.itemId === itemId)
  if (found === undefined) throw new Error(`Item ${itemId} was stored and is not in the feed`)
  return found
}

export function requireOpenTicket({ state }: TicketRecord): void {
  if (state === 'Opened') return
  throw new Problem('ticket.closed', 409, 'This ticket is closed. Open it again to go on.')
}

/** A public item by the caller. */
export function itemOf(open: OpenTicket, id: string, { caller, now }: SupportContext) {
  return {
    id,
    merchant_id: open.ticket.merchant_id,
    ticket_id: open.ticket.id,
    actor_id: caller.id,
    actor_name: caller.name,
    actor_side: open.access.side,
    created_at: now,
  }
}

/** Marks the ticket as unread for the other side. */
export function unreadMarkOf({ access }: OpenTicket, now: Date): TicketChange {
  return isAgent(access) ? { requester_news_at: now } : { desk_news_at: now }
}

/** Closes an open ticket, or opens a closed one. */
export async function changeState(
  context: SupportContext,
  open: OpenTicket,
  state: State,
): Promise<undefined> {
  const { caller, database, now, jobs } = context
  const { tenant_id: tenantId, id: ticketId, channel } = open.ticket
  const clock = await readClock(database, channel as Channel, tenantId)
  await database.transaction(open.access.ticketScope, async (db) => {
    const ticket = await lockTicket(db, ticketId)
    if (ticket.state === state) {
      const [code, word] =
        state === 'Closed' ? ['already_closed', 'closed'] : ['already_open', 'open']
      throw new Problem(`ticket.${code}`, 409, `This ticket is ${word} already`)
    }
    const itemId = newId(now)
    await insertPublicItem(db, {
      ...itemOf(open, itemId, context),
      kind: 'statusChange',
      detail: state,
    })
    const kind = state === 'Closed' ? 'closed' : 'opened'
    await updateTicket(db, ticketId, {
      ...decideClock(clock, ticket, { kind }, now),
      ...unreadMarkOf(open, now),
      state,
      closed_at: state === 'Closed' ? now : null,
      updated_at: now,
    })
    await jobs.enqueue(db, notifyTicketJob, {
      tenantId,
      ticketId,
      kind,
      itemId,
      actorId: caller.id,
      actorSide: open.access.side,
    })
    await auditOn(db, context, auditOf(open, { state }, { state: ticket.state }))
  })
  return undefined
}

export async function changePriority(
  context: SupportContext,
  open: OpenTicket,
  priority: Priority,
): Promise<undefined> {
  const { database, now } = context
  const { tenant_id: tenantId, id: ticketId, channel } = open.ticket
  const clock = await readClock(database, channel as Channel, tenantId)
  await database.transaction(open.access.ticketScope, async (db) => {
    const ticket = await lockTicket(db, ticketId)
    requireOpenTicket(ticket)
    await auditOn(db, context, auditOf(open, { priority }, { priority: ticket.priority }))
    if (ticket.priority === priority) return
    const item = { ...itemOf(open, newId(now), context), detail: priority }
    await insertPublicItem(db, { ...item, kind: 'priorityChange' })
    await updateTicket(db, ticketId, {
      ...decideClock(clock, ticket, { kind: 'priority', priority }, now),
      updated_at: now,
    })
  })
  return undefined
}

/** The audit entry of a change of a ticket. What was written is in the feed, not in the entry. */
export function auditOf(
  { ticket, access }: OpenTicket,
  after: Record<string, unknown>,
  /** The values before a change; none where something was added. */
  before?: Record<string, unknown>,
) {
  // a merchant reads its own audit entries, which must not show who works on its ticket
  const merchantId = access.side === 'customer' ? ticket.merchant_id : null
  return { type: 'support_ticket', id: ticket.id, merchantId, before, after }
}
