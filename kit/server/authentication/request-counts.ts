// How many requests each caller has made within the limit's minute: counted in this process, and shared with the others
// through the database (decision 41).

import { createHash } from 'node:crypto'
import { answerWithin } from '@counterfoil/kit/database/answer-within.ts'
import type { Database } from '@counterfoil/kit/database/database.ts'
import { addRequests, clearRequestCounts } from '@counterfoil/kit/database/request-counts.ts'
import type { FastifyRateLimitStore } from '@fastify/rate-limit'
import type { FastifyBaseLogger } from 'fastify'

/** So much of the limit, one in twenty, a process answers a caller before it shares the count. */
const stepsOfLimit = 20
/** A database that does not answer holds nobody up: from then on this process counts by itself. */
const answerWithinMs = 1000
/** Callers that are remembered; beyond it the one that began first is forgotten. */
const maxCallers = 5000

interface Count {
  /** Requests here. */
  made: number
  /** So many of them the database has counted, and with those of other processes it came to `known`. */
  shared: number
  known: number
  /** By this process's monotonic clock. */
  endsAt: number
  flight: Promise<void> | undefined
}

/** The store of @fastify/rate-limit. */
export class RequestCounts implements FastifyRateLimitStore {
  readonly #database: Pick<Database, 'shared'>
  readonly #log: Pick<FastifyBaseLogger, 'warn'>
  readonly #counts = new Map<string, Count>()
  #clearedAt = 0

  constructor(database: Pick<Database, 'shared'>, log: Pick<FastifyBaseLogger, 'warn'>) {
    this.#database = database
    this.#log = log
  }

  /** One store for all limits: their keys say which is whose. */
  child(): this {
    return this
  }

  incr(key: string, done: Answer, windowMs: number, max: number): void {
    const count = this.#countOf(key, windowMs)
    const place = ++count.made
    const answer = () => done(null, { current: totalOf(count, place), ttl: ttlOf(count) })
    const step = Math.max(1, Math.floor(max / stepsOfLimit))
    // who is over the limit already is refused without asking
    if (place - count.shared < step || totalOf(count) > max) answer()
    else void this.#share(key, count, place, windowMs).then(answer)
  }

  /** Without counting. The typings of the store do not name it, though the limiter calls it. */
  read(key: string, done: Answer): void {
    const count = this.#counts.get(key)
    const isOver = count === undefined || count.endsAt <= performance.now()
    done(null, isOver ? { current: 0, ttl: 0 } : { current: totalOf(count), ttl: ttlOf(count) })
  }

  #countOf(key: string, windowMs: number): Count {
    const now = performance.now()
    const known = this.#counts.get(key)
    if (known !== undefined && known.endsAt > now) return known
    const endsAt = now + windowMs
    const count = { made: 0, shared: 0, known: 0, endsAt, flight: undefined }
    // those that began first stand first
    this.#counts.delete(key)
    this.#counts.set(key, count)
    if (this.#counts.size > maxCallers) {
      this.#counts.delete(this.#counts.keys().next().value as string)
    }
    return count
  }

  /** One statement at a time for each caller; what comes meanwhile goes with the next. */
  async #share(key: string, count: Count, place: number, windowMs: number): Promise<void> {
    while (count.shared < place) {
      count.flight ??= this.#send(key, count, windowMs)
      await count.flight
    }
  }

  async #send(key: string, count: Count, windowMs: number): Promise<void> {
    const upTo = count.made
    const requests = upTo - count.shared
    try {
      const added = await answerWithin(
        answerWithinMs,
        this.#add(key, requests, windowMs - ttlOf(count), windowMs),
      )
      count.known = added.requests
      count.endsAt = performance.now() + added.ttl
    } catch (error) {
      this.#log.warn({ err: error }, 'requests are limited without those of other processes')
      count.known += requests
    }
    count.shared = upTo
    count.flight = undefined
    void this.#clear(windowMs)
  }

  #add(key: string, requests: number, ageMs: number, windowMs: number) {
    const callerHash = createHash('sha256').update(key).digest()
    return addRequests(this.#database.shared, { callerHash, requests, ageMs, windowMs })
  }

  /** Now and then: the table stays small. */
  async #clear(windowMs: number): Promise<void> {
    const now = performance.now()
    if (now < this.#clearedAt + windowMs) return
    this.#clearedAt = now
    await clearRequestCounts(this.#database.shared, windowMs).catch(() => undefined)
  }
}

type Answer = Parameters<FastifyRateLimitStore['incr']>[1]

/** How many it were with the request of this place, at least. */
const totalOf = ({ known, shared, made }: Count, place = made) => known + place - shared

const ttlOf = ({ endsAt }: Count) => Math.max(0, endsAt - performance.now())
