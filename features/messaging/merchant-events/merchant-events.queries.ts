import type { Db } from '@counterfoil/kit/database/database.ts'
import { tenantOf } from '@counterfoil/kit/database/tenant-of.ts'
import { within } from '@counterfoil/kit/database/within.ts'
import { type SqlBool, sql } from 'kysely'
import { type EventFeed, likePatterns, type MerchantEvent } from './merchant-events.rules.ts'

export interface NewMerchantEvent extends EventFeed {
  readonly id: string
  readonly paymentId: string | null
  readonly type: string
  readonly payload: string
  readonly at: Date
}

export async function insertMerchantEvent(db: Db, event: NewMerchantEvent): Promise<void> {
  await db
    .insertInto('merchant_event')
    .values({
      tenant_id: tenantOf(db),
      merchant_id: event.merchantId,
      mode: event.mode,
      id: event.id,
      payment_id: event.paymentId,
      type: event.type,
      payload: event.payload,
      created_at: event.at,
    })
    .execute()
}

const feedEvents = (db: Db, { merchantId, mode }: EventFeed) =>
  db
    .selectFrom('merchant_event')
    .where(within(db, 'merchant_event'))
    .where('merchant_id', '=', merchantId)
    .where('mode', '=', mode)

/** The position of an event, null if it has none yet; undefined: there is no such event. */
export async function findPosition(
  db: Db,
  feed: EventFeed,
  id: string,
): Promise<bigint | null | undefined> {
  const row = await feedEvents(db, feed).select('position').where('id', '=', id).executeTakeFirst()
  return row === undefined ? undefined : row.position
}

export async function hasEventsWithoutPosition(db: Db, feed: EventFeed): Promise<boolean> {
  const row = await feedEvents(db, feed)
    .select('id')
    .where('position', 'is', null)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** The last position that was given; locked, so that until this transaction ends no other one gives any. */
export async function lockLastPosition(db: Db, { merchantId, mode }: EventFeed): Promise<bigint> {
  await db
    .insertInto('merchant_event_feed')
    .values({ tenant_id: tenantOf(db), merchant_id: merchantId, mode, last_position: 0n })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const row = await selectLastPosition(db, { merchantId, mode })
    .forUpdate()
    .executeTakeFirstOrThrow()
  return row.last_position
}

/** The last position that was given; every event up to it is committed. */
export async function readLastPosition(db: Db, feed: EventFeed): Promise<bigint> {
  const row = await selectLastPosition(db, feed).executeTakeFirst()
  return row?.last_position ?? 0n
}

const selectLastPosition = (db: Db, { merchantId, mode }: EventFeed) =>
  db
    .selectFrom('merchant_event_feed')
    .select('last_position')
    .where(within(db, 'merchant_event_feed'))
    .where('merchant_id', '=', merchantId)
    .where('mode', '=', mode)

/** Gives the committed events without a position the next ones, oldest first, at most `limit`; returns how many. */
export async function updatePositions(
  db: Db,
  feed: EventFeed,
  last: bigint,
  limit: number,
): Promise<number> {
  const { numAffectedRows } = await sql`
    with fresh as (
      select e.id, row_number() over (order by e.id) as place
      from (
        select id from merchant_event
        where ${within(db, 'merchant_event')} and tenant_id = ${tenantOf(db)}::uuid
          and merchant_id = ${feed.merchantId}::uuid and mode = ${feed.mode} and position is null
        order by id
        limit ${limit}
      ) as e
    )
    update merchant_event as e set position = ${last}::bigint + fresh.place
    from fresh
    where ${within(db, 'e')} and e.tenant_id = ${tenantOf(db)}::uuid
      and e.merchant_id = ${feed.merchantId}::uuid and e.mode = ${feed.mode} and e.id = fresh.id`.execute(
    db,
  )
  const given = Number(numAffectedRows ?? 0n)
  if (given === 0) return 0
  await db
    .updateTable('merchant_event_feed')
    .set({ last_position: last + BigInt(given) })
    .where(within(db, 'merchant_event_feed'))
    .where('merchant_id', '=', feed.merchantId)
    .where('mode', '=', feed.mode)
    .execute()
  return given
}

/** Events after one position and up to another, in order. */
export async function listEvents(
  db: Db,
  feed: EventFeed,
  page: {
    readonly after: bigint
    readonly upTo: bigint
    /** None: every type. */
    readonly types: readonly string[]
    readonly limit: number
  },
): Promise<MerchantEvent[]> {
  const rows = await feedEvents(db, feed)
    .select(['id', 'position', 'payload'])
    .where('position', '>', page.after)
    .where('position', '<=', page.upTo)
    .$if(page.types.length > 0, (query) =>
      query.where(sql<SqlBool>`type like any (${likePatterns(page.types)}::text[])`),
    )
    .orderBy('position')
    .limit(page.limit)
    .execute()
  return rows.map(({ id, position, payload }) => ({ id, position: position ?? 0n, payload }))
}

/** The newest event at or before a position; undefined: there is none any more. */
export async function findEventAt(
  db: Db,
  feed: EventFeed,
  position: bigint,
): Promise<string | undefined> {
  const row = await feedEvents(db, feed)
    .select('id')
    .where('position', '<=', position)
    .orderBy('position', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.id
}
