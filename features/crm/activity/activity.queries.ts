import type { Db } from '@counterfoil/kit/database/database.ts'
import { countRows } from '@counterfoil/kit/database/paging.ts'
import { tenantOf } from '@counterfoil/kit/database/tenant-of.ts'
import { within } from '@counterfoil/kit/database/within.ts'

/** The record of the activity. The activity of an item that came from a lead begins with the lead's. */
export interface ActivitySubject {
  readonly leadId?: string | undefined
  readonly itemId?: string | undefined
}

export interface NewEvent {
  readonly id: string
  readonly kind: string
  readonly text: string | null
  readonly before: readonly string[] | null
  readonly after: readonly string[] | null
  readonly actorId: string | null
  readonly actorName: string
  readonly at: Date
}

function selectEvents(db: Db, { leadId, itemId }: ActivitySubject) {
  return db
    .selectFrom('sales_event')
    .where(within(db, 'sales_event', null))
    .where((either) =>
      either.or([
        ...(leadId === undefined ? [] : [either('lead_id', '=', leadId)]),
        ...(itemId === undefined ? [] : [either('item_id', '=', itemId)]),
      ]),
    )
}

export function listEvents(db: Db, of: ActivitySubject, page: { limit: number; offset: number }) {
  return selectEvents(db, of)
    .selectAll()
    .orderBy('id', 'desc')
    .limit(page.limit)
    .offset(page.offset)
    .execute()
}

export function countEvents(db: Db, of: ActivitySubject): Promise<number> {
  return countRows(selectEvents(db, of))
}

export async function insertActivityEvent(
  db: Db,
  of: ActivitySubject,
  event: NewEvent,
): Promise<void> {
  await db
    .insertInto('sales_event')
    .values({
      tenant_id: tenantOf(db),
      id: event.id,
      lead_id: of.leadId ?? null,
      item_id: of.itemId ?? null,
      kind: event.kind,
      text: event.text,
      before_name: event.before === null ? null : [...event.before],
      after_name: event.after === null ? null : [...event.after],
      actor_id: event.actorId,
      actor_name: event.actorName,
      created_at: event.at,
    })
    .execute()
}
