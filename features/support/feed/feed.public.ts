import type { ReferenceKind } from '@counterfoil/features/support/tickets/references.contract.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import { newId } from '@counterfoil/kit/database/ids.ts'
import { insertInternalItem, insertPublicItem } from './feed.queries.ts'

export {
  insertInternalItem,
  insertPublicItem,
  listPublicItems,
  type NewPublicItem,
  type PublicItem,
} from './feed.queries.ts'
export { readFeed } from './read-feed.ts'
export { auditOf, comment, itemOf, newsOf, requireOpen, setState } from './ticket-commands.ts'

interface Wish {
  readonly ticketId: string
  readonly merchantId: string | null
  readonly actor: { readonly id: string; readonly name: string; readonly side: string }
  readonly at: Date
}

/** Items of the feed for whoever has the ticket's row at hand; each answers its id. */
export const insertFeedItems = {
  async reference(db: Db, { actor, ...wish }: Wish & { kind: ReferenceKind }): Promise<string> {
    const id = newId(wish.at)
    await insertPublicItem(db, {
      id,
      merchant_id: wish.merchantId,
      ticket_id: wish.ticketId,
      kind: 'reference',
      detail: wish.kind,
      actor_id: actor.id,
      actor_name: actor.name,
      actor_side: actor.side,
      created_at: wish.at,
    })
    return id
  },
  /** In the scope of the side that assigns; `assignee` null: nobody. */
  async assignment(
    db: Db,
    { actor, ...wish }: Wish & { ticketTenantId: string; assignee: string | null },
  ): Promise<string> {
    const id = newId(wish.at)
    await insertInternalItem(db, {
      id,
      ticket_tenant_id: wish.ticketTenantId,
      ticket_id: wish.ticketId,
      kind: 'assignment',
      content: wish.assignee,
      actor_id: actor.id,
      actor_name: actor.name,
      created_at: wish.at,
    })
    return id
  },
}
