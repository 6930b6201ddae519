import type { Db } from '@counterfoil/kit/database/database.ts'
import { contains } from '@counterfoil/kit/database/folded-text.ts'
import { firstIdAt } from '@counterfoil/kit/database/ids.ts'
import { countRows, countUpTo, type Part } from '@counterfoil/kit/database/paging.ts'
import { sql } from 'kysely'

export interface NameSearch {
  /** A part of the name. */
  readonly searchKey?: string | undefined
  /** What is found by what it is called. */
  readonly alsoNamed: readonly string[]
}

const isNamed = ({ searchKey, alsoNamed }: NameSearch) =>
  sql<boolean>`(${contains(sql`name`, searchKey)} or name = any(${alsoNamed}::text[]))`

/** Those that workers run; one of an earlier version has no interval any more. */
const schedulesOf = (db: Db, search: NameSearch) =>
  db
    .selectFrom('work_state')
    .where('kind', '=', 'schedule')
    .where('every_s', 'is not', null)
    .$if(Boolean(search.searchKey), (query) => query.where(isNamed(search)))

export function listScheduleRows(db: Db, search: NameSearch, page: Part) {
  return schedulesOf(db, search)
    .selectAll()
    .orderBy('name')
    .limit(page.limit)
    .offset(page.offset)
    .execute()
}
export type ScheduleRow = Awaited<ReturnType<typeof listScheduleRows>>[number]

export function countScheduleRows(db: Db, search: NameSearch): Promise<number> {
  return countRows(schedulesOf(db, search))
}

/** The queues of all jobs, or the one of this name. */
export function listQueueRows(db: Db, name?: string) {
  return db
    .selectFrom('work_state')
    .selectAll()
    .where('kind', '=', 'job')
    .$if(name !== undefined, (query) => query.where('name', '=', name ?? ''))
    .orderBy('name')
    .execute()
}
export type QueueRow = Awaited<ReturnType<typeof listQueueRows>>[number]

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

/** Whether this is the name of a recurring job or of a queue. */
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
    .where('every_s', 'is not', null)
    .returningAll()
    .executeTakeFirst()
}

export interface RunSearch extends NameSearch {
  /** Undefined: all runs; else those of recurring jobs and of this tenant's jobs; null: only those of recurring jobs. */
  readonly tenantId: string | null | undefined
  readonly outcome?: 'succeeded' | 'failed' | undefined
}

const runsOf = (db: Db, search: RunSearch) => {
  const { searchKey, outcome, tenantId } = search
  return db
    .selectFrom('work_run')
    .$if(Boolean(searchKey), (query) => query.where(isNamed(search)))
    .$if(outcome !== undefined, (query) => query.where('outcome', '=', outcome ?? ''))
    .$if(tenantId !== undefined, (query) =>
      query.where((or) =>
        or.or([or('tenant_id', 'is', null), ...(tenantId ? [or('tenant_id', '=', tenantId)] : [])]),
      ),
    )
}

export function listRunRows(db: Db, search: RunSearch, page: Part) {
  return runsOf(db, search)
    .selectAll()
    .orderBy('id', 'desc')
    .limit(page.limit)
    .offset(page.offset)
    .execute()
}

/** Up to `limit`: a month of runs is some hundred thousand. */
export function countRunRows(db: Db, search: RunSearch, limit: number): Promise<number> {
  return countUpTo(db, runsOf(db, search), limit)
}

/** Returns the number of deleted rows. Runs have ids in the order of their beginning, so the old ones are at one end of the index. */
export async function deleteRuns(db: Db, before: Date): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('work_run')
    .where('id', '<', firstIdAt(before))
    .where('finished_at', '<', before)
    .executeTakeFirst()
  return Number(numDeletedRows)
}
