import { claimFiles } from '@counterfoil/features/messaging/files/files.public.ts'
import { notifyTicketJob } from '@counterfoil/features/support/notifications/recipients.rules.ts'
import { decideClock } from '@counterfoil/features/support/service-levels/clock.rules.ts'
import { readClock } from '@counterfoil/features/support/service-levels/service-levels.public.ts'
import {
  attachmentReferences,
  createReferences,
  refuseUnknownFiles,
} from '@counterfoil/features/support/tickets/references.public.ts'
import type { Channel } from '@counterfoil/features/support/tickets/terms.schema.ts'
import {
  auditOn,
  insertSearchTokens,
  isAgent,
  lockTicket,
  type OpenTicket,
  type SupportContext,
  updateTicket,
} from '@counterfoil/features/support/tickets/tickets.public.ts'
import { Problem } from '@counterfoil/kit/contract/problem.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import { newId } from '@counterfoil/kit/database/ids.ts'
import { findItemByRequestKey, insertInternalItem, insertPublicItem } from './feed.queries.ts'
import { describeItem } from './feed.rules.ts'
import { internalItemRecord } from './feed.schema.ts'
import type { FeedItem } from './feed-items.schema.ts'
import { readFeed } from './read-feed.ts'
import { auditOf, itemOf, requireOpenTicket, unreadMarkOf } from './ticket-commands.ts'

interface CommentInput {
  readonly content: string
  readonly isInternal: boolean
  /** Ids of files that the caller has uploaded. */
  readonly attachments?: readonly string[]
  readonly lastItemId?: string | null | undefined
}

/** Creates a comment with its attachments, once for each idempotency key, and answers its feed item. */
export async function createComment(
  context: SupportContext,
  open: OpenTicket,
  input: CommentInput,
): Promise<FeedItem> {
  if (input.isInternal && open.access.side === 'customer') {
    throw new Problem('comment.internal_not_allowed', 422, 'Customers have no internal comments')
  }
  const itemId = input.isInternal
    ? await createInternalComment(context, open, input)
    : await createPublicComment(context, open, input)
  const [item] = await readFeed(context, open, { itemIds: [itemId] })
  if (item === undefined) throw new Error(`Comment ${itemId} was stored and is not in the feed`)
  return item
}

async function createPublicComment(
  context: SupportContext,
  open: OpenTicket,
  input: CommentInput,
): Promise<string> {
  const { caller, database, now, idempotencyKey, jobs } = context
  const { access } = open
  const { tenant_id: tenantId, id: ticketId, channel, merchant_id: merchantId } = open.ticket
  const clock = await readClock(database, channel as Channel, tenantId)
  return database.transaction(access.ticketScope, async (db) => {
    const ticket = await lockTicket(db, ticketId)
    const repeated = await findRepeated(db, 'support_feed_item', context, ticketId)
    if (repeated !== undefined) return repeated
    requireOpenTicket(ticket)
    await requireNothingUnseen(context, { ...open, ticket }, input.lastItemId, db)
    const id = newId(now)
    await insertPublicItem(db, {
      ...itemOf(open, id, context),
      kind: 'comment',
      content: input.content,
      request_key: idempotencyKey ?? null,
    })
    const attachments = attachmentReferences(input.attachments ?? [])
    await insertSearchTokens(db, { id: ticketId, merchantId }, input.content)
    const ticketKey = { tenantId, ticketId, merchantId }
    await createReferences(db, caller, ticketKey, attachments, now, async () => id)
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
    await auditOn(db, context, auditOf(open, commentAudit(id, input)))
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
    const repeated = await findRepeated(db, 'support_internal_item', context, ticket.id)
    if (repeated !== undefined) return repeated
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
    // the files belong to the comment and not to the ticket, whose files both sides may read
    const fileIds = [...new Set(input.attachments)]
    const claim = { fileIds, recordType: internalItemRecord, recordId: id, merchantId: null }
    await refuseUnknownFiles(() => claimFiles(db, caller, claim))
    await jobs.enqueue(db, notifyTicketJob, {
      tenantId: ticket.tenant_id,
      ticketId: ticket.id,
      kind: 'internalComment',
      itemId: id,
      itemTenantId: caller.tenantId,
      actorId: caller.id,
      actorSide: access.side,
    })
    await auditOn(db, context, auditOf(open, commentAudit(id, input)))
    return id
  })
}

const commentAudit = (itemId: string, { isInternal, attachments = [] }: CommentInput) => ({
  itemId,
  isInternal,
  ...(attachments.length === 0 ? {} : { attachments }),
})

async function findRepeated(
  db: Db,
  table: 'support_feed_item' | 'support_internal_item',
  { caller, idempotencyKey, markRepeated }: SupportContext,
  ticketId: string,
): Promise<string | undefined> {
  if (idempotencyKey === undefined) return undefined
  const request = { ticketId, actorId: caller.id, requestKey: idempotencyKey }
  const found = await findItemByRequestKey(db, table, request)
  if (found !== undefined) markRepeated()
  return found?.id
}

/** Refuses a comment whose writer has not seen the newest items; the problem describes those items. */
async function requireNothingUnseen(
  context: SupportContext,
  open: OpenTicket,
  lastItemId: string | null | undefined,
  db?: Db,
): Promise<void> {
  if (lastItemId === undefined) return
  const unseen = await readFeed(context, open, { after: lastItemId ?? undefined, db })
  if (unseen.length === 0) return
  throw new Problem('ticket.changed', 409, 'The ticket changed meanwhile. Nothing was sent.', {
    errors: unseen.map((item) => ({ message: describeItem(item), path: item.itemId })),
  })
}
