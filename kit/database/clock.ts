import type pg from 'pg'

type Asks = pg.ClientBase | pg.Pool

/**
 * The database's clock as this process tells it, without asking for each time: processes whose own clocks are apart give
 * the same times. It stands on what the machine has counted since it started, so that setting the machine's clock changes
 * nothing, and on the database's answers, which cost no round trip of their own.
 */
export class DatabaseClock {
  readonly #elapsedMs: () => number
  /** Between what the machine has counted and the database's time; until it is measured, what the machine believes. */
  #offsetMs: number
  #measuredAtMs = Number.NEGATIVE_INFINITY
  #lastMs = 0

  constructor(elapsedMs: () => number = () => performance.now()) {
    this.#elapsedMs = elapsedMs
    this.#offsetMs = Date.now() - elapsedMs()
  }

  /** Never before what it said already, unless the database's clock was set back. */
  now(): Date {
    const ms = this.#elapsedMs() + this.#offsetMs
    const isSetBack = ms < this.#lastMs - toleratedMs
    this.#lastMs = isSetBack ? ms : Math.max(ms, this.#lastMs)
    return new Date(Math.floor(this.#lastMs))
  }

  /** Measures with the next statement of a connection, at most every few seconds. */
  async follow(client: Asks): Promise<void> {
    const sentAtMs = this.#elapsedMs()
    if (sentAtMs - this.#measuredAtMs < measureEveryMs) return
    this.#measuredAtMs = sentAtMs
    try {
      await this.#measure(client, sentAtMs)
    } catch (error) {
      this.#measuredAtMs = Number.NEGATIVE_INFINITY
      throw error
    }
  }

  async #measure(client: Asks, sentAtMs: number): Promise<void> {
    const { rows } = await client.query<{ ms: number }>(question)
    const databaseMs = rows[0]?.ms
    if (databaseMs === undefined) return
    // the database looked at its clock some time between, so the offset is changed only as far as it cannot be right
    const lowest = databaseMs - this.#elapsedMs()
    const highest = databaseMs - sentAtMs
    this.#offsetMs = Math.min(Math.max(this.#offsetMs, lowest), highest)
  }
}

const question = 'select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms'

const measureEveryMs = 10_000
const toleratedMs = 1_000
