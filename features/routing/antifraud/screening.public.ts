import { hourMs } from '@counterfoil/kit/contract/durations.ts'
import type { Variables } from '@counterfoil/kit/contract/system-variables.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import { mailboxOf } from './email-addresses.rules.ts'
import { placesOf } from './ip-addresses.rules.ts'
import {
  type Card,
  findRestriction,
  insertRestriction,
  updateLifted,
} from './restrictions.queries.ts'
import {
  findBlockedCard,
  hasEntries,
  insertFindings,
  insertMatches,
  isOwnTrusted,
  listAntifraudRules,
  listBlacklisted,
  listLifted,
  listOwnBlacklisted,
  listOwnLists,
  listOwnTrusted,
  listTrustedValues,
  readOwnLists,
} from './screening.queries.ts'
import {
  type AntifraudRule,
  beginsRestriction,
  type Finding,
  isLifted,
  type RuleMatch,
  type RuleOwner,
  screenOrder,
} from './screening.rules.ts'
import { countHits, isCardCounted, lookAtHits, updateCardCounts } from './velocity.queries.ts'
import { countersFor } from './velocity.rules.ts'

export {
  findBlockedCard,
  findRestriction,
  hasEntries,
  isCardCounted,
  listAntifraudRules,
  listOwnLists,
  readOwnLists,
}

/**
 * Lifts the restrictions of a card and counts its payments from zero again; answers how many restrictions, and how many
 * counters with payments, there were. A counter that is full blocks the next payment without a restriction too.
 */
export async function liftRestrictions(
  db: Db,
  card: Card,
  userId: string,
  at: Date,
): Promise<{ lifted: number; counters: number }> {
  const lifted = await updateLifted(db, card, userId, at)
  return { lifted, counters: await updateCardCounts(db, card, at) }
}

export interface OrderToScreen {
  readonly operationId: string
  readonly merchantId: string
  readonly mode: number
  readonly currency: string
  readonly amountMinor: bigint
  /** The customer's. */
  readonly country: string | null
  /** In which the card was issued. */
  readonly cardCountry: string | null
  readonly cardToken: string | null
  /** The prefixes of the card number by which its issuer may be listed, the shortest first. */
  readonly iins: readonly string[]
  readonly email: string | null
  readonly ip: string | null
  readonly device: string | null
}

/** The settings that screening works by. */
export interface ScreeningSettings {
  readonly rules: readonly AntifraudRule[]
  /** Rules of other merchants that count at all merchants together: the order is counted for them, and not found by them. */
  readonly alsoCounted: readonly AntifraudRule[]
  readonly hasBlacklist: boolean
  readonly hasWhitelist: boolean
  /** The merchant's own lists, where they are opened and not empty. */
  readonly hasOwnBlacklist: boolean
  readonly hasOwnWhitelist: boolean
  readonly variables: Variables
}

/** What screening found: what has its effect, and what each rule found, those in shadow too. */
export interface Screening {
  readonly findings: readonly Finding[]
  readonly matches: readonly RuleMatch[]
}

/** Screens an order, and counts it; the database is asked only if a rule or a list needs it. */
export const screen = (
  db: Db,
  order: OrderToScreen,
  settings: ScreeningSettings,
  at: Date,
): Promise<Screening> => screenWith(countHits, db, order, settings, at)

/** What screening would find of an order that is only looked at: nothing is counted. */
export const lookAtScreening = (
  db: Db,
  order: OrderToScreen,
  settings: ScreeningSettings,
  at: Date,
): Promise<Screening> => screenWith(lookAtHits, db, order, settings, at)

/** What rules on amounts would find of a payment whose amount changes: nothing is counted, and blacklists are not asked. */
export function lookAtAmount(
  db: Db,
  order: OrderToScreen,
  settings: ScreeningSettings,
  at: Date,
): Promise<Screening> {
  const rules = settings.rules.filter(({ rule }) => rule === 'amount_ceiling')
  const { hasWhitelist, hasOwnWhitelist } = settings
  const isRuled = rules.length > 0
  return lookAtScreening(
    db,
    order,
    {
      ...{ ...settings, rules, alsoCounted: [], hasBlacklist: false, hasOwnBlacklist: false },
      hasWhitelist: isRuled && hasWhitelist,
      hasOwnWhitelist: isRuled && hasOwnWhitelist,
    },
    at,
  )
}

async function screenWith(
  hitsOf: typeof countHits,
  db: Db,
  order: OrderToScreen,
  settings: ScreeningSettings,
  at: Date,
): Promise<Screening> {
  const sought = soughtValues(order)
  const isSought = sought.length > 0
  const { merchantId } = order
  const [listed, lifted, ownListed, isTrusted, found] = await Promise.all([
    settings.hasBlacklist && isSought ? listBlacklisted(db, sought, at) : [],
    settings.hasWhitelist && isSought ? listLifted(db, sought, at) : [],
    settings.hasOwnBlacklist && isSought ? listOwnBlacklisted(db, merchantId, sought, at) : [],
    settings.hasOwnWhitelist && isSought && isOwnTrusted(db, merchantId, sought, at),
    screenByRules(hitsOf, db, order, settings, at),
  ])
  const onList =
    (owner: RuleOwner, name: string) =>
    (one: { readonly kind: string; readonly reason: string }) => ({
      ...{ rule: 'blacklist', outcome: 'block' as const, owner },
      message: `The ${one.kind} is on the ${name}: ${one.reason}`,
    })
  const blocking = [
    ...listed.map(onList('tenant', 'blacklist')),
    ...ownListed.map(onList('merchant', 'merchant’s own blacklist')),
  ]
  const counting = isTrusted ? [] : found.filter(({ rule }) => !isLifted(rule, lifted))
  const shadows = new Set(settings.rules.filter(isInShadow).map(({ id }) => id))
  const isOfShadow = ({ ruleId }: Finding) => ruleId !== undefined && shadows.has(ruleId)
  return {
    findings: [...blocking, ...counting.filter((one) => !isOfShadow(one))],
    matches: counting.flatMap((one) =>
      one.ruleId === undefined
        ? []
        : [{ ...one, ruleId: one.ruleId, effect: isOfShadow(one) ? 'shadow' : 'live' }],
    ),
  }
}

