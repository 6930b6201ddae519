import { randomUUID } from 'node:crypto'
import {
  type CardInput,
  digitsOf,
  readCard,
} from '@counterfoil/features/payments/cards/cards.rules.ts'
import type { KeyHolder } from '@counterfoil/features/payments/cards/tenant-keys.public.ts'
import { Problem } from '@counterfoil/kit/contract/problem.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import { openText, sealText } from '@counterfoil/kit/database/vault.ts'
import {
  deleteCardToken,
  findSealedCard,
  insertCardToken,
  type TokenOwner,
} from './card-tokens.queries.ts'

const minutes = 15
const table = 'card_token'

/** Seals a card that was found good, and answers the token that one payment may use. `place`: see `readCard`. */
export async function createCardToken(
  db: Db,
  { providers, now }: Pick<KeyHolder, 'providers' | 'now'>,
  owner: TokenOwner,
  input: Omit<CardInput, 'type'>,
  place: string,
) {
  if (!providers.keys.isOpen) {
    // never in the clear, not for a minute
    throw new Problem(
      'card_token.no_key',
      503,
      'Cards cannot be taken here: there is no secret to seal them with',
    )
  }
  const at = now()
  const { brand, first6, last4 } = readCard({ type: 'card', ...input }, at, place)
  const expiresAt = new Date(at.getTime() + minutes * 60_000)
  const card: Omit<CardInput, 'type'> = {
    number: digitsOf(input.number),
    expiryMonth: input.expiryMonth,
    expiryYear: input.expiryYear,
    securityCode: input.securityCode,
  }
  const text = JSON.stringify(card)
  const sealedCard = await sealText(db, providers.keys, { table, text, now: at })
  const id = randomUUID()
  await insertCardToken(db, { ...owner, id, sealedCard, expiresAt, at })
  return { id, brand, first6, last4, expiresAt: expiresAt.toISOString() }
}

/** The card of a token; undefined when the token is unknown, used, expired or another merchant's. */
export async function openCardToken(
  holder: KeyHolder,
  owner: TokenOwner,
  id: string,
): Promise<CardInput | undefined> {
  const at = holder.now()
  const sealed = await holder.transaction((db) => findSealedCard(db, owner, id, at))
  if (sealed === undefined) return undefined
  const { database, tenantId, providers } = holder
  const text = await openText({ database, tenantId, keys: providers.keys, now: at }, table, sealed)
  return { type: 'card', ...(JSON.parse(text) as Omit<CardInput, 'type'>) }
}

/** In the transaction of the payment: of two payments with one token, the second is refused. */
export async function useCardToken(
  db: Db,
  owner: TokenOwner,
  id: string,
  path = 'method.token',
): Promise<void> {
  if (!(await deleteCardToken(db, owner, id))) throw tokenGone(path)
}

export function tokenGone(path = 'method.token'): Problem {
  const message =
    'There is no such token: it was used, has expired, or is not of this merchant and mode'
  return new Problem('card_token.gone', 400, message, { path })
}
