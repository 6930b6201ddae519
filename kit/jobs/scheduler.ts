import type { JobContext, Schedule } from './job.ts'
import { readTurn, recordRun, recordStart } from './runs.ts'

/** A run that could not begin for lack of the database is tried again after so long, however rare the schedule is. */
const againAfterS = 10

/** Runs one schedule while this worker holds its lock: at once, then every so many seconds, never twice at a time. */
export class Scheduler {
  readonly #schedule: Schedule
  readonly #context: JobContext
  #turn: AbortController | undefined
  #timer: NodeJS.Timeout | undefined
  #running: Promise<boolean> | undefined
  #tick: (() => Promise<void>) | undefined

  constructor(schedule: Schedule, context: JobContext) {
    this.#schedule = schedule
    this.#context = { ...context, log: context.log.child({ schedule: schedule.name }) }
  }

  /** This worker holds the lock now. */
  begin(): void {
    this.#turn?.abort()
    const turn = new AbortController()
    this.#turn = turn
    let isTicking = false
    let isAskedAgain = false
    this.#tick = async () => {
      isAskedAgain = true
      if (isTicking) return
      isTicking = true
      clearTimeout(this.#timer)
      // counted by the machine: to set its clock back puts no run off
      let startedAtMs = performance.now()
      let hasBegun = true
      while (isAskedAgain) {
        isAskedAgain = false
        startedAtMs = performance.now()
        // an aborted run of an earlier turn may not have ended yet
        await this.#running
        if (turn.signal.aborted) return
        this.#running = this.#run(turn.signal)
        hasBegun = await this.#running
        if (turn.signal.aborted) return
      }
      isTicking = false
      const { everyS } = this.#schedule
      const waitS = hasBegun ? everyS : Math.min(everyS, againAfterS)
      const waitMs = Math.max(0, startedAtMs + waitS * 1000 - performance.now())
      this.#timer = setTimeout(() => void this.#tick?.(), waitMs)
    }
    void this.#tick()
  }

  /** A run was requested, or a pause has ended: checks now instead of at the next tick. */
  wake(): void {
    if (this.#turn === undefined || this.#turn.signal.aborted) return
    void this.#tick?.()
  }

  /** The lock is lost or the worker stops: aborts a run, and waits for its end. */
  async end(): Promise<void> {
    this.#turn?.abort()
    clearTimeout(this.#timer)
    await this.#running
  }

  /** False when the database could not be asked whether it is due. */
  async #run(turn: AbortSignal): Promise<boolean> {
    const { database, now, log } = this.#context
    const { name, everyS } = this.#schedule
    try {
      const { isDue, isRequested } = await readTurn(database, name)
      if (!isDue) return true
      const startedAt = now()
      await recordStart(database, name, startedAt)
      let failure: string | undefined
      let output: string | undefined
      try {
        const signal = AbortSignal.any([this.#context.signal, turn])
        const said = await this.#schedule.run({ ...this.#context, signal })
        if (typeof said === 'string') output = said
      } catch (error) {
        // an aborted run has not failed: it runs again on another worker
        if (turn.aborted) return true
        log.error({ err: error }, 'scheduled work failed')
        failure = error instanceof Error ? error.message : String(error)
      }
      const finishedAt = now()
      await recordRun(database, {
        name,
        everyS,
        startedAt,
        finishedAt,
        isRequested,
        failure,
        output,
      })
      return true
    } catch (error) {
      if (!turn.aborted) log.error({ err: error }, 'scheduled work could not be looked up')
      return false
    }
  }
}
