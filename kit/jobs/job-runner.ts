// Takes one queue's jobs and runs them, so many at once.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Job as Attempt, PgBoss } from 'pg-boss'
import { type Announced, AnnouncedWork } from './announced-work.ts'
import { affectedBy } from './boss.ts'
import type { Job, JobContext } from './job.ts'
import { type EndedJobs, type JobRun, recordJobs } from './runs.ts'

// biome-ignore lint/suspicious/noExplicitAny: jobs of all payloads are in one list
export type AnyJob = Job<any>

/** A fetch costs the database more than most jobs do: places that come free within this time are filled by one. */
const gatherMs = 20
/** The least time between two fetches that a notification sets off. */
const spacingMs = 50
const touchMs = 3000
/** Of the places announced work takes so many at most: jobs, like what failed before and is tried again, are not kept waiting by it. */
const announcedShare = 3 / 4
/** How often ended jobs are counted in the database: the count is for operators, no job waits for it. */
const reportMs = 2000

export class JobRunner {
  readonly #boss: PgBoss
  readonly #job: AnyJob
  readonly #context: JobContext
  readonly #running = new Map<
    string,
    { attempt: Attempt; lost: AbortController; done: Promise<void> }
  >()
  readonly #timers: NodeJS.Timeout[]
  readonly #announced = new AnnouncedWork()
  readonly #announcedEnds = new Set<Promise<void>>()
  #announceTimer: NodeJS.Timeout | undefined
  #fetchTimer: NodeJS.Timeout | undefined
  #finished: Attempt[] = []
  #deleting: Promise<void> | undefined
  #ended = nothingEnded()
  #isPaused: boolean
  #isFetching = false
  #fetching: Promise<void> = Promise.resolve()
  #fetchedAt = Number.NEGATIVE_INFINITY
  #mayHaveMore = false
  #isStopping = false
  // logged once, not every second that the database is away
  #isFailing = false

