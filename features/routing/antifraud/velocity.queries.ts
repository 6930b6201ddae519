import { createHash } from 'node:crypto'
import type { Db } from '@counterfoil/kit/database/database.ts'
import { firstIdAt } from '@counterfoil/kit/database/ids.ts'
import { tenantOf } from '@counterfoil/kit/database/tenant-of.ts'
import { within, withinPayments } from '@counterfoil/kit/database/within.ts'
import { type SqlBool, sql } from 'kysely'
import { type Card, lastLifted } from './restrictions.queries.ts'
import { allMerchants, type Counted, type Counter, counterKey, withHit } from './velocity.rules.ts'

/** Counters hold no addresses. */
const digestOf = (value: string): string => createHash('sha256').update(value).digest('base64url')

/** The times at which what is counted came, in milliseconds, with this payment's. */
export type Hits = ReadonlyMap<string, readonly number[]>

/**
 * Counts a payment, in the order of the counters. They stay locked until the transaction ends, so that payments that come
 * at once are counted one after another. Costs as much as a rule's limit, whatever the window holds.
 */
export async function countHits(
  db: Db,
  mode: number,
  counters: readonly Counter[],
  at: Date,
): Promise<Hits> {
  if (counters.length === 0) return new Map()
  // sent together; they run one after another
  const locked = await Promise.all(
    counters.map(async (counter) => ({
      counter,
      before: await lockCounter(db, mode, counter, at),
    })),
  )
  const counted = locked.map(({ counter, before }) => ({
    ...counter,
    ...withHit(before, counter, at.getTime()),
  }))
  await Promise.all(counted.map((one) => updateCounter(db, mode, one, at)))
  return new Map(counted.map(({ rule, scopeId, hits }) => [counterKey(rule, scopeId), hits]))
}

/** What `countHits` would find for a payment, which is neither counted nor waited for. */
export async function lookAtHits(
  db: Db,
  mode: number,
  counters: readonly Counter[],
  at: Date,
): Promise<Hits> {
  const found = await Promise.all(
    counters.map(async (counter) => {
      const row = await counterOf(db, mode, counter).executeTakeFirst()
      const before =
        row === undefined
          ? await countedBefore(db, mode, counter, at)
          : { hits: row.hits.map(Number), marks: row.marks }
      return [
        counterKey(counter.rule, counter.scopeId),
        withHit(before, counter, at.getTime()).hits,
      ] as const
    }),
  )
  return new Map(found)
}

/** Of what has no counter yet. */
function countedBefore(db: Db, mode: number, counter: Counter, at: Date) {
  const { rule, scopeId } = counter
  return rule === 'card_velocity' && scopeId !== allMerchants
    ? listPayments(db, mode, counter, at)
    : { hits: [], marks: [] }
}

/** A counter as it is before the payment; an empty one is made for what was not counted yet. */
async function lockCounter(db: Db, mode: number, counter: Counter, at: Date): Promise<Counted> {
  const { rule, scopeId } = counter
  const value = digestOf(counter.value)
  const key = { scope_id: scopeId, mode, rule, value }
  const empty = { ...key, tenant_id: tenantOf(db), hits: [], marks: [], expires_at: at }
  const [[made], row] = await Promise.all([
    db
      .insertInto('velocity_counter')
      .values(empty)
      .onConflict((on) => on.doNothing())
      .returning('rule')
      .execute(),
    counterOf(db, mode, counter).forUpdate().executeTakeFirst(),
  ])
  // the clean-up took it in between
  if (row === undefined) return lockCounter(db, mode, counter, at)
  if (made !== undefined) return countedBefore(db, mode, counter, at)
  return { hits: row.hits.map(Number), marks: row.marks }
}

/**
 * A card's payments before it was counted, so that a rule applies from the moment it is switched on. Those from before its
 * restriction was last lifted are forgiven.
 */
async function listPayments(
  db: Db,
  mode: number,
  { scopeId: merchantId, value: cardToken, windowMs, keep }: Counter,
  at: Date,
): Promise<Counted> {
  const since = new Date(at.getTime() - windowMs)
  const rows = await db
    .selectFrom('payment')
    .select(['id', 'created_at as createdAt'])
    .where(withinPayments(db, 'payment'))
    .where('merchant_id', '=', merchantId)
    .where('mode', '=', mode)
    .where('id', '>=', firstIdAt(since))
    .where('card_token', '=', cardToken)
    .where('created_at', '>', lastLifted(db, { merchantId, mode, cardToken }))
    .orderBy('id', 'desc')
    .limit(keep)
    .execute()
  return {
    hits: rows.map(({ createdAt }) => createdAt.getTime()),
    marks: rows.map(({ id }) => id),
  }
}

