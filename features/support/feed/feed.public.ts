import type { ReferenceKind } from '@counterfoil/features/support/tickets/references.schema.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import { newId } from '@counterfoil/kit/database/ids.ts'
import { insertInternalItem, insertPublicItem } from './feed.queries.ts'

export { createComment } from './create-comment.ts'
export {
  insertPublicItem,
  listPublicItems,
} from './feed.queries.ts'
export { readFeed } from './read-feed.ts'
export {
  auditOf,
  changeState,
  itemOf,
  requireOpenTicket,
  unreadMarkOf,
} from './ticket-commands.ts'

interface NewFeedItem {
  readonly ticketId: string
  readonly merchantId: string | null
  /** Without an id: the product itself. */
  readonly actor: { readonly id: string | null; readonly name: string; readonly side: string }
  readonly at: Date
}

/** Adds items to a feed, for callers that hold the ticket's row; each function answers the item's id. */
export const insertFeedItems = {
  async reference(
    db: Db,
    { actor, ...item }: NewFeedItem & { kind: ReferenceKind },
  ): Promise<string> {
    const id = newId(item.at)
    await insertPublicItem(db, {
      id,
      merchant_id: item.merchantId,
      ticket_id: item.ticketId,
      kind: 'reference',
      detail: item.kind,
      actor_id: actor.id,
      actor_name: actor.name,
      actor_side: actor.side,
      created_at: item.at,
    })
    return id
  },
  /** `db` is in the scope of the tenant that escalates; `escalated`: its ticket to the platform. */
  async escalation(
    db: Db,
    {
      actor,
      escalated,
      ...item
    }: NewFeedItem & {
      ticketTenantId: string
      escalated: { readonly id: string; readonly code: string }
    },
  ): Promise<string> {
    const id = newId(item.at)
    await insertInternalItem(db, {
      id,
      ticket_tenant_id: item.ticketTenantId,
      ticket_id: item.ticketId,
      kind: 'escalation',
      content: escalated.code,
      record_id: escalated.id,
      actor_id: actor.id,
      actor_name: actor.name,
      created_at: item.at,
    })
    return id
  },
  /** `db` is in the scope of the organisation that assigns; `assignee` null: the assignee was removed. */
  async assignment(
    db: Db,
    { actor, ...item }: NewFeedItem & { ticketTenantId: string; assignee: string | null },
  ): Promise<string> {
    const id = newId(item.at)
    await insertInternalItem(db, {
      id,
      ticket_tenant_id: item.ticketTenantId,
      ticket_id: item.ticketId,
      kind: 'assignment',
      content: item.assignee,
      actor_id: actor.id,
      actor_name: actor.name,
      created_at: item.at,
    })
    return id
  },
}
