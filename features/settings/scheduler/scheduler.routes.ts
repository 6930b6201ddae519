import { registerAuditGuard } from '@counterfoil/features/access/audit/audit.public.ts'
import { forbidden, notFound } from '@counterfoil/kit/contract/problem.ts'
import {
  countQueuedJobs,
  findIdleJob,
  listQueuedJobs,
} from '@counterfoil/kit/database/queued-jobs.ts'
import type { QueueCount } from '@counterfoil/kit/jobs/job.ts'
import { isLimitedToPayments } from '@counterfoil/kit/server/request/caller-scope.ts'
import type { Context, UserCaller } from '@counterfoil/kit/server/request/context.ts'
import { countedPage, pageOf } from '@counterfoil/kit/server/request/counted-page.ts'
import { type Route, route } from '@counterfoil/kit/server/request/route.ts'
import { type Labels, labelOf, labelsOfWork, namesLabelled } from './labels.ts'
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

type CallContext = Context<UserCaller>

/** People search for what they see, and for the name that the logs have. */
const searchIn = (labels: Labels, searchKey: string | undefined) => ({
  searchKey,
  alsoNamed: namesLabelled(labels, searchKey),
})

const recordType = 'scheduler'

registerAuditGuard(
  recordType,
  async (db, name, { userType }) => userType === 'platform' && (await isWork(db, name)),
  ['Settings.Scheduler.RecurringJob.View', 'Settings.Scheduler.CustomJob.View'],
)

export const routes: Route[] = [
  route(listRecurringJobs, async ({ query }, { database: { shared }, caller }) => {
    const labels = await labelsOfWork()
    const search = searchIn(labels, query.searchKey)
    const [rows, count] = await Promise.all([
      listScheduleRows(shared, search, pageOf(query)),
      countScheduleRows(shared, search),
    ])
    return { data: rows.map((row) => recurringJobOf(row, labels, seesOutput(caller))), count }
  }),
  route(runRecurringJob, ({ params }, context) =>
    changeRecurring(context, params.name, { requested_at: context.now }),
  ),
  route(pauseRecurringJob, ({ params, body }, context) =>
    changeRecurring(context, params.name, { is_paused: body.isPaused }),
  ),
  route(listCustomJobs, async ({ query }, { database: { shared }, caller }) => {
    const tenantId = visibleTenant(caller)
    const labels = await labelsOfWork()
    const search = { ...query, ...searchIn(labels, query.searchKey), tenantId }
    return countedPage(query, {
      rows: async (page) =>
        (await listQueuedJobs(shared, search, page)).map((row) => ({
          id: row.id,
          name: row.name,
          label: labelOf(labels, row.name),
          state: row.state,
          tenantName: row.tenant_name,
          createdAt: row.created_on.toISOString(),
          dueAt: row.start_after.toISOString(),
          attempts: row.attempts,
          output: row.output,
        })),
      count: (limit) => countQueuedJobs(shared, search, limit),
    })
  }),
  route(retryCustomJob, ({ params: { id } }, { caller, jobs, queues, audit, transaction }) =>
    transaction(async (db) => {
      const found = await findIdleJob(db, id, visibleTenant(caller))
      if (!found?.isFailed || !(await queues.retry(db, found.name, id))) throw notFound('The job')
      db.onCommit(() => jobs.wake(found.name))
      await audit(db, { type: recordType, id, after: { name: found.name, what: 'retried' } })
      return { id }
    }),
  ),
  route(cancelCustomJob, ({ params: { id } }, { caller, queues, audit, transaction }) =>
    transaction(async (db) => {
      const found = await findIdleJob(db, id, visibleTenant(caller))
      if (found === undefined) throw notFound('The job')
      await queues.remove(db, found.name, id)
      await audit(db, { type: recordType, id, after: { name: found.name, what: 'cancelled' } })
      return { id }
    }),
  ),
  route(listQueues, async (_input, { database: { shared }, caller, queues }) => {
    if (caller.userType !== 'platform') throw notFound('The queues')
    const labels = await labelsOfWork()
    const [rows, counts] = await Promise.all([listQueueRows(shared), queues.countJobs()])
    return rows.map((row) => queueOf(row, labels, counts.get(row.name)))
  }),
  route(setQueuePaused, async ({ params, body }, { caller, queues, audit, transaction }) => {
    if (caller.userType !== 'platform') throw notFound('The queue')
    const [labels, counts] = await Promise.all([labelsOfWork(), queues.countJobs()])
    return transaction(async (db) => {
      if (!(await pauseQueue(db, params.name, body.isPaused))) throw notFound('The queue')
      await audit(db, { type: recordType, id: params.name, after: { isPaused: body.isPaused } })
      const [row] = await listQueueRows(db, params.name)
      if (row === undefined) throw notFound('The queue')
      return queueOf(row, labels, counts.get(row.name))
    })
  }),
  route(listProcessLogs, async ({ query }, { database: { shared }, caller }) => {
    const labels = await labelsOfWork()
    const tenantId = visibleRunsTenant(caller)
    const search = { ...query, ...searchIn(labels, query.searchKey), tenantId }
    return countedPage(query, {
      rows: async (page) =>
        (await listRunRows(shared, search, page)).map((row) => ({
          id: row.id,
          name: row.name,
          label: labelOf(labels, row.name),
          startedAt: row.started_at.toISOString(),
          finishedAt: row.finished_at.toISOString(),
          outcome: row.outcome as 'succeeded',
          isRequested: row.is_requested,
          output: seesOutput(caller) || row.tenant_id !== null ? row.output : null,
        })),
      count: (limit) => countRunRows(shared, search, limit),
    })
  }),
]

