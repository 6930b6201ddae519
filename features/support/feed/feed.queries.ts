import type { DB as Rows } from '@counterfoil/database/rows.generated.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import { tenantOf } from '@counterfoil/kit/database/tenant-of.ts'
import { within } from '@counterfoil/kit/database/within.ts'
import { type Insertable, type Selectable, sql } from 'kysely'

export type PublicItem = Selectable<Rows['support_feed_item']>
export type InternalItem = Selectable<Rows['support_internal_item']>
export type NewPublicItem = Omit<Insertable<Rows['support_feed_item']>, 'tenant_id'>
export type NewInternalItem = Omit<Insertable<Rows['support_internal_item']>, 'tenant_id'>

/** A feed shows so many of its newest items; its export has all. */
export const maxFeedItems = 1000

/** The part of a feed that is read. */
export interface FeedRange {
  /** Also what is older than the newest `maxFeedItems`. */
  readonly isWhole?: boolean
  /** Only items after this one. */
  readonly after?: string | undefined
  readonly itemIds?: readonly string[]
}

/** The condition of a range, on the ids of `support_feed_item` or `support_internal_item`, whose order is by time. */
function inRange(column: string, { after, itemIds }: FeedRange) {
  const id = sql.ref(column)
  const isAfter = after === undefined ? sql`true` : sql`${id} > ${after}::uuid`
  return itemIds === undefined
    ? sql<boolean>`${isAfter}`
    : sql<boolean>`${isAfter} and ${id} = any (${itemIds as string[]}::uuid[])`
}

/** As SQL, a limit of null is none. */
const limitOf = ({ isWhole }: FeedRange) => sql<number>`${isWhole === true ? null : maxFeedItems}`

/** False: a request with the same key inserted the item before. */
export async function insertPublicItem(db: Db, item: NewPublicItem): Promise<boolean> {
  const stored = await db
    .insertInto('support_feed_item')
    .values({ ...item, tenant_id: tenantOf(db) })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return stored !== undefined
}

/** `db` is in the scope of the organisation that wrote it. False: a request with the same key inserted it before. */
export async function insertInternalItem(db: Db, item: NewInternalItem): Promise<boolean> {
  const stored = await db
    .insertInto('support_internal_item')
    .values({ ...item, tenant_id: tenantOf(db) })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return stored !== undefined
}

/** The item that a request with the same key inserted before. */
export function findItemByRequestKey(
  db: Db,
  table: 'support_feed_item' | 'support_internal_item',
  of: { readonly ticketId: string; readonly actorId: string; readonly requestKey: string },
) {
  return db
    .selectFrom(table)
    .select('id')
    .where(within(db, table))
    .where('ticket_id', '=', of.ticketId)
    .where('actor_id', '=', of.actorId)
    .where('request_key', '=', of.requestKey)
    .executeTakeFirst()
}

export function listPublicItems(
  db: Db,
  ticket: { readonly tenant_id: string; readonly id: string },
  range: FeedRange = {},
): Promise<PublicItem[]> {
  return db
    .onKeptPlans()
    .selectFrom('support_feed_item as f')
    .selectAll()
    .where(within(db, 'f'))
    .where('f.tenant_id', '=', ticket.tenant_id)
    .where('f.ticket_id', '=', ticket.id)
    .where(inRange('f.id', range))
    .orderBy('f.id', 'desc')
    .limit(limitOf(range))
    .execute()
}

/** `db` is in the scope of the caller's organisation, which holds no rows of the other side. */
export function listInternalItems(
  db: Db,
  ticketId: string,
  range: FeedRange,
): Promise<InternalItem[]> {
  return db
    .onKeptPlans()
    .selectFrom('support_internal_item as f')
    .selectAll()
    .where(within(db, 'f'))
    .where('f.ticket_id', '=', ticketId)
    .where(inRange('f.id', range))
    .orderBy('f.id', 'desc')
    .limit(limitOf(range))
    .execute()
}

/** `db` is in the scope of the organisation that wrote it. */
export function findInternalItem(db: Db, itemId: string) {
  return db
    .selectFrom('support_internal_item as f')
    .select(['f.ticket_tenant_id', 'f.ticket_id'])
    .where(within(db, 'f'))
    .where('f.id', '=', itemId)
    .executeTakeFirst()
}

/** The platform's public comments on the ticket into which a customer's ticket was escalated. */
export function listEscalationComments(
  db: Db,
  ticket: { readonly tenant_id: string; readonly id: string },
  range: FeedRange,
): Promise<PublicItem[]> {
  return db
    .selectFrom('support_feed_item as f')
    .selectAll()
    .where(within(db, 'f'))
    .where('f.tenant_id', '=', ticket.tenant_id)
    .where('f.ticket_id', '=', ticket.id)
    .where('f.kind', '=', 'comment')
    .where('f.actor_side', '=', 'platform')
    .where(inRange('f.id', range))
    .orderBy('f.id', 'desc')
    .limit(limitOf(range))
    .execute()
}

/** `db` is in the scope of the caller's organisation. */
export async function findReadUntil(
  db: Db,
  userId: string,
  ticketId: string,
): Promise<Date | undefined> {
  const row = await db
    .selectFrom('support_read_mark as r')
    .select('r.read_until')
    .where(within(db, 'r', null))
    .where('r.user_id', '=', userId)
    .where('r.ticket_id', '=', ticketId)
    .executeTakeFirst()
  return row?.read_until
}

/** Never moves a mark back: an older page may answer later than a newer one. */
export async function upsertReadMark(
  db: Db,
  mark: { readonly userId: string; readonly ticketId: string; readonly at: Date },
): Promise<void> {
  await db
    .insertInto('support_read_mark')
    .values({
      tenant_id: tenantOf(db),
      user_id: mark.userId,
      ticket_id: mark.ticketId,
      read_until: mark.at,
    })
    .onConflict((conflict) =>
      conflict.columns(['tenant_id', 'user_id', 'ticket_id']).doUpdateSet({
        read_until: sql`greatest(support_read_mark.read_until, excluded.read_until)`,
      }),
    )
    .execute()
}

export async function upsertPresence(
  db: Db,
  one: {
    readonly userId: string
    readonly userName: string
    readonly merchantId: string | null
    readonly ticketId: string
    readonly at: Date
  },
): Promise<void> {
  await db
    .insertInto('support_presence')
    .values({
      tenant_id: tenantOf(db),
      ticket_id: one.ticketId,
      user_id: one.userId,
      merchant_id: one.merchantId,
      user_name: one.userName,
      seen_at: one.at,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['tenant_id', 'ticket_id', 'user_id'])
        .doUpdateSet({ seen_at: one.at, user_name: one.userName }),
    )
    .execute()
}

/** Colleagues of the same organisation who had the ticket open since. */
export function listColleaguesPresent(
  db: Db,
  of: {
    readonly ticketId: string
    readonly userId: string
    readonly merchantId: string | null
    readonly since: Date
  },
) {
  return db
    .selectFrom('support_presence as p')
    .select(['p.user_id as id', 'p.user_name as name'])
    .where(within(db, 'p'))
    .where('p.ticket_id', '=', of.ticketId)
    .where('p.user_id', '!=', of.userId)
    .where('p.seen_at', '>=', of.since)
    .where('p.merchant_id', of.merchantId === null ? 'is' : '=', of.merchantId)
    .orderBy('p.user_name')
    .execute()
}

/** Deletes the presence of users who left long ago. */
export async function deletePresence(db: Db, before: Date): Promise<void> {
  await db
    .deleteFrom('support_presence')
    .where(within(db, 'support_presence'))
    .where('seen_at', '<', before)
    .execute()
}
