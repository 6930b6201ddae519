// The state of queues and schedules that operators see and change, in the database for every process.
import type { Database } from '@counterfoil/kit/database/database.ts'
import { newId } from '@counterfoil/kit/database/ids.ts'
import type { Schedule } from './job.ts'

/** Schedules that run more often are logged only when they fail or were requested. */
const loggedFromS = 60
const maxOutputLength = 2000

export interface Run {
  readonly name: string
  readonly everyS: number
  readonly startedAt: Date
  readonly finishedAt: Date
  readonly isRequested: boolean
  /** Undefined: it went well. */
  readonly failure: string | undefined
  readonly output: string | undefined
}

/**
 * Inserts schedules and queues; a pause that operators set stays. A schedule that this version does not have keeps its row
 * without an interval, by which it counts no longer: nothing will run it again.
 */
export async function declareWork(
  { shared }: Database,
  schedules: readonly Pick<Schedule, 'name' | 'everyS'>[],
  jobNames: readonly string[],
): Promise<void> {
  const rows = [
    ...schedules.map(({ name, everyS }) => ({ name, kind: 'schedule', every_s: everyS })),
    ...jobNames.map((name) => ({ name, kind: 'job', every_s: null })),
  ]
  if (rows.length === 0) return
  await shared
    .insertInto('work_state')
    .values(rows)
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet((row) => ({
        kind: row.ref('excluded.kind'),
        every_s: row.ref('excluded.every_s'),
      })),
    )
    .execute()
  const names = schedules.map(({ name }) => name)
  await shared
    .updateTable('work_state')
    .set({ every_s: null })
    .where('kind', '=', 'schedule')
    .$if(names.length > 0, (query) => query.where('name', 'not in', names))
    .execute()
}

/** Whether the schedule is to run now: not while it is paused, unless a run was requested. */
export async function readTurn(
  { shared }: Database,
  name: string,
): Promise<{ readonly isDue: boolean; readonly isRequested: boolean }> {
  const state = await shared
    .selectFrom('work_state')
    .select(['is_paused', 'requested_at'])
    .where('name', '=', name)
    .executeTakeFirst()
  const isRequested = state?.requested_at !== null && state?.requested_at !== undefined
  return { isDue: isRequested || state?.is_paused !== true, isRequested }
}

export async function recordStart({ shared }: Database, name: string, at: Date): Promise<void> {
  await shared
    .updateTable('work_state')
    .set({ last_started_at: at, requested_at: null })
    .where('name', '=', name)
    .execute()
}

export async function recordRun({ shared }: Database, run: Run): Promise<void> {
  const outcome = run.failure === undefined ? 'succeeded' : 'failed'
  const output = (run.failure ?? run.output ?? null)?.slice(0, maxOutputLength) ?? null
  await shared
    .updateTable('work_state')
    .set((row) => ({
      last_finished_at: run.finishedAt,
      last_outcome: outcome,
      last_output: output,
      [outcome]: row(outcome, '+', 1n),
    }))
    .where('name', '=', run.name)
    .execute()
  if (outcome === 'succeeded' && run.everyS < loggedFromS && !run.isRequested) return
  await shared
    .insertInto('work_run')
    .values({
      id: newId(run.startedAt),
      name: run.name,
      started_at: run.startedAt,
      finished_at: run.finishedAt,
      outcome,
      is_requested: run.isRequested,
      output,
    })
    .execute()
}

/** One job that ended for good. */
export interface JobRun {
  readonly startedAt: Date
  readonly finishedAt: Date
  readonly tenantId: string | undefined
  /** Undefined: it went well. */
  readonly failure: string | undefined
  readonly output: string | undefined
}

export interface EndedJobs {
  readonly succeeded: number
  readonly failed: number
  /** How the last of them ended, and its output. */
  readonly last: { readonly outcome: 'succeeded' | 'failed'; readonly said: string | undefined }
  /** Those that the log keeps. */
  readonly runs: readonly JobRun[]
}

/** The jobs of a queue that ended since the last call. */
export async function recordJobs(
  { shared }: Database,
  name: string,
  ended: EndedJobs,
  at: Date,
): Promise<void> {
  await shared
    .updateTable('work_state')
    .set((row) => ({
      succeeded: row('succeeded', '+', BigInt(ended.succeeded)),
      failed: row('failed', '+', BigInt(ended.failed)),
      last_finished_at: at,
      last_outcome: ended.last.outcome,
      last_output: ended.last.said?.slice(0, maxOutputLength) ?? null,
    }))
    .where('name', '=', name)
    .execute()
  if (ended.runs.length === 0) return
  await shared
    .insertInto('work_run')
    .values(
      ended.runs.map((run) => ({
        id: newId(run.startedAt),
        name,
        tenant_id: run.tenantId ?? null,
        started_at: run.startedAt,
        finished_at: run.finishedAt,
        outcome: run.failure === undefined ? 'succeeded' : 'failed',
        is_requested: true,
        output: (run.failure ?? run.output)?.slice(0, maxOutputLength) ?? null,
      })),
    )
    .execute()
}

/** The queues that operators paused. */
export async function listPausedQueues({ shared }: Database): Promise<ReadonlySet<string>> {
  const rows = await shared
    .selectFrom('work_state')
    .select('name')
    .where('kind', '=', 'job')
    .where('is_paused', '=', true)
    .execute()
  return new Set(rows.map(({ name }) => name))
}
