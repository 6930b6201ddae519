// Runs jobs and schedules until it is stopped.
import type { Database } from '@counterfoil/kit/database/database.ts'
import type { Logger } from 'pino'
import { jobsOn, openBoss } from './boss.ts'
import type { JobContext, Schedule } from './job.ts'
import { type AnyJob, JobRunner } from './job-runner.ts'
import { LockConnection } from './lock-connection.ts'
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
  /** Fails when the worker has no connection to hear of jobs by. */
  check(): Promise<void>
  /** Takes no more work, gives what runs a moment to end by itself, then breaks it off. */
  stop(): Promise<void>
}

/** How long what runs may go on undisturbed after `stop`, and how long it then has to reach a safe point. */
const finishMs = 3000
const breakOffMs = 15_000
/** A queue that operators paused takes no more within this time. */
const pausesEveryMs = 2000

export async function runWorker(options: WorkerOptions): Promise<Worker> {
  const { database, appUrl, log } = options
  refuseTwins([...options.jobs, ...options.schedules])
  const boss = openBoss(appUrl, { supervise: true, max: 8 })
  boss.on('error', (error) => log.warn({ err: error }, 'the job queue has trouble'))
  boss.on('warning', (warning) => log.warn({ warning }, 'the job queue warns'))
  await boss.start()

  const stopping = new AbortController()
  const context: JobContext = {
    database,
    jobs: jobsOn(boss),
    log,
    now: options.now ?? (() => new Date()),
    signal: stopping.signal,
  }
  const paused = await listPausedQueues(database)
  const pumps = new Map(
    options.jobs.map((job) => [job.name, new JobRunner(boss, job, context, paused.has(job.name))]),
  )
  const lookAtPauses = setInterval(() => {
    listPausedQueues(database).then(
      (names) => {
        for (const [name, pump] of pumps) pump.isPaused = names.has(name)
      },
      // without the database nothing is fetched either
      () => undefined,
    )
  }, pausesEveryMs)
  const clockworks = new Map(
    options.schedules.map((schedule) => [schedule.name, new Scheduler(schedule, context)]),
  )
  const watch = new LockConnection({
    database,
    log,
    locks: [...clockworks.keys()],
    onWake: (queue) => {
      if (queue === undefined) for (const pump of pumps.values()) pump.wake()
      else {
        pumps.get(queue)?.wake()
        clockworks.get(queue)?.wake()
      }
    },
    onLocked: (lock) => clockworks.get(lock)?.begin(),
    onLost: () => {
      for (const clockwork of clockworks.values()) void clockwork.end()
    },
  })
  await declareWork(database, options.schedules, [...pumps.keys()])
  await watch.start()
  return {
    async check() {
      if (!watch.isConnected) throw new Error('The worker has no connection to the database')
    },
    async stop() {
      clearInterval(lookAtPauses)
      const ended = Promise.all([
        ...[...pumps.values()].map((pump) => pump.stop()),
        ...[...clockworks.values()].map((clockwork) => clockwork.end()),
      ])
      await Promise.race([ended, delay(finishMs)])
      stopping.abort()
      await Promise.race([ended, delay(breakOffMs)])
      await watch.stop()
      await boss.stop({ graceful: false })
    },
  }
}

function refuseTwins(named: readonly { name: string }[]): void {
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