/** The output of recurring jobs may contain facts of any tenant, so only platform staff see it. */
const seesOutput = (caller: UserCaller) => caller.userType === 'platform'

/** Jobs do not name merchants and payments uniformly, so an operator who is limited to some of either sees none. */
const isLimited = (caller: UserCaller) => caller.merchantIds !== null || isLimitedToPayments(caller)

/** The tenant whose jobs the caller sees: platform staff see all, a tenant's operators their own. */
function visibleTenant(caller: UserCaller): string | undefined {
  if (isLimited(caller)) throw forbidden()
  return caller.userType === 'platform' ? undefined : caller.tenantId
}

/** The tenant whose runs the caller sees, besides those of recurring jobs. */
const visibleRunsTenant = (caller: UserCaller) =>
  caller.userType === 'platform' ? undefined : isLimited(caller) ? null : caller.tenantId

function queueOf(row: QueueRow, labels: Labels, count: QueueCount | undefined): Queue {
  return {
    name: row.name,
    label: labelOf(labels, row.name),
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
  { caller, jobs, audit, transaction }: CallContext,
  name: string,
  change: { readonly is_paused?: boolean; readonly requested_at?: Date },
): Promise<RecurringJob> {
  // operators of tenants may change nothing here
  if (caller.userType !== 'platform') throw notFound('The job')
  const labels = await labelsOfWork()
  return transaction(async (db) => {
    const row = await updateSchedule(db, name, change)
    if (row === undefined) throw notFound('The job')
    // notifies the worker; if the notification is lost, the worker sees the change with its next tick
    db.onCommit(() => jobs.wake(name))
    await audit(db, {
      type: recordType,
      id: name,
      after: change.is_paused === undefined ? { run: 'now' } : { isPaused: change.is_paused },
    })
    return recurringJobOf(row, labels, true)
  })
}

function recurringJobOf(row: ScheduleRow, labels: Labels, seesAll: boolean): RecurringJob {
  const everyS = row.every_s ?? 0
  const last = row.last_started_at
  const next = last === null ? null : new Date(last.getTime() + everyS * 1000)
  return {
    name: row.name,
    label: labelOf(labels, row.name),
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
