import type { Text } from '@counterfoil/kit/contract/texts.ts'
import type { Database, Db } from '@counterfoil/kit/database/database.ts'
import type { Logger } from 'pino'
import type { z } from 'zod'
import type { Announced } from './announced-work.ts'

export interface JobContext {
  readonly database: Database
  readonly jobs: Jobs
  readonly log: Logger
  readonly now: () => Date
  /** Aborted when the worker stops, and when a job takes longer than it may; long work ends at the next safe point. */
  readonly signal: AbortSignal
  /** Of a job: that it is not tried again when it fails now. */
  readonly isLastTry?: boolean
}

/** Whether a job that failed was stopped with its worker and begins anew elsewhere; one that took too long has failed. */
export const isStopped = ({ aborted, reason }: AbortSignal): boolean =>
  aborted && reason?.name !== 'TimeoutError'

/** Background work, declared once; `enqueue` commits or vanishes with the transaction that asked for it. */
export interface Job<Payload> {
  readonly name: string
  /** What screens call it. */
  readonly label: Text
  readonly payload: z.ZodType<Payload>
  /** Tries after a failure, with growing waits; 0 for jobs with a schedule of retries of their own. */
  readonly retries: number
  /** The waits grow up to this; to five minutes where it is not set. */
  readonly longestWaitS?: number
  /** How many of it one worker runs at once. */
  readonly concurrency: number
  /** How many of one `group` run at once, on all workers; the others of it wait in the queue and take no place. */
  readonly groupConcurrency?: number
  /** Of jobs that come by the hundred and are recorded elsewhere, the log keeps only failures. */
  readonly isFrequent?: boolean
  /** A text that it returns is kept as the run's output. */
  readonly run: (payload: Payload, context: JobContext) => Promise<unknown>
  /**
   * Runs what was announced, as much at once as there are places. A promise for each, of whether it was done here; with it
   * the place is free.
   */
  readonly runAnnounced?: (
    payloads: readonly Payload[],
    context: JobContext,
  ) => readonly Promise<boolean>[]
}

/** Work that runs every so many seconds, on one worker at a time. */
export interface Schedule {
  readonly name: string
  /** What screens call it. */
  readonly label: Text
  readonly everyS: number
  /** A text that it returns is kept as the run's output. */
  readonly run: (context: JobContext) => Promise<unknown>
}

export function job<Payload>(
  declaration: Pick<Job<Payload>, 'name' | 'label' | 'payload' | 'run'> & Partial<Job<Payload>>,
): Job<Payload> {
  return { retries: 3, concurrency: 1, ...declaration }
}

export function schedule(declaration: Schedule): Schedule {
  return declaration
}

export interface EnqueueOptions {
  /** Not before this instant. */
  readonly startAfter?: Date
  /** Of several with the same key waiting, one runs. */
  readonly singletonKey?: string
  /** What the work is for, like an address that is called, so that a slow one delays only itself. */
  readonly group?: string
  /** Of a job that waits, those with a higher one are taken before it; 0 unless it says another. */
  readonly priority?: number
}

export interface Jobs {
  /** Adds work on the transaction of `db`. */
  enqueue<Payload>(
    db: Db,
    job: Pick<Job<Payload>, 'name' | 'retries' | 'longestWaitS'>,
    payload: Payload,
    options?: EnqueueOptions,
  ): Promise<void>
  /**
   * Has workers run this work once the transaction of `db` is committed, without a job: its rows are its queue. Every worker is
   * notified, so the work claims its rows first. A notification may be lost: a schedule has to find what is overdue.
   */
  announce<Payload>(db: Db, job: Pick<Job<Payload>, 'name'>, work: Announced<Payload>): void
  /** Has workers check this queue or schedule now. A lost notification costs time, no job. */
  wake(name: string): void
}

/** The queues as operators see and steer them; every change is made on the transaction of `db`. */
export interface JobQueues extends Jobs {
  /** How many wait and run, by queue, as they were last counted a few seconds ago. */
  countJobs(): Promise<ReadonlyMap<string, QueueCount>>
  /** One more try, at once, for a job that failed for good; false when it has not. */
  retry(db: Db, queue: string, jobId: string): Promise<boolean>
  remove(db: Db, queue: string, jobId: string): Promise<void>
}

export interface QueueCount {
  readonly waiting: number
  readonly running: number
}