  constructor(boss: PgBoss, job: AnyJob, context: JobContext, isPaused = false) {
    this.#boss = boss
    this.#isPaused = isPaused
    this.#job = job
    this.#context = { ...context, log: context.log.child({ job: job.name }) }
    this.#timers = [
      setInterval(() => void this.#touch(), touchMs),
      setInterval(() => void this.#reportEnded(), reportMs),
    ]
    this.wake()
  }

  /** There may be jobs: fetches soon. */
  wake(): void {
    this.#mayHaveMore = true
    this.#fetchIn(this.#fetchedAt + spacingMs - performance.now())
  }

  /** There is work without a job: runs it as soon as there are places. While paused it is left to its schedule. */
  announce(announced: readonly Announced[]): void {
    if (this.#isPaused || this.#isStopping) return
    const { payload } = this.#job
    // a worker of another version may announce what this one does not know
    const known = announced.filter((one) => payload.safeParse(one.payload).success)
    this.#announced.add(known)
    this.#runAnnounced()
  }

  /** While paused it takes no jobs; those that run go on. */
  set isPaused(isPaused: boolean) {
    const goesOn = this.#isPaused && !isPaused
    this.#isPaused = isPaused
    if (isPaused) this.#announced.clear()
    if (goesOn) this.wake()
  }

  /** Takes no more jobs, and waits for those that run or are being fetched. */
  async stop(): Promise<void> {
    this.#isStopping = true
    this.#announced.clear()
    await this.#fetching
    const running = [...this.#running.values()].map(({ done }) => done)
    await Promise.all([...running, ...this.#announcedEnds])
    await this.#deleting
    for (const timer of this.#timers) clearInterval(timer)
    await this.#reportEnded()
  }

  get #freePlaces(): number {
    return this.#job.concurrency - this.#running.size - this.#announced.running
  }

  #runAnnounced(): void {
    const { runAnnounced, concurrency, groupConcurrency = Number.POSITIVE_INFINITY } = this.#job
    if (runAnnounced === undefined || this.#isStopping) return
    const ofAnnounced = Math.ceil(concurrency * announcedShare) - this.#announced.running
    const taken = this.#announced.take(Math.min(this.#freePlaces, ofAnnounced), groupConcurrency)
    if (taken.length === 0) return
    const ends = runAnnounced(
      taken.map(({ payload }) => payload),
      this.#context,
    )
    for (const [at, { group }] of taken.entries()) {
      const end = this.#endAnnounced(ends[at], group)
      this.#announcedEnds.add(end)
      void end.finally(() => this.#announcedEnds.delete(end))
    }
  }

  async #endAnnounced(end: Promise<boolean> | undefined, group: string): Promise<void> {
    try {
      if ((await end) === true) {
        this.#ended.succeeded += 1
        this.#ended.last = { outcome: 'succeeded', said: undefined }
      }
    } catch (error) {
      this.#context.log.warn({ err: error }, 'announced work failed and is left to its schedule')
    } finally {
      this.#announced.end(group)
      // places that come free within a moment are filled by one
      this.#announceTimer ??= setTimeout(() => {
        this.#announceTimer = undefined
        this.#runAnnounced()
        if (this.#mayHaveMore) this.#fetchTogether()
      }, gatherMs)
    }
  }

  #fetchNow(): void {
    if (!this.#isFetching) this.#fetching = this.#fetch()
  }

  async #fetch(): Promise<void> {
    this.#isFetching = true
    try {
      while (this.#mayHaveMore && !this.#isStopping && !this.#isPaused) {
        const free = this.#freePlaces
        // the next job that ends fetches again
        if (free <= 0) return
        this.#mayHaveMore = false
        this.#fetchedAt = performance.now()
        const { name, groupConcurrency } = this.#job
        const attempts = await this.#boss.fetch<object>(name, {
          batchSize: free,
          ...(groupConcurrency === undefined ? {} : { groupConcurrency }),
        })
        // behind those of a group that has now as many as it may, there may be others
        const isCut = groupConcurrency !== undefined && attempts.length > 0
        if (attempts.length === free || isCut) this.#mayHaveMore = true
        for (const attempt of attempts) this.#start(attempt)
        this.#isFailing = false
      }
    } catch (error) {
      if (!this.#isFailing) this.#context.log.warn({ err: error }, 'jobs cannot be fetched')
      this.#isFailing = true
    } finally {
      this.#isFetching = false
    }
  }

  #start(attempt: Attempt): void {
    const lost = new AbortController()
    const done = this.#run(attempt, lost.signal).finally(() => {
      this.#running.delete(attempt.id)
      if (this.#mayHaveMore) this.#fetchTogether()
    })
    this.#running.set(attempt.id, { attempt, lost, done })
  }

