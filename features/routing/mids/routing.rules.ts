// The MIDs that may take an authorisation, and why the others are passed over.

import { byPriority } from '@counterfoil/features/routing/rule-sets/choose-route.rules.ts'
import { decimalText } from '@counterfoil/kit/contract/decimal-text.ts'
import { type BreakerStates, noBreakers, objectionOfBreaker } from './breakers.rules.ts'
import { fitTexts, type Objection, objectionText } from './objections.rules.ts'

/** A merchant's account at an acquirer. */
export interface Mid {
  readonly id: string
  readonly provider: string
  readonly midCode: string
  readonly mode: number
  /** An empty list means all. */
  readonly methods: readonly string[]
  readonly brands: readonly string[]
  readonly currencies: readonly string[]
  readonly priority: number
  readonly maxAmountMinor: bigint | null
  readonly descriptor: string
  readonly isActive: boolean
  /** Null: no limit on that side. */
  readonly activeFrom: Date | null
  readonly activeUntil: Date | null
  /** The currency of the largest payment and the caps, which do not apply to other currencies. */
  readonly capCurrency: string | null
  /** The decimals of the currency. */
  readonly capPlaces: number | null
  readonly dailyCapMinor: bigint | null
  readonly monthlyCapMinor: bigint | null
  /** What the acquirer takes of a payment; null: not entered. */
  readonly costBasisPoints: number | null
  readonly costFixedMinor: bigint | null
  readonly costCurrency: string | null
}

/** The authorised volume of a MID, in the currency of its caps. */
export interface MidVolume {
  readonly dayMinor: bigint
  readonly monthMinor: bigint
}

/** The first day of a day's month. */
export const monthOf = (day: string): string => `${day.slice(0, 7)}-01`

/** The point-of-sale providers and their terminals. */
export interface PosProvider {
  readonly provider: string
  readonly currencies: readonly string[]
  readonly maxAmountCurrency: string | null
  readonly maxAmountMinor: bigint | null
}

/** A bank account for transfers, at a provider. */
export interface BankingChannel {
  readonly id: string
  readonly name: string
  readonly provider: string
  readonly currency: string
  readonly minAmountMinor: bigint | null
  readonly maxAmountMinor: bigint | null
}

/** The routes for transfers and point-of-sale payments. Empty lists: every MID. */
export interface Routes {
  readonly posProviders: readonly PosProvider[]
  readonly bankingChannels: readonly BankingChannel[]
  /** Volumes by MID; only MIDs with a cap are needed. */
  readonly volumes?: ReadonlyMap<string, MidVolume>
  /** Of the MIDs and their acquirers. */
  readonly breakers?: BreakerStates
  /** What the merchant's rule set says; undefined without one in force: by priority. */
  readonly plan?: RoutePlan | undefined
  /** The acquirer whose vault has the stored card that is paid with; absent: any may take it. */
  readonly keeper?: string | undefined
}

/** Where a rule sends a payment. */
export interface RoutePlan {
  /** In the order in which they are tried; no others are. */
  readonly midIds: readonly string[]
  /** Of the rule; empty where none takes the payment. */
  readonly rule: string
}

export interface RoutedOrder {
  readonly mode: number
  readonly channel?: string
  readonly method: string
  /** Null for other methods. */
  readonly brand: string | null
  readonly currency: string
  readonly amountMinor: bigint
  readonly at: Date
}

/** The acquirers that this installation can call. */
export type KnownAcquirers = ReadonlyMap<string, { readonly isSandbox: boolean }>

/** One line of the routing log. */
export interface Consideration {
  readonly midId: string
  readonly midCode: string
  readonly provider: string
  readonly priority: number
  readonly isEligible: boolean
  readonly reason: string
  /** It would take the payment, but the rule names others. */
  readonly isNamed?: false
}

export interface RoutingDecision {
  /** The order in which they are tried. */
  readonly candidates: readonly Mid[]
  readonly log: readonly Consideration[]
  /** Why each of the other MIDs is passed over, by its id: what the log says in English. */
  readonly objections: ReadonlyMap<string, Objection>
  readonly breakers: BreakerStates
}

const testMode = 1

/** The MIDs that an order of this mode could go to: of these the breakers are read. */
export const usableMids = (mids: readonly Mid[], { mode }: Pick<RoutedOrder, 'mode'>): Mid[] =>
  mids.filter((mid) => mid.isActive && mid.mode === mode)

/**
 * Checks every MID, in the order of the merchant's rules or else the lowest priority number first; the first eligible one
 * takes the payment.
 */
