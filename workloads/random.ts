import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus'

/** Numbers that look like chance and are the same on every run. */
export interface Random {
  /** From 0 up to, not including, `limit`. */
  below(limit: number): number
  /** From 0 up to, not including, 1. */
  fraction(): number
  /** 32 bits. */
  bits(): number
  pick<T>(from: readonly T[]): T
}

export function randomOf(seed: number): Random {
  const generator = xoroshiro128plus(seed)
  // neighbouring seeds begin alike
  for (let skipped = 0; skipped < 8; skipped++) generator.next()
  const bits = () => generator.next() >>> 0
  const below = (limit: number) => Math.floor((bits() / 2 ** 32) * limit)
  return {
    bits,
    below,
    fraction: () => bits() / 2 ** 32,
    pick: <T>(from: readonly T[]) => from[below(from.length)] as T,
  }
}

/** A number that depends on all of its parts, to seed what has to be the same wherever it is made. */
export function seedOf(...parts: readonly number[]): number {
  let hash = 0x811c9dc5
  for (const part of parts) {
    hash = Math.imul(hash ^ (part & 0xffff), 0x01000193)
    hash = Math.imul(hash ^ (part >>> 16), 0x01000193)
    hash ^= hash >>> 15
  }
  return hash | 0
}

/** Chooses by weight: cumulative weights are looked up by bisection. */
export class Weighted<T> {
  readonly #values: readonly T[]
  readonly #sums: Float64Array

  constructor(choices: readonly (readonly [value: T, weight: number])[]) {
    this.#values = choices.map(([value]) => value)
    this.#sums = new Float64Array(choices.length)
    let sum = 0
    for (const [at, [, weight]] of choices.entries()) {
      sum += weight
      this.#sums[at] = sum
    }
  }

  pick(random: Random): T {
    const wanted = random.fraction() * (this.#sums.at(-1) ?? 0)
    let low = 0
    let high = this.#sums.length - 1
    while (low < high) {
      const middle = (low + high) >> 1
      if ((this.#sums[middle] ?? 0) <= wanted) low = middle + 1
      else high = middle
    }
    return this.#values[low] as T
  }
}
