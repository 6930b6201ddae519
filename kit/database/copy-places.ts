import { Problem } from '@counterfoil/kit/contract/problem.ts'

interface Limits {
  /** Copies at work at once: each holds a connection of its own, of which the database has few for everybody. */
  readonly most: number
  /** How long one waits for a place before it is told to come again. */
  readonly waitMs: number
}

/** The places of one process for what is copied out of the database. */
export class CopyPlaces {
  readonly #limits: Limits
  #taken = 0
  readonly #waiting: (() => void)[] = []

  constructor(limits: Limits) {
    this.#limits = limits
  }

  /** Takes a place and answers how to leave it; throws the 503 of none that came free in time. */
  async take(): Promise<() => void> {
    if (this.#taken < this.#limits.most) this.#taken += 1
    else await this.#wait()
    let hasLeft = false
    return () => {
      if (hasLeft) return
      hasLeft = true
      const next = this.#waiting.shift()
      // handed on, so that nobody who comes now is before those who wait
      if (next === undefined) this.#taken -= 1
      else next()
    }
  }

  #wait(): Promise<void> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#waiting.splice(this.#waiting.indexOf(handOver), 1)
        const text = 'Too many exports are being written. Try again in a moment.'
        reject(new Problem('export.busy', 503, text, { retryAfterS: 10 }))
      }, this.#limits.waitMs)
      const handOver = () => {
        clearTimeout(timer)
        resolve()
      }
      this.#waiting.push(handOver)
    })
  }
}
