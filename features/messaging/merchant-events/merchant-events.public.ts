import { Problem } from '@counterfoil/kit/contract/problem.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import {
  findEventAt,
  findPosition,
  hasEventsWithoutPosition,
  listEvents,
  lockLastPosition,
  readLastPosition,
  updatePositions,
} from './merchant-events.queries.ts'
import type { EventFeed, MerchantEvent } from './merchant-events.rules.ts'

export { insertMerchantEvent } from './merchant-events.queries.ts'

/** How many events one call gives a position at once; a merchant that begins to read after months has many without one. */
const positionsAtOnce = 5_000

export interface EventPage {
  readonly events: readonly MerchantEvent[]
  /** The event to continue after; null: there is none yet. */
  readonly lastId: string | null
  readonly hasMore: boolean
}

/**
 * A merchant's events in order, after one of them. No event ever appears before one that a reader has passed: positions are
 * given to committed events alone, under a lock, so what commits later gets a higher one.
 */
export async function readEventPage(
  db: Db,
  feed: EventFeed,
  query: {
    readonly after: string | undefined
    readonly types: readonly string[]
    readonly limit: number
  },
): Promise<EventPage> {
  const isNumbered = await givePositions(db, feed)
  const after = query.after === undefined ? 0n : await positionOf(db, feed, query.after)
  // read before the events: all of them up to here are visible to what is read after it
  const upTo = await readLastPosition(db, feed)
  const { types, limit } = query
  const found = await listEvents(db, feed, { after, upTo, types, limit: limit + 1 })
  const events = found.slice(0, limit)
  const isFull = found.length > limit
  const last = isFull ? events.at(-1)?.id : await findEventAt(db, feed, upTo)
  return { events, lastId: last ?? query.after ?? null, hasMore: isFull || !isNumbered }
}

/** Gives positions to committed events that have none; false if more are left. */
async function givePositions(db: Db, feed: EventFeed): Promise<boolean> {
  // the lock is for those who find something to do
  if (!(await hasEventsWithoutPosition(db, feed))) return true
  const last = await lockLastPosition(db, feed)
  return (await updatePositions(db, feed, last, positionsAtOnce)) < positionsAtOnce
}

async function positionOf(db: Db, feed: EventFeed, id: string): Promise<bigint> {
  const position = await findPosition(db, feed, id)
  if (position === undefined) {
    throw new Problem(
      'event.unknown',
      404,
      'There is no such event, or it is not kept any longer. Read without `after` from the oldest event that is kept.',
    )
  }
  if (position !== null) return position
  throw new Problem(
    'event.not_in_order_yet',
    503,
    'Older events are still being put in order. Try again in a moment.',
    { retryAfterS: 1 },
  )
}
