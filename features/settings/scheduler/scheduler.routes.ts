import { registerAuditGuard } from '@counterfoil/features/access/audit/audit.public.ts'
import { forbidden, notFound } from '@counterfoil/kit/contract/problem.ts'
import {
  countQueuedJobs,
  findIdleJob,
  listQueuedJobs,
} from '@counterfoil/kit/database/queued-jobs.ts'
import type { QueueCount } from '@counterfoil/kit/jobs/job.ts'
import type { Context, UserCaller } from '@counterfoil/kit/server/request/context.ts'
import { type Route, route } from '@counterfoil/kit/server/request/route.ts'
import {
  cancelCustomJob,
  listCustomJobs,
  listProcessLogs,
  listQueues,
  listRecurringJobs,
  pauseRecurringJob,
  type Queue,
  type RecurringJob,
  retryCustomJob,
  runRecurringJob,
  setQueuePaused,
} from './scheduler.contract.ts'
import {
  countRunRows,
  countScheduleRows,
  isWork,
  listQueueRows,
  listRunRows,
  listScheduleRows,
  pauseQueue,
  type QueueRow,
  type ScheduleRow,
  updateSchedule,
} from './scheduler.queries.ts'

type Called = Context<UserCaller>

const pageOf = (query: { pageIndex: number; pageSize: number }) => ({
  limit: query.pageSize,
  offset: query.pageIndex * query.pageSize,
})

/** Counted so far beyond the page that is shown. */
const countedAhead = 1_000

const recordType = 'scheduler'

registerAuditGuard(
  recordType,
  async (db, name, { userType }) => userType === 'platform' && (await isWork(db, name)),
  ['Settings.Scheduler.RecurringJob.View', 'Settings.Scheduler.CustomJob.View'],
)

export const routes: Route[] = [
  route(listRecurringJobs, async ({ query }, { database: { shared }, caller }) => {
    const [rows, count] = await Promise.all([
      listScheduleRows(shared, query.searchKey, pageOf(query)),
      countScheduleRows(shared, query.searchKey),
    ])
    return { data: rows.map((row) => recurringJobOf(row, seesOutput(caller))), count }
  }),
  route(runRecurringJob, ({ params }, context) =>
    changeRecurring(context, params.name, { requested_at: context.now }),
  ),
  route(pauseRecurringJob, ({ params, body }, context) =>
    changeRecurring(context, params.name, { is_paused: body.isPaused }),
  ),
  route(listCustomJobs, async ({ query }, { database: { shared }, caller }) => {
    const search = { ...query, tenantId: whose(caller) }
    const page = pageOf(query)
    const most = page.offset + page.limit + countedAhead
    const [rows, found] = await Promise.all([
      listQueuedJobs(shared, search, page),
      countQueuedJobs(shared, search, most),
    ])
    const data = rows.map((row) => ({
      id: row.id,
      name: row.name,
      state: row.state,
      tenantName: row.tenant_name,
      createdAt: row.created_on.toISOString(),
      dueAt: row.start_after.toISOString(),
      attempts: row.attempts,
      output: row.output,
    }))
    return found < most ? { data, count: found } : { data, count: null, countAtLeast: found }
  }),
  route(retryCustomJob, ({ params: { id } }, { caller, jobs, queues, audit, transaction }) =>
    transaction(async (db) => {
      const found = await findIdleJob(db, id, whose(caller))
      if (!found?.isFailed || !(await queues.retry(db, found.name, id))) throw notFound('The job')
      db.onCommit(() => jobs.wake(found.name))
      await audit(db, { type: recordType, id, after: { name: found.name, what: 'retried' } })
      return { id }
    }),
  ),
  route(cancelCustomJob, ({ params: { id } }, { caller, queues, audit, transaction }) =>
    transaction(async (db) => {
      const found = await findIdleJob(db, id, whose(caller))
      if (found === undefined) throw notFound('The job')
      await queues.remove(db, found.name, id)
      await audit(db, { type: recordType, id, after: { name: found.name, what: 'cancelled' } })
      return { id }
    }),
  ),
  route(listQueues, async (_input, { database: { shared }, caller, queues }) => {
    if (caller.userType !== 'platform') throw notFound('The queues')
    const [rows, counts] = await Promise.all([listQueueRows(shared), queues.countJobs()])
    return rows.map((row) => queueOf(row, counts.get(row.name)))
  }),
  route(setQueuePaused, async ({ params, body }, { caller, queues, audit, transaction }) => {
    if (caller.userType !== 'platform') throw notFound('The queue')
    const counts = await queues.countJobs()
    return transaction(async (db) => {
      if (!(await pauseQueue(db, params.name, body.isPaused))) throw notFound('The queue')
      await audit(db, { type: recordType, id: params.name, after: { isPaused: body.isPaused } })
      const [row] = await listQueueRows(db, params.name)
      if (row === undefined) throw notFound('The queue')
      return queueOf(row, counts.get(row.name))
    })
  }),
  route(listProcessLogs, async ({ query }, { database: { shared }, caller }) => {
    const search = { ...query, tenantId: whoseRuns(caller) }
    const [rows, count] = await Promise.all([
      listRunRows(shared, search, pageOf(query)),
      countRunRows(shared, search),
    ])
    const data = rows.map((row) => ({
      id: row.id,
      name: row.name,
      startedAt: row.started_at.toISOString(),
      finishedAt: row.finished_at.toISOString(),
      outcome: row.outcome as 'succeeded',
      isRequested: row.is_requested,
      output: seesOutput(caller) || row.tenant_id !== null ? row.output : null,
    }))
    return { data, count }
  }),
]

