import type { Mode } from '@counterfoil/kit/contract/fields.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import { tenantOf } from '@counterfoil/kit/database/tenant-of.ts'
import { within } from '@counterfoil/kit/database/within.ts'

/** Whose a token is. */
export interface TokenOwner {
  readonly merchantId: string
  readonly mode: Mode
}

export async function insertCardToken(
  db: Db,
  token: TokenOwner & {
    readonly id: string
    readonly sealedCard: string
    readonly expiresAt: Date
    readonly at: Date
  },
): Promise<void> {
  await db
    .insertInto('card_token')
    .values({
      tenant_id: tenantOf(db),
      id: token.id,
      merchant_id: token.merchantId,
      mode: token.mode,
      sealed_card: token.sealedCard,
      expires_at: token.expiresAt,
      created_at: token.at,
    })
    .execute()
}

export async function findSealedCard(
  db: Db,
  owner: TokenOwner,
  id: string,
  now: Date,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('card_token')
    .select('sealed_card')
    .where(within(db, 'card_token'))
    .where('id', '=', id)
    .where('merchant_id', '=', owner.merchantId)
    .where('mode', '=', owner.mode)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return row?.sealed_card
}

/** False when it is gone already. */
export async function deleteCardToken(db: Db, owner: TokenOwner, id: string): Promise<boolean> {
  const row = await db
    .deleteFrom('card_token')
    .where(within(db, 'card_token'))
    .where('id', '=', id)
    .where('merchant_id', '=', owner.merchantId)
    .where('mode', '=', owner.mode)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Deletes at most `limit` tokens that nobody paid with; false when none is left. */
export async function deleteExpiredTokens(db: Db, now: Date, limit: number): Promise<boolean> {
  const expired = await db
    .selectFrom('card_token')
    .select('id')
    .where(within(db, 'card_token'))
    .where('expires_at', '<=', now)
    .orderBy('expires_at')
    .limit(limit)
    .execute()
  if (expired.length === 0) return false
  await db
    .deleteFrom('card_token')
    .where(within(db, 'card_token'))
    .where(
      'id',
      'in',
      expired.map(({ id }) => id),
    )
    .execute()
  return expired.length === limit
}