const counterOf = (db: Db, mode: number, { rule, scopeId, value }: Counter) =>
  db
    .selectFrom('velocity_counter')
    .select(['hits', 'marks'])
    .where(within(db, 'velocity_counter', null))
    .where('scope_id', '=', scopeId)
    .where('mode', '=', mode)
    .where('rule', '=', rule)
    .where('value', '=', digestOf(value))

async function updateCounter(
  db: Db,
  mode: number,
  { rule, scopeId, value, hits, marks, windowMs }: Counter & Counted,
  at: Date,
): Promise<void> {
  await db
    .updateTable('velocity_counter')
    .set({
      hits: hits.map(BigInt),
      marks: [...marks],
      expires_at: new Date(at.getTime() + windowMs),
    })
    .where(within(db, 'velocity_counter', null))
    .where('scope_id', '=', scopeId)
    .where('mode', '=', mode)
    .where('rule', '=', rule)
    .where('value', '=', digestOf(value))
    .execute()
}

/** The counters that hold payments of a card, at its merchant and at all together. */
const filledCounters = ({ merchantId, mode, cardToken }: Card, at: Date) =>
  sql<SqlBool>`velocity_counter.scope_id in (${merchantId}::uuid, ${allMerchants}::uuid)
    and velocity_counter.mode = ${mode}::smallint and velocity_counter.rule = 'card_velocity'
    and velocity_counter.value = ${digestOf(cardToken)} and velocity_counter.expires_at > ${at}
    and cardinality(velocity_counter.hits) > 0`

/** Whether rules found that the payment's card pays too often, and still count payments of it. */
export async function isCardCounted(
  db: Db,
  paymentId: string,
  card: Card,
  at: Date,
): Promise<boolean> {
  const found = await db
    .selectFrom('antifraud_alert as a')
    .select('a.id')
    .where(within(db, 'a'))
    .where('a.payment_id', '=', paymentId)
    .where('a.rule', 'in', ['card_velocity', 'card_restriction'])
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('velocity_counter')
          .select('velocity_counter.scope_id')
          .where(within(db, 'velocity_counter', null))
          .where(filledCounters(card, at)),
      ),
    )
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

/**
 * Forgets how often a card paid, at its merchant and at all together, and answers the number of counters that held payments.
 * They stay, empty: a counter that is made anew would begin with the card's payments from before.
 */
export async function updateCardCounts(db: Db, card: Card, at: Date): Promise<number> {
  const rows = await db
    .updateTable('velocity_counter')
    .set({ hits: [], marks: [] })
    .where(within(db, 'velocity_counter', null))
    .where(filledCounters(card, at))
    .returning('scope_id')
    .execute()
  return rows.length
}

/** A place among a tenant's counters, in the order of their primary key. */
export interface CounterPlace {
  readonly scopeId: string
  readonly mode: number
  readonly rule: string
  readonly value: string
}

/**
 * Deletes those whose window has passed among the next `limit` counters behind a place, and answers how many, and the place
 * behind these; undefined: it has reached the last. Each payment moves the time of its counters, which an index of times would
 * have to follow, so counters are walked in slices of their key instead.
 */
export async function deleteExpiredCounters(
  db: Db,
  at: Date,
  after: CounterPlace | undefined,
  limit: number,
): Promise<{ readonly place: CounterPlace | undefined; readonly deleted: number }> {
  const behind = after === undefined ? sql`true` : sql`${key} > ${placeOf(after)}`
  const place = await db
    .selectFrom('velocity_counter')
    .select(['scope_id as scopeId', 'mode', 'rule', 'value'])
    .where(within(db, 'velocity_counter', null))
    .where(sql<SqlBool>`${behind}`)
    .orderBy('scope_id')
    .orderBy('mode')
    .orderBy('rule')
    .orderBy('value')
    .offset(limit - 1)
    .limit(1)
    .executeTakeFirst()
  const upTo = place === undefined ? sql`true` : sql`${key} <= ${placeOf(place)}`
  const { numAffectedRows = 0n } = await sql`
    delete from velocity_counter
    where (tenant_id, scope_id, mode, rule, value) in (
      select tenant_id, scope_id, mode, rule, value from velocity_counter
      where ${within(db, 'velocity_counter', null)} and ${behind} and ${upTo} and expires_at <= ${at}
      for update skip locked)`.execute(db)
  return { place, deleted: Number(numAffectedRows) }
}

const key = sql`(scope_id, mode, rule, value)`

const placeOf = ({ scopeId, mode, rule, value }: CounterPlace) =>
  sql`(${scopeId}::uuid, ${mode}::smallint, ${rule}::text, ${value}::text)`
