import type { JobContext, Schedule } from './job.ts'

/** Runs one schedule while this worker holds its lock: at once, then every so many seconds, never twice at a time. */
export class Clockwork {
  readonly #schedule: Schedule
  readonly #context: JobContext
  #turn: AbortController | undefined
  #timer: NodeJS.Timeout | undefined
  #running: Promise<void> | undefined

  constructor(schedule: Schedule, context: JobContext) {
    this.#schedule = schedule
    this.#context = { ...context, log: context.log.child({ schedule: schedule.name }) }
  }

  /** The lock is ours. */
  begin(): void {
    this.#turn?.abort()
    const turn = new AbortController()
    this.#turn = turn
    const tick = async () => {
      const startedAt = Date.now()
      // a run of the turn before, broken off, may still be on its way out
      await this.#running
      if (turn.signal.aborted) return
      this.#running = this.#run(turn.signal)
      await this.#running
      if (turn.signal.aborted) return
      const waitMs = Math.max(0, startedAt + this.#schedule.everyS * 1000 - Date.now())
      this.#timer = setTimeout(tick, waitMs)
    }
    void tick()
  }

  /** The lock is lost or the worker stops: breaks off what runs, and waits for it. */
  async end(): Promise<void> {
    this.#turn?.abort()
    clearTimeout(this.#timer)
    await this.#running
  }

  async #run(turn: AbortSignal): Promise<void> {
    try {
      const signal = AbortSignal.any([this.#context.signal, turn])
      await this.#schedule.run({ ...this.#context, signal })
    } catch (error) {
      if (!turn.aborted) this.#context.log.error({ err: error }, 'scheduled work failed')
    }
  }
}