export function routeOrder(
  order: RoutedOrder,
  mids: readonly Mid[],
  acquirers: KnownAcquirers,
  switchedOff: ReadonlySet<string> = new Set(),
  routes: Routes = { posProviders: [], bankingChannels: [] },
): RoutingDecision {
  const { breakers = noBreakers, plan, keeper } = routes
  const rankOf = ({ id }: Mid) => {
    const rank = plan?.midIds.indexOf(id) ?? 0
    return rank < 0 ? Number.POSITIVE_INFINITY : rank
  }
  const sorted = mids.toSorted((a, b) => {
    const [first, second] = [rankOf(a), rankOf(b)]
    return first === second ? byPriority(a, b) : first - second
  })
  const candidates: Mid[] = []
  const objections = new Map<string, Objection>()
  const log = sorted.map((mid): Consideration => {
    const own: Objection | undefined = switchedOff.has(`service_provider:${mid.provider}`)
      ? { code: 'provider_off' }
      : (objectionTo(mid, order, acquirers) ??
        (keeper === undefined || keeper === mid.provider ? undefined : { code: 'not_keeper' }) ??
        objectionOfRoutes(mid, order, routes) ??
        objectionOfLimits(mid, order, routes.volumes?.get(mid.id)) ??
        objectionOfBreaker(mid, breakers))
    const isNamed = plan === undefined || plan.midIds.includes(mid.id)
    const objection = own ?? (isNamed ? undefined : notNamed(plan.rule))
    if (objection === undefined) candidates.push(mid)
    else objections.set(mid.id, objection)
    const fits = (candidates.length === 1 ? fitTexts.first : fitTexts.next).en
    return {
      midId: mid.id,
      midCode: mid.midCode,
      provider: mid.provider,
      priority: mid.priority,
      isEligible: objection === undefined,
      reason: objection === undefined ? fits : objectionText(objection, 'en'),
      ...(own === undefined && !isNamed ? { isNamed } : {}),
    }
  })
  return { candidates, log, objections, breakers }
}

const notNamed = (rule: string): Objection =>
  rule === '' ? { code: 'no_rule' } : { code: 'not_named', values: { rule } }

function objectionTo(
  mid: Mid,
  order: RoutedOrder,
  acquirers: KnownAcquirers,
): Objection | undefined {
  const acquirer = acquirers.get(mid.provider)
  const includesOrAll = (list: readonly string[], one: string) =>
    list.length === 0 || list.includes(one)
  if (!mid.isActive) return { code: 'off' }
  if (mid.activeFrom !== null && order.at < mid.activeFrom) return { code: 'early' }
  if (mid.activeUntil !== null && order.at >= mid.activeUntil) return { code: 'over' }
  if (mid.mode !== order.mode) return { code: mid.mode === testMode ? 'for_test' : 'for_live' }
  if (acquirer === undefined) return { code: 'not_connected' }
  if (order.mode === testMode && !acquirer.isSandbox) return { code: 'no_sandbox' }
  const refused = (code: 'method' | 'brand' | 'currency', value: string): Objection => ({
    code,
    values: { value },
  })
  if (!includesOrAll(mid.methods, order.method)) return refused('method', order.method)
  if (order.brand !== null && !includesOrAll(mid.brands, order.brand))
    return refused('brand', order.brand)
  if (!includesOrAll(mid.currencies, order.currency)) return refused('currency', order.currency)
  return undefined
}

/**
 * Open authorisations are not counted yet, so that simultaneous payments may exceed a cap by their own amounts.
 */
function objectionOfLimits(
  mid: Mid,
  { currency, amountMinor }: RoutedOrder,
  volume: MidVolume = { dayMinor: 0n, monthMinor: 0n },
): Objection | undefined {
  if (mid.capCurrency !== currency) return undefined
  const { maxAmountMinor: most, dailyCapMinor: daily, monthlyCapMinor: monthly } = mid
  const shown = (minor: bigint) => `${decimalText(minor, mid.capPlaces ?? 0)} ${currency}`
  if (most !== null && amountMinor > most) return { code: 'amount', values: { most: shown(most) } }
  if (daily !== null && volume.dayMinor + amountMinor > daily) {
    return { code: 'day_cap', values: { most: shown(daily), used: shown(volume.dayMinor) } }
  }
  if (monthly !== null && volume.monthMinor + amountMinor > monthly) {
    return { code: 'month_cap', values: { most: shown(monthly), used: shown(volume.monthMinor) } }
  }
  return undefined
}

function objectionOfRoutes(mid: Mid, order: RoutedOrder, routes: Routes): Objection | undefined {
  if (order.channel === 'pos' && routes.posProviders.length > 0) {
    const isTaken = routes.posProviders.some(
      (one) =>
        one.provider === mid.provider &&
        (one.currencies.length === 0 || one.currencies.includes(order.currency)) &&
        (one.maxAmountMinor === null ||
          (order.currency === one.maxAmountCurrency && order.amountMinor <= one.maxAmountMinor)),
    )
    if (!isTaken) return { code: 'pos' }
  }
  if (order.method === 'bank_transfer' && routes.bankingChannels.length > 0) {
    if (bankingChannelAt(mid.provider, order, routes) === undefined) return { code: 'banking' }
  }
  return undefined
}

/** The account to which the payer transfers; undefined if none is set. */
export function bankingChannelAt(
  provider: string,
  order: Pick<RoutedOrder, 'currency' | 'amountMinor'>,
  { bankingChannels }: Pick<Routes, 'bankingChannels'>,
): BankingChannel | undefined {
  const { currency, amountMinor } = order
  return bankingChannels.find(
    (one) =>
      one.provider === provider &&
      one.currency === currency &&
      (one.minAmountMinor === null || amountMinor >= one.minAmountMinor) &&
      (one.maxAmountMinor === null || amountMinor <= one.maxAmountMinor),
  )
}
