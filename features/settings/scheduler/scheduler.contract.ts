import { editPermissionOf } from '@counterfoil/kit/contract/edit-permission.ts'
import { endpoint } from '@counterfoil/kit/contract/endpoint.ts'
import {
  id,
  idParams,
  listOf,
  pageQuery,
  text,
  timestamp,
} from '@counterfoil/kit/contract/fields.ts'
import { z } from 'zod'

const base = '/api/crm/settings/scheduler'
const recurring = 'Settings.Scheduler.RecurringJob.View'
const custom = 'Settings.Scheduler.CustomJob.View'
const refreshes = ['scheduler.*']

const workName = z
  .string()
  .max(100)
  .meta({ examples: ['ledger.verify'] })
const nameParams = z.object({ name: workName })
const outcome = z.enum(['succeeded', 'failed'])

const recurringJob = z.object({
  name: z.string(),
  /** What screens call it. Work that the product no longer has is called by its name. */
  label: text,
  everyS: z.int(),
  isPaused: z.boolean(),
  /** A requested run that has not begun yet. */
  isRequested: z.boolean(),
  lastStartedAt: timestamp.nullable(),
  lastFinishedAt: timestamp.nullable(),
  lastOutcome: outcome.nullable(),
  lastOutput: z.string().nullable(),
  /** Null while it is paused. */
  nextRunAt: timestamp.nullable(),
  succeeded: z.int(),
  failed: z.int(),
})
export type RecurringJob = z.infer<typeof recurringJob>

export const listRecurringJobs = endpoint({
  id: 'scheduler.recurring-jobs',
  method: 'GET',
  path: `${base}/recurring-jobs`,
  summary: 'What runs by the clock: when next, and how it went last',
  permission: recurring,
  query: pageQuery.extend({ searchKey: z.string().max(100).optional() }),
  answer: listOf(recurringJob),
})

/** For platform staff only: recurring jobs work for every tenant. */
export const runRecurringJob = endpoint({
  id: 'scheduler.run',
  method: 'POST',
  path: `${base}/recurring-jobs/:name/run`,
  summary: 'Runs it now, also while it is paused',
  permission: editPermissionOf(recurring),
  params: nameParams,
  answer: recurringJob,
  refreshes,
})

export const pauseRecurringJob = endpoint({
  id: 'scheduler.pause',
  method: 'PUT',
  path: `${base}/recurring-jobs/:name/pause`,
  summary: 'Pauses it or lets it go on',
  permission: editPermissionOf(recurring),
  params: nameParams,
  body: z.strictObject({ isPaused: z.boolean() }),
  answer: recurringJob,
  refreshes,
})

export const jobStates = ['waiting', 'retrying', 'running', 'failed'] as const

const customJob = z.object({
  id,
  name: z.string(),
  /** What screens call it. Work that the product no longer has is called by its name. */
  label: text,
  state: z.enum(jobStates),
  tenantName: z.string().nullable(),
  createdAt: timestamp,
  /** The job does not begin before this time. */
  dueAt: timestamp,
  attempts: z.int(),
  output: z.string().nullable(),
})
export type CustomJob = z.infer<typeof customJob>

export const listCustomJobs = endpoint({
  id: 'scheduler.custom-jobs',
  method: 'GET',
  path: `${base}/custom-jobs`,
  summary:
    'What waits in the queues, runs or has failed for good; what succeeded stands in the process logs',
  permission: custom,
  query: pageQuery.extend({
    searchKey: z.string().max(100).optional(),
    state: z.enum(jobStates).optional(),
  }),
  answer: listOf(customJob),
})

export const retryCustomJob = endpoint({
  id: 'scheduler.retry',
  method: 'POST',
  path: `${base}/custom-jobs/:id/retry`,
  summary: 'Tries a job that failed for good once more',
  permission: editPermissionOf(custom),
  params: idParams,
  answer: z.object({ id }),
  refreshes,
})

export const cancelCustomJob = endpoint({
  id: 'scheduler.cancel',
  method: 'DELETE',
  path: `${base}/custom-jobs/:id`,
  summary: 'Takes a job that waits or has failed out of its queue',
  permission: editPermissionOf(custom),
  params: idParams,
  answer: z.object({ id }),
  refreshes,
})

const queue = z.object({
  name: z.string(),
  /** What screens call it. Work that the product no longer has is called by its name. */
  label: text,
  isPaused: z.boolean(),
  waiting: z.int(),
  running: z.int(),
  succeeded: z.int(),
  failed: z.int(),
  lastFinishedAt: timestamp.nullable(),
  lastOutcome: outcome.nullable(),
  lastOutput: z.string().nullable(),
})
export type Queue = z.infer<typeof queue>

/** For platform staff only: a queue holds the jobs of every tenant. */
export const listQueues = endpoint({
  id: 'scheduler.queues',
  method: 'GET',
  path: `${base}/queues`,
  summary: 'The queues: what waits and runs in each, how many went well, and the last result',
  permission: custom,
  answer: z.array(queue),
})

export const setQueuePaused = endpoint({
  id: 'scheduler.pause-queue',
  method: 'PUT',
  path: `${base}/queues/:name/pause`,
  summary: 'Takes nothing more out of a queue, or goes on; what runs is finished',
  permission: editPermissionOf(custom),
  params: nameParams,
  body: z.strictObject({ isPaused: z.boolean() }),
  answer: queue,
  refreshes,
})

const processLog = z.object({
  id,
  name: z.string(),
  /** What screens call it. Work that the product no longer has is called by its name. */
  label: text,
  startedAt: timestamp,
  finishedAt: timestamp,
  outcome,
  isRequested: z.boolean(),
  output: z.string().nullable(),
})
export type ProcessLog = z.infer<typeof processLog>

export const listProcessLogs = endpoint({
  id: 'scheduler.process-logs',
  method: 'GET',
  path: `${base}/process-logs`,
  summary: 'Runs that ended, newest first: how long they took and what they said',
  permission: 'Settings.Scheduler.ProcessLog.View',
  query: pageQuery.extend({
    searchKey: z.string().max(100).optional(),
    outcome: outcome.optional(),
  }),
  answer: listOf(processLog),
})
