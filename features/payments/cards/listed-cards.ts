import { findPayment } from '@counterfoil/features/payments/processing/payments.public.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import { z } from 'zod'
import { cardTypeOf, digitsOf } from './cards.rules.ts'
import { cardTokenOf, type KeyHolder } from './tenant-keys.public.ts'

/** A listed card: its token, and its first six and last four digits where they are known. */
export interface ListedCard {
  readonly value: string
  readonly cardHint: string | null
}

/** The card of a number, of a payment that the caller sees, or of a token; undefined otherwise. */
export async function findListedCard(
  db: Db,
  holder: KeyHolder,
  typed: string,
): Promise<ListedCard | undefined> {
  const text = typed.trim()
  if (/^card_[\w-]{43}$/.test(text)) return { value: text, cardHint: null }
  if (z.uuid().safeParse(text).success) {
    const payment = await findPayment(db, text)
    if (payment?.cardToken == null) return undefined
    return { value: payment.cardToken, cardHint: hintOf(payment.cardFirst6, payment.cardLast4) }
  }
  const digits = digitsOf(text)
  if (cardTypeOf(digits) === null) return undefined
  const value = await cardTokenOf(holder, digits)
  return { value, cardHint: hintOf(digits.slice(0, 6), digits.slice(-4)) }
}

const hintOf = (first6: string | null, last4: string | null) => `${first6 ?? ''}…${last4 ?? ''}`
