import type { JobContext, Schedule } from './job.ts'
import { noteRun, noteStart, readTurn } from './runs.ts'

/** Runs one schedule while this worker holds its lock: at once, then every so many seconds, never twice at a time. */
export class Clockwork {
  readonly #schedule: Schedule
  readonly #context: JobContext
  #turn: AbortController | undefined
  #timer: NodeJS.Timeout | undefined
  #running: Promise<void> | undefined
  #tick: (() => Promise<void>) | undefined

  constructor(schedule: Schedule, context: JobContext) {
    this.#schedule = schedule
    this.#context = { ...context, log: context.log.child({ schedule: schedule.name }) }
  }

  /** The lock is ours. */
  begin(): void {
    this.#turn?.abort()
    const turn = new AbortController()
    this.#turn = turn
    this.#tick = async () => {
      clearTimeout(this.#timer)
      const startedAt = Date.now()
      // a run of the turn before, broken off, may still be on its way out
      await this.#running
      if (turn.signal.aborted) return
      this.#running = this.#run(turn.signal)
      await this.#running
      if (turn.signal.aborted) return
      const waitMs = Math.max(0, startedAt + this.#schedule.everyS * 1000 - Date.now())
      clearTimeout(this.#timer)
      this.#timer = setTimeout(() => void this.#tick?.(), waitMs)
    }
    void this.#tick()
  }

  /** Somebody asks for a run, or has let it go on: looks now instead of waiting for the clock. */
  wake(): void {
    if (this.#turn === undefined || this.#turn.signal.aborted) return
    void this.#tick?.()
  }

  /** The lock is lost or the worker stops: breaks off what runs, and waits for it. */
  async end(): Promise<void> {
    this.#turn?.abort()
    clearTimeout(this.#timer)
    await this.#running
  }

  async #run(turn: AbortSignal): Promise<void> {
    const { database, now, log } = this.#context
    const { name, everyS } = this.#schedule
    try {
      const { isDue, isRequested } = await readTurn(database, name)
      if (!isDue) return
      const startedAt = now()
      await noteStart(database, name, startedAt)
      let failure: string | undefined
      let output: string | undefined
      try {
        const signal = AbortSignal.any([this.#context.signal, turn])
        const said = await this.#schedule.run({ ...this.#context, signal })
        if (typeof said === 'string') output = said
      } catch (error) {
        // what was broken off is not its failure: it runs again on another worker
        if (turn.aborted) return
        log.error({ err: error }, 'scheduled work failed')
        failure = error instanceof Error ? error.message : String(error)
      }
      const finishedAt = now()
      await noteRun(database, { name, everyS, startedAt, finishedAt, isRequested, failure, output })
    } catch (error) {
      if (!turn.aborted) log.error({ err: error }, 'scheduled work could not be looked up')
    }
  }
}
