import { randomInt } from 'node:crypto'
import { v7 } from 'uuid'

let sequence = randomInt(2 ** 31)

/**
 * A new id that sorts by its instant, and within one process by the order in which ids were asked for: what happened
 * in the same millisecond still lists in the order in which it happened.
 */
export function newId(at: Date): string {
  sequence = (sequence + 1) >>> 0
  return v7({ msecs: at.getTime(), seq: sequence })
}

/** The lowest id of an instant: ids from then on are equal or greater. */
export function firstIdAt(at: Date): string {
  const hex = at.getTime().toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`
}
