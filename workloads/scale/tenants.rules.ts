import { type Random, seedOf } from '../random.ts'

/**
 * The share of each tenant in all payments, the largest first: one has `largest` of them, the others the rest by Zipf's law
 * (the second of them half of the first, the third a third …). The shares sum to one.
 */
export function tenantShares(count: number, largest: number): number[] {
  const weights = Array.from({ length: count - 1 }, (_, at) => 1 / (at + 1))
  const sum = weights.reduce((total, one) => total + one, 0)
  return [largest, ...weights.map((one) => ((1 - largest) * one) / sum)]
}

/** The share of each machine where tenants lie by their hash, as shards are spread in turn over the machines. */
export function placeByHash(shares: readonly number[], machines: number, shards: number): number[] {
  const load = new Array<number>(machines).fill(0)
  for (const [tenant, share] of shares.entries()) {
    const machine = ((seedOf(tenant, 7) >>> 0) % shards) % machines
    load[machine] = (load[machine] ?? 0) + share
  }
  return load
}

/** The share of each machine where tenants are moved: each, the largest first, to the machine that has least until then. */
export function placeByLoad(shares: readonly number[], machines: number): number[] {
  const load = new Array<number>(machines).fill(0)
  for (const share of shares) {
    const least = load.indexOf(Math.min(...load))
    load[least] = (load[least] ?? 0) + share
  }
  return load
}

/** Chance for a queue: exponentially distributed times, as of events that know nothing of one another. */
export const exponential = (random: Random, mean: number): number =>
  -mean * Math.log(1 - random.fraction())
