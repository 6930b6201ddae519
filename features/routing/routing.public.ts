import type { Db } from '@counterfoil/kit/database/database.ts'
import {
  countRecentWithCard,
  listAntifraudRules,
  listMids,
  storeFindings,
} from './routing.queries.ts'
import type { Mid } from './routing.rules.ts'
import { type AntifraudRule, type Finding, needsCardCount, screenOrder } from './screening.rules.ts'

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
  const recentWithCard =
    order.cardToken !== null && needsCardCount(rules)
      ? await countRecentWithCard(db, order.merchantId, order.mode, order.cardToken, since)
      : null
  return screenOrder({ ...order, recentWithCard }, rules)
}

/** Keeps what screening found, with the payment it was found on. */
export function keepFindings(
  db: Db,
  payment: { readonly id: string; readonly merchantId: string },
  findings: readonly Finding[],
  at: Date,
): Promise<void> {
  return storeFindings(db, payment, findings, at)
}
