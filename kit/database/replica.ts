import type pg from 'pg'
import { failureCode, isConnectionLost } from './failures.ts'

/** How a streaming replica stands, for the readiness check and the metrics. */
export interface ReplicaState {
  /** Whether reads go to it now. */
  readonly isUsed: boolean
  /** How old what it shows may be, in milliseconds; undefined while it does not answer. */
  readonly behindMs: number | undefined
}

const askEveryMs = 250
/** Who has not answered for so long is not asked. */
const silentAfterMs = 2_000
/** A replica that is further behind shows what people would take for the present. */
const mostBehindMs = 10_000

/**
 * Follows a streaming replica: which position of the primary's write-ahead log it has replayed, and how long ago that was
 * written. The time of the last replayed transaction would not do: it grows while nothing is written.
 */
export class Replica {
  readonly #primary: pg.Pool
  readonly #replica: pg.Pool
  readonly #timer: NodeJS.Timeout
  readonly #elapsedMs: () => number
  #isAsking = false
  #replayed = 0n
  #answeredAtMs = Number.NEGATIVE_INFINITY
  /** Positions of the primary that the replica has not replayed, with when they were written at the latest. */
  #ahead: readonly { readonly position: bigint; readonly atMs: number }[] = []

  constructor(primary: pg.Pool, replica: pg.Pool, elapsedMs = () => performance.now()) {
    this.#primary = primary
    this.#replica = replica
    this.#elapsedMs = elapsedMs
    this.#timer = setInterval(() => this.#look(), askEveryMs)
    this.#timer.unref()
    this.#look()
  }

  /** Whether it shows everything up to this position, and nothing that is too old. */
  mayAnswer(after: bigint): boolean {
    const behindMs = this.#behindMs()
    return behindMs !== undefined && behindMs <= mostBehindMs && this.#replayed >= after
  }

  get state(): ReplicaState {
    return { isUsed: this.mayAnswer(0n), behindMs: this.#behindMs() }
  }

  /** Asks the replica, and the primary what the replica cannot answer: it is lost, overtaken or a migration behind. */
  async ask<T>(ofReplica: () => Promise<T>, ofPrimary: () => Promise<T>): Promise<T> {
    try {
      return await ofReplica()
    } catch (error) {
      const isLost = isConnectionLost(error)
      if (!isLost && !ofReplication.has(failureCode(error) ?? '')) throw error
      // the primary answers until the replica does again
      if (isLost) this.#answeredAtMs = Number.NEGATIVE_INFINITY
      return ofPrimary()
    }
  }

  close(): void {
    clearInterval(this.#timer)
  }

  #behindMs(): number | undefined {
    const nowMs = this.#elapsedMs()
    if (nowMs - this.#answeredAtMs > silentAfterMs) return undefined
    const [oldest] = this.#ahead
    return oldest === undefined ? 0 : nowMs - oldest.atMs
  }

  #look(): void {
    if (this.#isAsking) return
    this.#isAsking = true
    this.#ask()
      // it does not answer: what it said last grows old
      .catch(() => undefined)
      .finally(() => {
        this.#isAsking = false
      })
  }

  async #ask(): Promise<void> {
    const { rows: written } = await this.#primary.query<{ position: bigint }>(writtenQuestion)
    const atMs = this.#elapsedMs()
    const { rows: replayed } = await this.#replica.query<{ position: bigint | null }>(
      replayQuestion,
    )
    const position = replayed[0]?.position ?? undefined
    // no position: it is no replica, or no longer
    if (position === undefined) return
    this.#replayed = position
    this.#answeredAtMs = this.#elapsedMs()
    const [newest] = written
    const all = newest === undefined ? this.#ahead : [...this.#ahead, { ...newest, atMs }]
    this.#ahead = all.filter((one) => one.position > position)
  }
}

/**
 * A query in the way of what is replayed (40001, 40P01), a function that writes (25006), and tables, columns and functions
 * of a migration that is not replayed yet.
 */
const ofReplication = new Set(['40001', '40P01', '25006', '42P01', '42703', '42883', '0A000'])

/** Positions are bytes from the beginning of the log. */
export const writtenQuestion = {
  name: 'written_position',
  text: `select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::int8 as position`,
} as const

const replayQuestion = {
  name: 'replayed_position',
  text: `select case when pg_is_in_recovery() then pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0')::int8 end as position`,
} as const
