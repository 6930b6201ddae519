import type { Db } from '@counterfoil/kit/database/database.ts'
import { newId } from '@counterfoil/kit/database/ids.ts'
import { tenantOf } from '@counterfoil/kit/database/tenant-of.ts'
import { within } from '@counterfoil/kit/database/within.ts'
import { type RawBuilder, sql } from 'kysely'

/** A restriction applies to a card at a merchant in one mode. */
export interface Card {
  readonly merchantId: string
  readonly mode: number
  readonly cardToken: string
}

export interface Restriction {
  readonly paymentId: string
  readonly placedAt: Date
  readonly expiresAt: Date
}

/** The restriction of the card at this instant; the longest of several. */
export function findRestriction(db: Db, card: Card, at: Date): Promise<Restriction | undefined> {
  return db
    .selectFrom('card_restriction')
    .select(['payment_id as paymentId', 'placed_at as placedAt', 'expires_at as expiresAt'])
    .where(within(db, 'card_restriction'))
    .where('merchant_id', '=', card.merchantId)
    .where('mode', '=', card.mode)
    .where('card_token', '=', card.cardToken)
    .where('lifted_at', 'is', null)
    .where('expires_at', '>', at)
    .orderBy('expires_at', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** When the last restriction of the card was lifted, or a time long ago. */
export function lastLifted(db: Db, card: Card): RawBuilder<Date> {
  return sql`coalesce((
    select max(r.lifted_at) from card_restriction as r
    where ${within(db, 'r')} and r.merchant_id = ${card.merchantId}::uuid
      and r.mode = ${card.mode}::smallint and r.card_token = ${card.cardToken}
  ), '-infinity')`
}

export async function insertRestriction(
  db: Db,
  card: Card & { readonly id: string },
  at: Date,
  durationMs: number,
): Promise<void> {
  await db
    .insertInto('card_restriction')
    .values({
      tenant_id: tenantOf(db),
      id: newId(at),
      merchant_id: card.merchantId,
      mode: card.mode,
      card_token: card.cardToken,
      payment_id: card.id,
      placed_at: at,
      expires_at: new Date(at.getTime() + durationMs),
    })
    .execute()
}

/** Ends the restrictions of a card and returns their number. */
export async function updateLifted(db: Db, card: Card, userId: string, at: Date): Promise<number> {
  const rows = await db
    .updateTable('card_restriction')
    .set({ lifted_at: at, lifted_by: userId })
    .where(within(db, 'card_restriction'))
    .where('merchant_id', '=', card.merchantId)
    .where('mode', '=', card.mode)
    .where('card_token', '=', card.cardToken)
    .where('lifted_at', 'is', null)
    .where('expires_at', '>', at)
    .returning('id')
    .execute()
  return rows.length
}
