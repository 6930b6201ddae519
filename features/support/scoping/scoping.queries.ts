import type { Category } from '@counterfoil/features/support/tickets/terms.schema.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import { tenantOf } from '@counterfoil/kit/database/tenant-of.ts'
import { within } from '@counterfoil/kit/database/within.ts'
import { sql } from 'kysely'
import type { Scope } from './scoping.contract.ts'

/** `db` is in the platform's own scope, here and in the next two functions. */
export function findScope(db: Db, ticketId: string) {
  return db
    .selectFrom('support_scope as s')
    .selectAll()
    .where(within(db, 's', null))
    .where('s.ticket_id', '=', ticketId)
    .executeTakeFirst()
}

/** True: drafting begins now; false: it runs already. One that was begun before `abandonedBefore` is begun again. */
export async function upsertScope(
  db: Db,
  ticket: { readonly id: string; readonly tenant_id: string },
  at: Date,
  abandonedBefore: Date,
): Promise<boolean> {
  const started = await db
    .insertInto('support_scope')
    .values({
      tenant_id: tenantOf(db),
      ticket_id: ticket.id,
      ticket_tenant_id: ticket.tenant_id,
      is_running: true,
      started_at: at,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['tenant_id', 'ticket_id'])
        .doUpdateSet({ is_running: true, started_at: at, failure: null })
        .where((eb) =>
          eb.or([
            eb('support_scope.is_running', '=', false),
            eb('support_scope.started_at', '<', abandonedBefore),
          ]),
        ),
    )
    .returning('ticket_id')
    .executeTakeFirst()
  return started !== undefined
}

export async function updateScopeResult(
  db: Db,
  ticketId: string,
  outcome: { readonly draft: Scope } | { readonly failure: string },
): Promise<void> {
  const change =
    'draft' in outcome
      ? { draft: JSON.stringify(outcome.draft), failure: null }
      : { failure: outcome.failure.slice(0, 500) }
  await db
    .updateTable('support_scope')
    .set({ is_running: false, ...change })
    .where(within(db, 'support_scope', null))
    .where('ticket_id', '=', ticketId)
    .execute()
}

export function readTicketText(db: Db, tenantId: string, ticketId: string) {
  return db
    .selectFrom('support_ticket as t')
    .select(['t.id', 't.subject', 't.description', 't.category', 't.channel'])
    .where(within(db, 't'))
    .where('t.tenant_id', '=', tenantId)
    .where('t.id', '=', ticketId)
    .executeTakeFirst()
}

/** The public comments, oldest first. */
export function listComments(db: Db, tenantId: string, ticketId: string) {
  return db
    .selectFrom('support_feed_item as f')
    .select(['f.actor_side', 'f.content'])
    .where(within(db, 'f'))
    .where('f.tenant_id', '=', tenantId)
    .where('f.ticket_id', '=', ticketId)
    .where('f.kind', '=', 'comment')
    .orderBy('f.id')
    .limit(50)
    .execute()
}

/** The kinds of records to which the ticket refers. */
export async function listReferenceKinds(
  db: Db,
  tenantId: string,
  ticketId: string,
): Promise<string[]> {
  const rows = await db
    .selectFrom('support_reference as r')
    .select('r.kind')
    .distinct()
    .where(within(db, 'r'))
    .where('r.tenant_id', '=', tenantId)
    .where('r.ticket_id', '=', ticketId)
    .execute()
  return rows.map((row) => row.kind)
}

export interface SimilarTicket {
  readonly id: string
  readonly tenant_id: string
  readonly code: string
  readonly subject: string
  readonly category: Category
  readonly closed_at: Date | null
}

/** Closed tickets to the platform that share the most words, rare or frequent. `words` have letters and digits only. */
export async function listSimilar(
  db: Db,
  ticketId: string,
  words: readonly string[],
  limit: number,
): Promise<SimilarTicket[]> {
  if (words.length === 0) return []
  const query = words.map((word) => `'${word}'`).join(' | ')
  const text = sql`to_tsvector('simple', t.subject || ' ' || t.description)`
  const { rows } = await sql<SimilarTicket>`
    select t.id, t.tenant_id, t.code, t.subject, t.category, t.closed_at
    from support_ticket as t
    where ${within(db, 't')} and t.channel = 'TenantToPlatform' and t.state = 'Closed' and t.id <> ${ticketId}::uuid
      and ${text} @@ to_tsquery('simple', ${query})
    order by ts_rank(${text}, to_tsquery('simple', ${query})) desc, t.id desc limit ${limit}`.execute(
    db,
  )
  return [...rows]
}
