import type { Db } from '@counterfoil/kit/database/database.ts'
import { newId } from '@counterfoil/kit/database/ids.ts'
import type { UserCaller } from '@counterfoil/kit/server/request/context.ts'
import { pageOf } from '@counterfoil/kit/server/request/counted-page.ts'
import type { ActivityEvent } from './activity.contract.ts'
import {
  type ActivitySubject,
  countEvents,
  insertActivityEvent,
  listEvents,
} from './activity.queries.ts'

export interface ActivityInput {
  readonly kind: ActivityEvent['kind']
  readonly text?: string
  readonly before?: readonly [string, string] | null
  readonly after?: readonly [string, string] | null
}

/** Adds an event to the activity of a lead or an item, on the transaction of the change. Answers the event's id. */
export async function createActivity(
  db: Db,
  { caller, now }: { readonly caller: UserCaller; readonly now: Date },
  of: ActivitySubject,
  input: ActivityInput,
): Promise<string> {
  const { kind, text = null, before = null, after = null } = input
  const id = newId(now)
  await insertActivityEvent(db, of, {
    ...{ id, kind, text, before, after },
    actorId: caller.id,
    actorName: caller.name,
    at: now,
  })
  return id
}

/** One page of the activity, newest first. */
export async function readActivity(
  db: Db,
  of: ActivitySubject,
  page: { readonly pageIndex: number; readonly pageSize: number },
): Promise<{ data: ActivityEvent[]; count: number }> {
  const [rows, count] = await Promise.all([listEvents(db, of, pageOf(page)), countEvents(db, of)])
  const data = rows.map((row) => ({
    id: row.id,
    of: row.lead_id === null ? ('item' as const) : ('lead' as const),
    // the table has no other kinds
    kind: row.kind as ActivityEvent['kind'],
    text: row.text,
    before: toBilingual(row.before_name),
    after: toBilingual(row.after_name),
    actorName: row.actor_name,
    createdAt: row.created_at.toISOString(),
  }))
  return { data, count }
}

function toBilingual(names: readonly string[] | null): [string, string] | null {
  const [english, turkish] = names ?? []
  return english === undefined ? null : [english, turkish ?? english]
}