  /** At once when half of the places are free, else when more of them may be. */
  #fetchTogether(): void {
    this.#fetchIn(this.#running.size <= this.#job.concurrency / 2 ? 0 : gatherMs)
  }

  #fetchIn(ms: number): void {
    if (ms <= 0) {
      this.#fetchNow()
      return
    }
    this.#fetchTimer ??= setTimeout(() => {
      this.#fetchTimer = undefined
      this.#fetchNow()
    }, ms)
  }

  async #run(attempt: Attempt, lost: AbortSignal): Promise<void> {
    const { log, now } = this.#context
    const startedAt = now()
    const isLastTry = attempt.retryCount >= this.#job.retries
    try {
      const signal = AbortSignal.any([
        this.#context.signal,
        lost,
        AbortSignal.timeout(attempt.expireInSeconds * 1000),
      ])
      const payload = this.#job.payload.parse(attempt.data)
      const said = await this.#job.run(payload, { ...this.#context, signal, isLastTry })
      this.#finished.push(attempt)
      this.#recordEnd(attempt, startedAt, { output: typeof said === 'string' ? said : undefined })
      this.#deleting ??= this.#deleteFinished()
    } catch (error) {
      // a job that a stopping worker aborted has not failed
      const isLast = isLastTry && !this.#context.signal.aborted
      if (isLast) log.error({ err: error, jobId: attempt.id }, 'job failed for good')
      else log.warn({ err: error, jobId: attempt.id }, 'job failed and will be tried again')
      if (isLast) this.#recordEnd(attempt, startedAt, { failure: messageOf(error) })
      await this.#fail(attempt, error, isLast).catch((cause: unknown) => {
        log.warn({ err: cause, jobId: attempt.id }, 'the failure of a job could not be recorded')
      })
    }
  }

  /**
   * Jobs that end within a moment are deleted together. One whose deletion is lost runs again, as after a kill.
   */
  async #deleteFinished(): Promise<void> {
    await sleep(gatherMs)
    while (this.#finished.length > 0) {
      const attempts = this.#finished
      this.#finished = []
      try {
        await this.#boss.deleteJob(this.#job.name, attempts)
      } catch (error) {
        this.#context.log.warn({ err: error }, 'jobs that ended could not be deleted')
      }
    }
    this.#deleting = undefined
    if (this.#job.groupConcurrency === undefined) return
    // their groups have places again
    this.#mayHaveMore = true
    this.#fetchTogether()
  }

  async #fail(attempt: Attempt, error: unknown, isLast: boolean): Promise<void> {
    const { name } = this.#job
    const output = { message: messageOf(error) }
    if (!isLast) {
      await this.#boss.fail(name, attempt, output)
      return
    }
    // pg-boss ends a job by itself alone, when no try is left; how many are left can be changed while it waits for one
    const transaction = await this.#boss.getDb().beginTransaction?.()
    if (transaction === undefined) throw new Error('The job queue has no transactions')
    const { db } = transaction
    try {
      if (affectedBy(await this.#boss.fail(name, attempt, output, { db })) > 0) {
        const { id, retryCount: retryLimit } = attempt
        await this.#boss.update(name, undefined, { id, retryLimit, db })
        await this.#boss.fail(name, id, output, { db })
      }
      await transaction.commit()
    } catch (cause) {
      await transaction.rollback()
      throw cause
    }
  }

  #recordEnd(
    { data }: Attempt,
    startedAt: Date,
    { failure, output }: { failure?: string; output?: string | undefined },
  ): void {
    const ended = this.#ended
    const outcome = failure === undefined ? 'succeeded' : 'failed'
    ended[outcome] += 1
    ended.last = { outcome, said: failure ?? output }
    if (failure === undefined && this.#job.isFrequent === true) return
    const { tenantId } = data as { tenantId?: unknown }
    ended.runs.push({
      startedAt,
      finishedAt: this.#context.now(),
      tenantId: typeof tenantId === 'string' ? tenantId : undefined,
      failure,
      output,
    })
  }

  async #reportEnded(): Promise<void> {
    const ended = this.#ended
    if (ended.succeeded + ended.failed === 0) return
    this.#ended = nothingEnded()
    await recordJobs(this.#context.database, this.#job.name, ended, this.#context.now()).catch(
      () => undefined,
    )
  }

  /** Refreshes the heartbeat of its jobs, and aborts those that another worker was given meanwhile. */
  async #touch(): Promise<void> {
    const running = [...this.#running.values()]
    if (running.length === 0) return
    try {
      const touch = async (attempts: Attempt[]) =>
        affectedBy(await this.#boss.touch(this.#job.name, attempts))
      const touched = await touch(running.map(({ attempt }) => attempt))
      if (touched === running.length) return
      for (const { attempt, lost } of running) {
        const isMine = (await touch([attempt])) === 1
        if (!isMine && this.#running.has(attempt.id)) lost.abort()
      }
    } catch (error) {
      this.#context.log.warn({ err: error }, 'the heartbeat of jobs cannot be refreshed')
    }
  }
}

const nothingEnded = () => ({
  succeeded: 0,
  failed: 0,
  last: { outcome: 'succeeded', said: undefined } as EndedJobs['last'],
  runs: [] as JobRun[],
})

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))
