import type { Db } from '@counterfoil/kit/database/database.ts'
import {
  type Card,
  findRestriction,
  insertRestriction,
  liftRestrictions,
} from './restrictions.queries.ts'
import {
  countRecentWithCard,
  listAntifraudRules,
  listMids,
  storeFindings,
} from './routing.queries.ts'
import type { Mid } from './routing.rules.ts'
import {
  type AntifraudRule,
  beginsRestriction,
  type Finding,
  needsCardCount,
  restrictedForMs,
  screenOrder,
} from './screening.rules.ts'

export { findRestriction, liftRestrictions }

/** What routing and screening look at, in one go. */
export async function readRoutingFacts(
  db: Db,
  merchantId: string,
  mode: number,
): Promise<{ mids: Mid[]; rules: AntifraudRule[] }> {
  const [mids, rules] = await Promise.all([
    listMids(db, merchantId),
    listAntifraudRules(db, merchantId, mode),
  ])
  return { mids, rules }
}

const velocityWindowMs = 60_000

export interface OrderToScreen {
  readonly merchantId: string
  readonly mode: number
  readonly currency: string
  readonly amountMinor: bigint
  readonly country: string | null
  readonly cardToken: string | null
}

/** Screens an order; asks the database only when a rule needs it. */
export async function screen(
  db: Db,
  order: OrderToScreen,
  rules: readonly AntifraudRule[],
  at: Date,
): Promise<Finding[]> {
  if (rules.length === 0) return []
  const since = new Date(at.getTime() - velocityWindowMs)
  const { cardToken } = order
  if (cardToken === null || !needsCardCount(rules)) {
    return screenOrder({ ...order, recentWithCard: null, restrictedUntil: null }, rules)
  }
  const card = { ...order, cardToken }
  const [recentWithCard, restriction] = await Promise.all([
    countRecentWithCard(db, card, since),
    findRestriction(db, card, at),
  ])
  const restrictedUntil = restriction?.expiresAt ?? null
  return screenOrder({ ...order, recentWithCard, restrictedUntil }, rules)
}

/** Keeps what screening found, with the payment it was found on, and the card from paying where that follows. */
export async function keepFindings(
  db: Db,
  payment: Omit<Card, 'cardToken'> & { readonly id: string; readonly cardToken: string | null },
  findings: readonly Finding[],
  at: Date,
): Promise<void> {
  const { cardToken } = payment
  await Promise.all([
    storeFindings(db, payment, findings, at),
    cardToken !== null && beginsRestriction(findings)
      ? insertRestriction(db, { ...payment, cardToken }, at, restrictedForMs)
      : undefined,
  ])
}
