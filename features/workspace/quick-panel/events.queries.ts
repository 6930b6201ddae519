import type { Db } from '@counterfoil/kit/database/database.ts'
import { within } from '@counterfoil/kit/database/within.ts'
import { type SqlBool, sql } from 'kysely'

export interface EventSearch {
  readonly actorId: string
  /** Record types for which the caller sees others' actions. */
  readonly types: readonly string[]
  readonly exceptTypes: readonly string[]
  readonly limit: number
}

/** Newest first; ids sort by time. */
export function listEventRows(db: Db, search: EventSearch) {
  return (
    db
      .selectFrom('audit_entry')
      .select(['id', 'created_at', 'actor_id', 'actor_name', 'action', 'record_type', 'record_id'])
      .where(within(db, 'audit_entry'))
      .where((eb) =>
        eb.or([
          eb('actor_id', '=', search.actorId),
          ...(search.types.length > 0 ? [eb('record_type', 'in', search.types)] : []),
        ]),
      )
      .where('record_type', 'not in', search.exceptTypes)
      // what merchants' servers do is no news of colleagues; an index leaves it out by the same words
      .where(sql<SqlBool>`action not like 'merchantApi.%'`)
      // nor that somebody signed in, or changed their own password
      .where('action', 'not like', 'account.%')
      .orderBy('id', 'desc')
      .limit(search.limit)
      .execute()
  )
}