/** What runs by the clock works for every tenant, so what it says may tell of any: it is for the platform's eyes. */
const seesOutput = (caller: UserCaller) => caller.userType === 'platform'

/** Whose jobs somebody sees: the platform's people all, a tenant's people their own. */
function whose(caller: UserCaller): string | undefined {
  // jobs name no merchant in one way: who is limited to some has no part in them
  if (caller.merchantIds !== null) throw forbidden()
  return caller.userType === 'platform' ? undefined : caller.tenantId
}

/** Runs of whose jobs somebody sees, beside those that a clock starts. */
const whoseRuns = ({ userType, tenantId, merchantIds }: UserCaller) =>
  userType === 'platform' ? undefined : merchantIds === null ? tenantId : null

function queueOf(row: QueueRow, count: QueueCount | undefined): Queue {
  return {
    name: row.name,
    isPaused: row.is_paused,
    waiting: count?.waiting ?? 0,
    running: count?.running ?? 0,
    succeeded: Number(row.succeeded),
    failed: Number(row.failed),
    lastFinishedAt: row.last_finished_at?.toISOString() ?? null,
    lastOutcome: (row.last_outcome as 'succeeded' | null) ?? null,
    lastOutput: row.last_output,
  }
}

async function changeRecurring(
  { caller, jobs, audit, transaction }: Called,
  name: string,
  change: { readonly is_paused?: boolean; readonly requested_at?: Date },
): Promise<RecurringJob> {
  // to a tenant's people there is nothing here to change
  if (caller.userType !== 'platform') throw notFound('The job')
  return transaction(async (db) => {
    const row = await updateSchedule(db, name, change)
    if (row === undefined) throw notFound('The job')
    // tells the worker that holds it; when the word is lost, the next tick of the clock sees the same
    db.onCommit(() => jobs.wake(name))
    await audit(db, {
      type: recordType,
      id: name,
      after: change.is_paused === undefined ? { run: 'now' } : { isPaused: change.is_paused },
    })
    return recurringJobOf(row, true)
  })
}

function recurringJobOf(row: ScheduleRow, seesAll: boolean): RecurringJob {
  const everyS = row.every_s ?? 0
  const last = row.last_started_at
  const next = last === null ? null : new Date(last.getTime() + everyS * 1000)
  return {
    name: row.name,
    everyS,
    isPaused: row.is_paused,
    isRequested: row.requested_at !== null,
    lastStartedAt: last?.toISOString() ?? null,
    lastFinishedAt: row.last_finished_at?.toISOString() ?? null,
    lastOutcome: (row.last_outcome as 'succeeded' | null) ?? null,
    lastOutput: seesAll ? row.last_output : null,
    nextRunAt: row.is_paused ? null : (next?.toISOString() ?? null),
    succeeded: Number(row.succeeded),
    failed: Number(row.failed),
  }
}
