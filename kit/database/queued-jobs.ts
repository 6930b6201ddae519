// The only file that reads pg-boss's tables. Its own findJobs answers all jobs of one queue at once, in no order.

import { sql } from 'kysely'
import type { Db } from './database.ts'
import { contains } from './folded-text.ts'
import type { Part } from './paging.ts'

const states = {
  waiting: 'created',
  retrying: 'retry',
  running: 'active',
  failed: 'failed',
} as const
export type JobState = keyof typeof states

export interface JobSearch {
  /** A part of the queue's name. */
  readonly searchKey?: string | undefined
  /** Queues that are found by what they are called, besides those whose name contains the key. */
  readonly alsoNamed?: readonly string[]
  readonly state?: JobState | undefined
  /** Jobs whose payload names this tenant; undefined: all. */
  readonly tenantId?: string | undefined
}

export interface JobRow {
  readonly id: string
  readonly name: string
  readonly state: JobState
  readonly tenant_name: string | null
  readonly created_on: Date
  readonly start_after: Date
  readonly attempts: number
  readonly output: string | null
}

function conditionOf({ searchKey, alsoNamed = [], state, tenantId }: JobSearch) {
  // in the words of the indexes that boss.ts makes for it
  const all = [sql`j.state in ('created', 'retry', 'active', 'failed')`, ofTenant(tenantId)]
  if (state !== undefined) all.push(sql`j.state = ${states[state]}`)
  if (searchKey) {
    all.push(sql`(${contains(sql`j.name`, searchKey)} or j.name = any(${alsoNamed}::text[]))`)
  }
  return sql.join(all, sql` and `)
}

const ofTenant = (tenantId: string | undefined) =>
  tenantId === undefined ? sql`true` : sql`j.data->>'tenantId' = ${tenantId}`

/** Those of these queues that have a job whose time has come. In the words of the index that pg-boss fetches by. */
export async function listDueQueues(db: Db, queues: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ queue: string }>`
    select queue from unnest(${queues}::text[]) as wanted (queue)
    where exists (select 1 from pgboss.job j
      where j.name = queue and j.state < 'active' and j.start_after < now())`.execute(db)
  return rows.map(({ queue }) => queue)
}

/** The latest first. By the application's role, which alone knows the queues. */
export async function listQueuedJobs(db: Db, search: JobSearch, page: Part): Promise<JobRow[]> {
  const { rows } = await sql<JobRow>`
    with page as materialized (
      select j.id, j.name, j.state, j.data->>'tenantId' as tenant_id, j.created_on, j.start_after, j.retry_count, j.output
      from pgboss.job as j where ${conditionOf(search)}
      order by j.created_on desc, j.id limit ${page.limit} offset ${page.offset})
    select p.id, p.name, t.name as tenant_name, p.created_on, p.start_after,
      case p.state when 'created' then 'waiting' when 'retry' then 'retrying'
        when 'active' then 'running' else 'failed' end as state,
      p.retry_count + (p.state in ('active', 'failed'))::int as attempts,
      p.output->>'message' as output
    from page as p left join app.tenant as t on t.id::text = p.tenant_id
    order by p.created_on desc, p.id`.execute(db)
  return rows
}

/** How many there are, but no further than `most`: counting must not hold the page up. */
export async function countQueuedJobs(db: Db, search: JobSearch, most: number): Promise<number> {
  const { rows } = await sql<{ count: bigint }>`
    select count(*)::bigint as count from (
      select 1 from pgboss.job as j where ${conditionOf(search)} limit ${most}) as found`.execute(
    db,
  )
  return Number(rows[0]?.count ?? 0n)
}

/** Locked, so that no worker takes it before the transaction ends; undefined where it runs, or there is none. */
export async function findIdleJob(
  db: Db,
  jobId: string,
  tenantId: string | undefined,
): Promise<{ readonly name: string; readonly isFailed: boolean } | undefined> {
  const { rows } = await sql<{ name: string; isFailed: boolean }>`
    select j.name, j.state = 'failed' as "isFailed" from pgboss.job as j
    where j.id = ${jobId}::uuid and j.state in ('created', 'retry', 'failed') and ${ofTenant(tenantId)}
    for update`.execute(db)
  return rows[0]
}

/** Of the jobs of a queue that wait or run. */
export async function listOpenPayloads<Payload>(db: Db, queue: string): Promise<Payload[]> {
  const { rows } = await sql<{ data: Payload }>`
    select j.data from pgboss.job as j
    where j.name = ${queue} and j.state in ('created', 'retry', 'active')`.execute(db)
  return rows.map(({ data }) => data)
}

export interface JobFigures {
  readonly due: number
  readonly oldestDueAt: Date | null
  readonly failed: number
  readonly lastFailedAt: Date | null
}

/** What waits for a worker though it is due, since when, and what has failed for good: in the last week, and the newest. */
export async function readJobFigures(db: Db, now: Date): Promise<JobFigures> {
  const { rows } = await sql<JobFigures>`
    select count(*) filter (where j.state <> 'failed')::int as due,
      min(j.start_after) filter (where j.state <> 'failed') as "oldestDueAt",
      count(*) filter (where j.state = 'failed')::int as failed,
      max(j.completed_on) filter (where j.state = 'failed') as "lastFailedAt"
    from pgboss.job as j
    where (j.state in ('created', 'retry') and j.start_after <= ${now}) or j.state = 'failed'`.execute(
    db,
  )
  return rows[0] ?? { due: 0, oldestDueAt: null, failed: 0, lastFailedAt: null }
}
