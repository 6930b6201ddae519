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

interface Input {
  readonly ticketId: string
  readonly merchantId: string | null
  readonly actor: { readonly id: string; readonly name: string; readonly side: string }
  readonly at: Date
}

/** Items of the feed for whoever has the ticket's row at hand; each answers its id. */
export const insertFeedItems = {
  async reference(db: Db, { actor, ...input }: Input & { kind: ReferenceKind }): Promise<string> {
    const id = newId(input.at)
    await insertPublicItem(db, {
      id,
      merchant_id: input.merchantId,
      ticket_id: input.ticketId,
      kind: 'reference',
      detail: input.kind,
      actor_id: actor.id,
      actor_name: actor.name,
      actor_side: actor.side,
      created_at: input.at,
    })
    return id
  },
  /** In the scope of the side that assigns; `assignee` null: nobody. */
  async assignment(
    db: Db,
    { actor, ...input }: Input & { ticketTenantId: string; assignee: string | null },
  ): Promise<string> {
    const id = newId(input.at)
    await insertInternalItem(db, {
      id,
      ticket_tenant_id: input.ticketTenantId,
      ticket_id: input.ticketId,
      kind: 'assignment',
      content: input.assignee,
      actor_id: actor.id,
      actor_name: actor.name,
      created_at: input.at,
    })
    return id
  },
}