const isInShadow = ({ effect }: AntifraudRule) => effect === 'shadow'

/**
 * The ids of those of these past orders for which a whitelist lifts a rule at an instant: the tenant's, or one of their
 * merchant's own, where that is opened.
 */
export async function listTrustedOrders(
  db: Db,
  rule: string,
  orders: readonly (Listable & Pick<OrderToScreen, 'merchantId'> & { readonly id: string })[],
  at: Date,
): Promise<ReadonlySet<string>> {
  const soughtOf = new Map(orders.map((order) => [order.id, soughtValues(order)]))
  const ofAll = Map.groupBy([...soughtOf.values()].flat(), ({ kind }) => kind)
  const sought = [...ofAll].map(([kind, parts]) => ({
    kind,
    values: [...new Set(parts.flatMap(({ values }) => values))],
  }))
  if (sought.length === 0) return new Set()
  const own = await listOwnLists(db, [...new Set(orders.map(({ merchantId }) => merchantId))])
  const trusting = [...own].flatMap(([id, { whitelist }]) =>
    whitelist.isOpened && whitelist.hasEntries ? [id] : [],
  )
  const [trusted, ownTrusted] = await Promise.all([
    listTrustedValues(db, rule, sought, at),
    trusting.length === 0 ? [] : listOwnTrusted(db, trusting, sought, at),
  ])
  const trustedKeys = new Set([
    ...trusted.map(({ kind, value }) => `${kind} ${value}`),
    ...ownTrusted.map(({ merchantId, kind, value }) => `${merchantId} ${kind} ${value}`),
  ])
  const isTrusted = ({ id, merchantId }: (typeof orders)[number]) =>
    soughtOf
      .get(id)
      ?.some(({ kind, values }) =>
        values.some(
          (value) =>
            trustedKeys.has(`${kind} ${value}`) ||
            trustedKeys.has(`${merchantId} ${kind} ${value}`),
        ),
      ) === true
  return new Set(orders.filter(isTrusted).map(({ id }) => id))
}

/** What of an order may be on a list. */
type Listable = Pick<
  OrderToScreen,
  'cardToken' | 'iins' | 'email' | 'ip' | 'country' | 'cardCountry'
>

/** The values by which an order may be listed. Addresses were once listed as they were typed, so both forms are sought. */
function soughtValues(order: Listable) {
  const { email } = order
  const sought: Readonly<Record<string, readonly (string | null)[]>> = {
    card: [order.cardToken],
    iin: order.iins,
    email: email === null ? [] : [mailboxOf(email), email.toLowerCase()],
    ip: order.ip === null ? [] : placesOf(order.ip),
    country: [order.country, order.cardCountry],
  }
  return Object.entries(sought).flatMap(([kind, all]) => {
    const values = all.filter((one) => one !== null)
    return values.length === 0 ? [] : [{ kind, values }]
  })
}

async function screenByRules(
  hitsOf: typeof countHits,
  db: Db,
  order: OrderToScreen,
  { rules, alsoCounted, variables }: ScreeningSettings,
  at: Date,
): Promise<Finding[]> {
  if (rules.length + alsoCounted.length === 0) return []
  const { merchantId, mode, cardToken } = order
  const windowS = variables.velocity_window
  const facts = { ...order, iin: order.iins[0] ?? null }
  const counters = countersFor([...rules, ...alsoCounted], merchantId, facts, windowS)
  const isCounted =
    cardToken !== null && rules.some((one) => one.rule === 'card_velocity' && !isInShadow(one))
  const [hits, restriction] = await Promise.all([
    hitsOf(db, mode, counters, at),
    isCounted ? findRestriction(db, { merchantId, mode, cardToken }, at) : undefined,
  ])
  const restrictedUntil = restriction?.expiresAt ?? null
  return screenOrder({ ...facts, at, hits, restrictedUntil, windowS }, rules)
}

/** Stores the findings with their payment, and the restriction of the card that follows from them. */
export async function recordFindings(
  db: Db,
  payment: Omit<Card, 'cardToken'> & { readonly id: string; readonly cardToken: string | null },
  { findings, matches }: Screening,
  at: Date,
  { card_restriction: restrictedForH }: Pick<Variables, 'card_restriction'>,
): Promise<void> {
  const { cardToken } = payment
  await Promise.all([
    insertFindings(db, payment, findings, at),
    insertMatches(db, payment, matches, at),
    cardToken !== null && beginsRestriction(findings)
      ? insertRestriction(db, { ...payment, cardToken }, at, restrictedForH * hourMs)
      : undefined,
  ])
}
