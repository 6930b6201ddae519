// Where an authorisation may go, and why the other places were passed over.
import { decimalText } from '@counterfoil/kit/contract/decimal-text.ts'

/** A merchant's account at an acquirer. */
export interface Mid {
  readonly id: string
  readonly provider: string
  readonly midCode: string
  readonly mode: number
  /** Empty lists mean every one. */
  readonly methods: readonly string[]
  readonly brands: readonly string[]
  readonly currencies: readonly string[]
  readonly priority: number
  readonly maxAmountMinor: bigint | null
  readonly descriptor: string
  readonly isActive: boolean
  /** Null: open on that side. */
  readonly activeFrom: Date | null
  readonly activeUntil: Date | null
  /** In which currency the largest payment and the caps are; for others there is neither. */
  readonly capCurrency: string | null
  /** Its decimals. */
  readonly capPlaces: number | null
  readonly dailyCapMinor: bigint | null
  readonly monthlyCapMinor: bigint | null
}

/** What a MID had authorised, in the currency of its caps. */
export interface MidVolume {
  readonly dayMinor: bigint
  readonly monthMinor: bigint
}

/** The first day of a day's month. */
export const monthOf = (day: string): string => `${day.slice(0, 7)}-01`

/** Whose terminals take payments at a point of sale, and which. */
export interface PosProvider {
  readonly provider: string
  readonly currencies: readonly string[]
  readonly maxAmountCurrency: string | null
  readonly maxAmountMinor: bigint | null
}

/** An account that payers transfer to, at a provider. */
export interface BankingChannel {
  readonly id: string
  readonly name: string
  readonly provider: string
  readonly currency: string
  readonly minAmountMinor: bigint | null
  readonly maxAmountMinor: bigint | null
}

/** Where what does not come by a card on the internet may go. Empty lists: wherever a MID leads. */
export interface Ways {
  readonly posProviders: readonly PosProvider[]
  readonly bankingChannels: readonly BankingChannel[]
  /** By MID; those without a cap need not be there. */
  readonly volumes?: ReadonlyMap<string, MidVolume>
}

export interface RoutedOrder {
  readonly mode: number
  readonly channel?: string
  readonly method: string
  /** Null for what is not a card. */
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
}

export interface RoutingDecision {
  /** In the order in which they are to be tried. */
  readonly candidates: readonly Mid[]
  readonly log: readonly Consideration[]
}

const testMode = 1

/** Looks at every MID, lowest priority number first; the first eligible one takes the payment. */
export function routeOrder(
  order: RoutedOrder,
  mids: readonly Mid[],
  acquirers: KnownAcquirers,
  switchedOff: ReadonlySet<string> = new Set(),
  ways: Ways = { posProviders: [], bankingChannels: [] },
): RoutingDecision {
  const sorted = mids.toSorted(
    (a, b) => a.priority - b.priority || a.midCode.localeCompare(b.midCode, 'en'),
  )
  const candidates: Mid[] = []
  const log = sorted.map((mid): Consideration => {
    const objection = switchedOff.has(`service_provider:${mid.provider}`)
      ? 'The provider is switched off'
      : (objectionTo(mid, order, acquirers) ??
        objectionOfWays(mid, order, ways) ??
        objectionOfLimits(mid, order, ways.volumes?.get(mid.id)))
    if (objection === undefined) candidates.push(mid)
    const place = candidates.length === 1 ? 'Taken: the first that fits' : 'Fits: next in line'
    return {
      midId: mid.id,
      midCode: mid.midCode,
      provider: mid.provider,
      priority: mid.priority,
      isEligible: objection === undefined,
      reason: objection ?? place,
    }
  })
  return { candidates, log }
}

function objectionTo(mid: Mid, order: RoutedOrder, acquirers: KnownAcquirers): string | undefined {
  const acquirer = acquirers.get(mid.provider)
  const takes = (list: readonly string[], one: string) => list.length === 0 || list.includes(one)
  if (!mid.isActive) return 'Switched off'
  if (mid.activeFrom !== null && order.at < mid.activeFrom) return 'Not active yet'
  if (mid.activeUntil !== null && order.at >= mid.activeUntil) return 'Active no longer'
  if (mid.mode !== order.mode) return `For ${mid.mode === testMode ? 'Test' : 'Live'} mode`
  if (acquirer === undefined) return 'The acquirer is not connected'
  if (order.mode === testMode && !acquirer.isSandbox) return 'Test payments go to a sandbox'
  if (!takes(mid.methods, order.method)) return `Does not take ${order.method}`
  if (order.brand !== null && !takes(mid.brands, order.brand)) return `Does not take ${order.brand}`
  if (!takes(mid.currencies, order.currency)) return `Does not take ${order.currency}`
  return undefined
}

/**
 * What is being authorised at this moment is not counted yet, so that payments that come together may exceed a cap by
 * their own amounts.
 */
function objectionOfLimits(
  mid: Mid,
  { currency, amountMinor }: RoutedOrder,
  volume: MidVolume = { dayMinor: 0n, monthMinor: 0n },
): string | undefined {
  if (mid.capCurrency !== currency) return undefined
  const { maxAmountMinor: most, dailyCapMinor: daily, monthlyCapMinor: monthly } = mid
  const shown = (minor: bigint) => `${decimalText(minor, mid.capPlaces ?? 0)} ${currency}`
  if (most !== null && amountMinor > most) return `Takes at most ${shown(most)}`
  if (daily !== null && volume.dayMinor + amountMinor > daily) {
    return `Its cap of the day is ${shown(daily)}, of which ${shown(volume.dayMinor)} are used`
  }
  if (monthly !== null && volume.monthMinor + amountMinor > monthly) {
    return `Its cap of the month is ${shown(monthly)}, of which ${shown(volume.monthMinor)} are used`
  }
  return undefined
}

function objectionOfWays(mid: Mid, order: RoutedOrder, ways: Ways): string | undefined {
  if (order.channel === 'pos' && ways.posProviders.length > 0) {
    const isTaken = ways.posProviders.some(
      (one) =>
        one.provider === mid.provider &&
        (one.currencies.length === 0 || one.currencies.includes(order.currency)) &&
        (one.maxAmountMinor === null ||
          (order.currency === one.maxAmountCurrency && order.amountMinor <= one.maxAmountMinor)),
    )
    if (!isTaken) return 'No POS provider takes it'
  }
  if (order.method === 'bank_transfer' && ways.bankingChannels.length > 0) {
    if (bankingChannelAt(mid.provider, order, ways) === undefined)
      return 'No banking channel takes it'
  }
  return undefined
}

/** The account at a provider that the payer of a transfer is told; undefined: none is set. */
export function bankingChannelAt(
  provider: string,
  order: Pick<RoutedOrder, 'currency' | 'amountMinor'>,
  { bankingChannels }: Pick<Ways, 'bankingChannels'>,
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
