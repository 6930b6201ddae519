// Runs jobs and schedules until it is stopped.
import type { Database } from '@counterfoil/kit/database/database.ts'
import { listDueQueues } from '@counterfoil/kit/database/queued-jobs.ts'
import type { Logger } from 'pino'
import { jobsOn, openBoss } from './boss.ts'
import type { JobContext, Schedule } from './job.ts'
import { type AnyJob, JobRunner } from './job-runner.ts'
import { LockConnection } from './lock-connection.ts'
import type { QueueNotification } from './queue-notifier.ts'
import { declareWork, listPausedQueues } from './runs.ts'
import { Scheduler } from './scheduler.ts'

export interface WorkerOptions {
  readonly database: Database
  readonly appUrl: string
  readonly jobs: readonly AnyJob[]
  readonly schedules: readonly Schedule[]
  readonly log: Logger
  readonly now?: () => Date
}

export interface Worker {
  /** Fails when the worker has no connection that notifies it of jobs. */
  check(): Promise<void>
  /** Takes no more jobs, waits a moment for those that run, then aborts them. */
  stop(): Promise<void>
}

/** How long what runs may go on undisturbed after `stop`, and how long it then has to reach a safe point. */
const finishMs = 3000
const breakOffMs = 15_000
/** What is due by the clock, or was notified of while no connection listened, is found within this time. */
const dueEveryMs = 1000
/** A queue that operators paused takes no more within this time. */
const pausesEveryMs = 2000

export async function runWorker(options: WorkerOptions): Promise<Worker> {
  const { database, log } = options
  refuseDuplicates([...options.jobs, ...options.schedules])
  const boss = await startBoss(options)
  const stopping = new AbortController()
  const context: JobContext = {
    database,
    jobs: jobsOn(boss),
    log,
    now: options.now ?? database.now,
    signal: stopping.signal,
  }
  const paused = await listPausedQueues(database)
  const jobRunners: JobRunners = new Map(
    options.jobs.map((job) => [job.name, new JobRunner(boss, job, context, paused.has(job.name))]),
  )
  const pausePoll = setInterval(() => pauseJobs(database, jobRunners), pausesEveryMs)
  const duePoll = setInterval(() => wakeDueJobs(database, jobRunners), dueEveryMs)
  const schedulers: Schedulers = new Map(
    options.schedules.map((schedule) => [schedule.name, new Scheduler(schedule, context)]),
  )
  const connection = lockConnectionFor(context, jobRunners, schedulers)
  await declareWork(database, options.schedules, [...jobRunners.keys()])
  await connection.start()
  return {
    async check() {
      if (!connection.isConnected) throw new Error('The worker has no connection to the database')
    },
    async stop() {
      clearInterval(pausePoll)
      clearInterval(duePoll)
      const ended = Promise.all([
        ...[...jobRunners.values()].map((jobRunner) => jobRunner.stop()),
        ...[...schedulers.values()].map((scheduler) => scheduler.end()),
      ])
      await Promise.race([ended, delay(finishMs)])
      stopping.abort()
      await Promise.race([ended, delay(breakOffMs)])
      await connection.stop()
      await boss.stop({ graceful: false })
    },
  }
}

type JobRunners = ReadonlyMap<string, JobRunner>
type Schedulers = ReadonlyMap<string, Scheduler>

async function startBoss({ appUrl, log }: WorkerOptions) {
  const boss = openBoss(appUrl, { supervise: true, max: 8 })
  boss.on('error', (error) => log.warn({ err: error }, 'the job queue has trouble'))
  boss.on('warning', (warning) => log.warn({ warning }, 'the job queue warns'))
  await boss.start()
  return boss
}

function pauseJobs(database: Database, jobRunners: JobRunners): void {
  listPausedQueues(database).then(
    (names) => {
      for (const [name, jobRunner] of jobRunners) jobRunner.isPaused = names.has(name)
    },
    // without the database nothing is fetched either
    () => undefined,
  )
}

/** One question for all queues: a fetch of each would be most of what idle workers ask. */
function wakeDueJobs(database: Database, jobRunners: JobRunners): void {
  listDueQueues(database.shared, [...jobRunners.keys()]).then(
    (names) => {
      for (const name of names) jobRunners.get(name)?.wake()
    },
    // without the database there is nothing to fetch
    () => undefined,
  )
}

/** The connection that is notified of jobs, and whose locks say which schedules run in this process. */
function lockConnectionFor(
  { database, log }: JobContext,
  jobRunners: JobRunners,
  schedulers: Schedulers,
): LockConnection {
  const notified = ({ queue, announced }: QueueNotification) => {
    if (announced.length > 0) jobRunners.get(queue)?.announce(announced)
    else {
      jobRunners.get(queue)?.wake()
      schedulers.get(queue)?.wake()
    }
  }
  return new LockConnection({
    database,
    log,
    locks: [...schedulers.keys()],
    onWake: (notification) => {
      if (notification === undefined) for (const jobRunner of jobRunners.values()) jobRunner.wake()
      else notified(notification)
    },
    onLocked: (lock) => schedulers.get(lock)?.begin(),
    onLost: () => {
      for (const scheduler of schedulers.values()) void scheduler.end()
    },
  })
}

function refuseDuplicates(named: readonly { name: string }[]): void {
  const seen = new Set<string>()
  for (const { name } of named) {
    if (seen.has(name)) throw new Error(`Two jobs or schedules are named ${name}`)
    seen.add(name)
  }
}

function delay(ms: number): Promise<void> {
  return new Promise((done) => {
    setTimeout(done, ms).unref()
  })
}
