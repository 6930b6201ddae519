// The one session that a worker keeps open: it listens for notifications of new jobs, and holds the schedules' locks.
import { answerWithin } from '@counterfoil/kit/database/answer-within.ts'
import type { Database } from '@counterfoil/kit/database/database.ts'
import type pg from 'pg'
import type { Logger } from 'pino'
import { type QueueNotification, readNotification, wakeChannel } from './queue-notifier.ts'

export interface LockConnectionOptions {
  readonly database: Database
  readonly log: Logger
  /** Names of the locks; each is held by one worker at a time. */
  readonly locks: readonly string[]
  /** A queue was given jobs or announced work; undefined: notifications may have been lost, so every queue is asked. */
  readonly onWake: (notification: QueueNotification | undefined) => void
  readonly onLocked: (lock: string) => void
  /** The connection is gone, and every lock with it. */
  readonly onLost: () => void
}

/** The number of a schedule's lock, as SQL; `name` is SQL too. */
export const lockOf = (name: string) => `hashtextextended('counterfoil.' || ${name}, 0)`

const checkMs = 2000
const answerWithinMs = 10_000

/** Keeps a session open until it is stopped: connects again when it is lost. */
export class LockConnection {
  readonly #options: LockConnectionOptions
  readonly #held = new Set<string>()
  #client: pg.Client | undefined
  #timer: NodeJS.Timeout | undefined
  #isStopped = false

  constructor(options: LockConnectionOptions) {
    this.#options = options
  }

  get isConnected(): boolean {
    return this.#client !== undefined
  }

  async start(): Promise<void> {
    await this.#connect()
    this.#schedule()
  }

  /** Releases all locks, so that another worker can take them at once. */
  async stop(): Promise<void> {
    this.#isStopped = true
    clearTimeout(this.#timer)
    await this.#client?.end().catch(() => undefined)
  }

  #schedule(): void {
    if (this.#isStopped) return
    this.#timer = setTimeout(async () => {
      try {
        if (this.#client === undefined) await this.#connect()
        else await this.#takeLocks(this.#client)
      } catch (error) {
        this.#options.log.warn({ err: error }, 'the worker has lost its database')
        this.#lose(this.#client)
      }
      this.#schedule()
    }, checkMs)
  }

  async #connect(): Promise<void> {
    const client = await this.#options.database.connect('app')
    if (this.#isStopped) return void client.end()
    client.on('error', () => this.#lose(client))
    client.on('end', () => this.#lose(client))
    client.on('notification', ({ payload = '' }) => {
      this.#options.onWake(readNotification(payload))
    })
    this.#client = client
    await client.query(`listen ${wakeChannel}`)
    await this.#takeLocks(client)
    // notifications sent while there was no connection are lost
    this.#options.onWake(undefined)
  }

  /** Takes the locks that are free; with none left, the statement still shows that the session is alive. */
  async #takeLocks(client: pg.Client): Promise<void> {
    const wanted = this.#options.locks.filter((lock) => !this.#held.has(lock))
    const { rows } = await answerWithin(
      answerWithinMs,
      client.query<{ name: string; is_mine: boolean }>(
        `select name, pg_try_advisory_lock(${lockOf('name')}) as is_mine
         from unnest($1::text[]) name`,
        [wanted],
      ),
    )
    for (const { name, is_mine } of rows) {
      if (!is_mine || this.#client !== client) continue
      this.#held.add(name)
      this.#options.onLocked(name)
    }
  }

  #lose(client: pg.Client | undefined): void {
    if (client === undefined || this.#client !== client) return
    this.#client = undefined
    this.#held.clear()
    client.end().catch(() => undefined)
    if (!this.#isStopped) this.#options.onLost()
  }
}
