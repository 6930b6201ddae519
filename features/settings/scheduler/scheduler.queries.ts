import type { Db } from '@counterfoil/kit/database/database.ts'
import { sql } from 'kysely'

const likeOf = (text: string | undefined) => `%${(text ?? '').replace(/[\\%_]/g, '\\$&')}%`

export interface Page {
  readonly limit: number
  readonly offset: number
}

const schedulesOf = (db: Db, searchKey: string | undefined) =>
  db
    .selectFrom('work_state')
    .where('kind', '=', 'schedule')
    .$if(Boolean(searchKey), (query) => query.where('name', 'ilike', likeOf(searchKey)))

export function listScheduleRows(db: Db, searchKey: string | undefined, page: Page) {
  return schedulesOf(db, searchKey)
    .selectAll()
    .orderBy('name')
    .limit(page.limit)
    .offset(page.offset)
    .execute()
}
export type ScheduleRow = Awaited<ReturnType<typeof listScheduleRows>>[number]

export async function countScheduleRows(db: Db, searchKey: string | undefined): Promise<number> {
  const { count } = await schedulesOf(db, searchKey)
    .select((eb) => eb.fn.countAll<bigint>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

export interface QueueRow {
  readonly name: string
  readonly is_paused: boolean
  readonly last_finished_at: Date | null
  readonly last_outcome: string | null
  readonly last_output: string | null
  readonly succeeded: bigint
  readonly failed: bigint
  /** As the queue last counted them, a few seconds ago. */
  readonly waiting: number
  readonly running: number
}

/** By the application's role, which alone knows the queues. */
export async function listQueueRows(db: Db, name?: string): Promise<QueueRow[]> {
  const { rows } = await sql<QueueRow>`
    select w.name, w.is_paused, w.last_finished_at, w.last_outcome, w.last_output, w.succeeded, w.failed,
      coalesce(q.queued_count, 0) as waiting, coalesce(q.active_count, 0) as running
    from app.work_state as w left join pgboss.queue as q on q.name = w.name
    where w.kind = 'job' and ${name === undefined ? sql`true` : sql`w.name = ${name}`}
    order by w.name`.execute(db)
  return rows
}

/** False when there is no such queue. */
export async function pauseQueue(db: Db, name: string, isPaused: boolean): Promise<boolean> {
  const row = await db
    .updateTable('work_state')
    .set({ is_paused: isPaused })
    .where('name', '=', name)
    .where('kind', '=', 'job')
    .returning('name')
    .executeTakeFirst()
  return row !== undefined
}

/** Whether a clock starts it or a queue holds it. */
export async function isWork(db: Db, name: string): Promise<boolean> {
  const row = await db
    .selectFrom('work_state')
    .select('name')
    .where('name', '=', name)
    .executeTakeFirst()
  return row !== undefined
}

export async function updateSchedule(
  db: Db,
  name: string,
  change: { readonly is_paused?: boolean; readonly requested_at?: Date },
): Promise<ScheduleRow | undefined> {
  return db
    .updateTable('work_state')
    .set(change)
    .where('name', '=', name)
    .where('kind', '=', 'schedule')
    .returningAll()
    .executeTakeFirst()
}

export interface JobSearch {
  readonly searchKey?: string | undefined
  readonly state?: 'waiting' | 'retrying' | 'running' | 'failed' | undefined
  /** Jobs of this tenant alone; undefined: of all. */
  readonly tenantId?: string | undefined
}

export interface JobRow {
  readonly id: string
  readonly name: string
  readonly state: 'waiting' | 'retrying' | 'running' | 'failed'
  readonly tenant_name: string | null
  readonly created_on: Date
  readonly start_after: Date
  readonly attempts: number
  readonly output: string | null
}

const states = {
  waiting: 'created',
  retrying: 'retry',
  running: 'active',
  failed: 'failed',
} as const

function conditionOf({ searchKey, state, tenantId }: JobSearch) {
  // these words, too, are those of the indexes on the queue (kit/jobs/boss.ts)
  const all = [sql`j.state in ('created', 'retry', 'active', 'failed')`]
  if (state !== undefined) all.push(sql`j.state = ${states[state]}`)
  if (searchKey) all.push(sql`j.name ilike ${likeOf(searchKey)}`)
  if (tenantId !== undefined) all.push(sql`j.data->>'tenantId' = ${tenantId}`)
  return sql.join(all, sql` and `)
}

/** By the application's role, which alone knows the queues. */
export async function listJobRows(db: Db, search: JobSearch, page: Page): Promise<JobRow[]> {
  const { rows } = await sql<JobRow>`
    select j.id, j.name, t.name as tenant_name, j.created_on, j.start_after,
      case j.state when 'created' then 'waiting' when 'retry' then 'retrying'
        when 'active' then 'running' else 'failed' end as state,
      j.retry_count + (j.state in ('active', 'failed'))::int as attempts,
      j.output->>'message' as output
    from pgboss.job as j left join app.tenant as t on t.id::text = j.data->>'tenantId'
    where ${conditionOf(search)}
    order by j.created_on desc, j.id limit ${page.limit} offset ${page.offset}`.execute(db)
  return rows
}

/** How many there are, but no further than `most`: counting must not hold the page up. */
export async function countJobRows(db: Db, search: JobSearch, most: number): Promise<number> {
  const { rows } = await sql<{ count: bigint }>`
    select count(*)::bigint as count from (
      select from pgboss.job as j where ${conditionOf(search)} limit ${most}) as found`.execute(db)
  return Number(rows[0]?.count ?? 0n)
}

/** The queue that the job is tried in once more; undefined when no failed job of the tenant's has this id. */
export async function retryJob(
  db: Db,
  jobId: string,
  tenantId: string | undefined,
): Promise<string | undefined> {
  const { rows } = await sql<{ name: string }>`
    update pgboss.job set state = 'retry', retry_limit = retry_count + 1, start_after = now(),
      completed_on = null, output = null
    where id = ${jobId}::uuid and state = 'failed' and ${ofTenant(tenantId)}
    returning name`.execute(db)
  return rows[0]?.name
}

export async function cancelJob(
  db: Db,
  jobId: string,
  tenantId: string | undefined,
): Promise<string | undefined> {
  const { rows } = await sql<{ name: string }>`
    delete from pgboss.job
    where id = ${jobId}::uuid and state in ('created', 'retry', 'failed') and ${ofTenant(tenantId)}
    returning name`.execute(db)
  return rows[0]?.name
}

const ofTenant = (tenantId: string | undefined) =>
  tenantId === undefined ? sql`true` : sql`data->>'tenantId' = ${tenantId}`

export interface RunSearch {
  /** Undefined: everybody's; else of what a clock starts, and the jobs of this tenant; null: of no tenant. */
  readonly tenantId: string | null | undefined
  readonly searchKey?: string | undefined
  readonly outcome?: 'succeeded' | 'failed' | undefined
}

const runsOf = (db: Db, { searchKey, outcome, tenantId }: RunSearch) =>
  db
    .selectFrom('work_run')
    .$if(Boolean(searchKey), (query) => query.where('name', 'ilike', likeOf(searchKey)))
    .$if(outcome !== undefined, (query) => query.where('outcome', '=', outcome ?? ''))
    .$if(tenantId !== undefined, (query) =>
      query.where((or) =>
        or.or([or('tenant_id', 'is', null), ...(tenantId ? [or('tenant_id', '=', tenantId)] : [])]),
      ),
    )

export function listRunRows(db: Db, search: RunSearch, page: Page) {
  return runsOf(db, search)
    .selectAll()
    .orderBy('id', 'desc')
    .limit(page.limit)
    .offset(page.offset)
    .execute()
}

export async function countRunRows(db: Db, search: RunSearch): Promise<number> {
  const { count } = await runsOf(db, search)
    .select((eb) => eb.fn.countAll<bigint>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** How many were forgotten. */
export async function deleteRuns(db: Db, before: Date): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('work_run')
    .where('finished_at', '<', before)
    .executeTakeFirst()
  return Number(numDeletedRows)
}
