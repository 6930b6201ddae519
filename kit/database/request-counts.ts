// How often a caller has asked within the minute of the limit, over all processes (decision 41).
import { sql } from 'kysely'
import type { Db } from './database.ts'

export interface AddedRequests {
  readonly callerHash: Buffer
  readonly requests: number
  /** How long ago the first of them was made. */
  readonly ageMs: number
  readonly windowMs: number
}

/** Adds to what all processes have counted, and answers it; a minute that is over begins anew. */
export async function addRequests(db: Db, added: AddedRequests) {
  const { callerHash, requests, ageMs, windowMs } = added
  const isOver = sql`c.began_at <= now() - make_interval(secs => ${windowMs / 1000})`
  const { rows } = await sql<{ requests: number; ttl: number }>`
    insert into app.request_count as c (caller_hash, requests, began_at)
    values (${callerHash}, ${requests}, now() - make_interval(secs => ${ageMs / 1000}))
    on conflict (caller_hash) do update set
      requests = excluded.requests + case when ${isOver} then 0 else c.requests end,
      began_at = case when ${isOver} then excluded.began_at else c.began_at end
    returning c.requests,
      (${windowMs} - extract(epoch from now() - c.began_at) * 1000)::float8 as ttl`.execute(db)
  return rows[0] as { requests: number; ttl: number }
}

/** Takes minutes that are over out of the table; what another process renews or takes out is left to it. */
export async function clearRequestCounts(db: Db, windowMs: number): Promise<void> {
  await sql`delete from app.request_count where caller_hash in (
    select caller_hash from app.request_count
    where began_at <= now() - make_interval(secs => ${windowMs / 1000})
    for update skip locked)`.execute(db)
}
