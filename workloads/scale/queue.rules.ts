import type { Random } from '../random.ts'
import { exponential } from './tenants.rules.ts'

export interface QueueInput {
  readonly arrivalsPerSecond: number
  readonly serviceMs: number
  /** Cores of a machine, or places of an endpoint. */
  readonly places: number
  readonly seconds: number
}

export interface Waits {
  /** The share of their time in which the places are busy, as asked for: at one and more the queue grows for ever. */
  readonly busy: number
  readonly meanMs: number
  readonly medianMs: number
  readonly p97Ms: number
  readonly p999Ms: number
  /** Arrivals that had not begun when the time was over. */
  readonly left: number
}

/** Simulates a queue: arrivals by chance, first come first served by the place that is free first, waits until the beginning. */
export function simulateQueue(
  { arrivalsPerSecond, serviceMs, places, seconds }: QueueInput,
  random: Random,
): Waits {
  const endMs = seconds * 1000
  /** When each place comes free. */
  const free = new Array<number>(places).fill(0)
  const waits: number[] = []
  let left = 0
  for (
    let at = exponential(random, 1000 / arrivalsPerSecond);
    at < endMs;
    at += exponential(random, 1000 / arrivalsPerSecond)
  ) {
    const first = Math.min(...free)
    const begins = Math.max(at, first)
    free[free.indexOf(first)] = begins + exponential(random, serviceMs)
    if (begins > endMs) left += 1
    waits.push(begins - at)
  }
  waits.sort((a, b) => a - b)
  const within = (share: number) => waits[Math.floor((waits.length - 1) * share)] ?? 0
  return {
    busy: (arrivalsPerSecond * serviceMs) / 1000 / places,
    meanMs: waits.reduce((sum, one) => sum + one, 0) / Math.max(1, waits.length),
    medianMs: within(0.5),
    p97Ms: within(0.975),
    p999Ms: within(0.999),
    left,
  }
}
