import type { PaymentChannel } from '@counterfoil/features/payments/processing/payments.schema.ts'
import { dayMs, hourMs } from '@counterfoil/kit/contract/durations.ts'
import type { Mode } from '@counterfoil/kit/contract/fields.ts'
import { type Random, randomOf, seedOf, Weighted } from '../random.ts'
import { type MerchantTrade, merchantTrades } from './merchant-trades.ts'
import { planScreened } from './screened-orders.ts'

// Which payments the demo's history holds and what becomes of each: decided here, done by the engine (history.ts).

export interface PlannedPayment {
  /** One key, one payment, however often the history is taken up again. */
  readonly key: string
  readonly merchant: string
  readonly mode: Mode
  readonly at: Date
  readonly amountMinor: bigint
  readonly currency: string
  readonly capture: boolean
  readonly method:
    | { readonly type: 'card'; readonly number: string; readonly expiryYear: number }
    | { readonly type: 'bank_transfer' | 'alternative' }
  readonly externalId: string
  readonly description: string
  readonly email: string
  readonly country: string
  readonly channel: PaymentChannel
  /** In order of time; those that lie in the future are left out. */
  readonly steps: readonly PlannedStep[]
}

const disputeSteps = ['dispute', 'contest', 'disputeNews'] as const
export type DisputeStepKind = (typeof disputeSteps)[number]
export const isDisputeStep = (does: PlannedStep['does']): does is DisputeStepKind =>
  (disputeSteps as readonly string[]).includes(does)

export interface PlannedStep {
  readonly at: Date
  readonly does:
    | 'capture'
    | 'void'
    | 'refund'
    | 'reverse'
    | 'confirm'
    | 'check'
    | 'approve'
    | DisputeStepKind
  /** In percent of the payment; absent: all that is left. */
  readonly percent?: number
  readonly reason?: string
  /** By a person in the portal; else by the merchant's server. */
  readonly isByHand?: boolean
}

/** A scenario of the sandbox acquirers, with the steps that follow it. */
interface Scenario {
  readonly card?: string
  readonly steps?: (random: Random, at: Date, trade: MerchantTrade) => PlannedStep[]
  readonly isManualCapture?: boolean
}

const days = 90

const after = (at: Date, ms: number) => new Date(at.getTime() + Math.round(ms))

const refund = (random: Random, at: Date, trade: MerchantTrade): PlannedStep[] => [
  {
    at: after(at, (1 + 12 * random.fraction()) * dayMs),
    does: 'refund',
    ...(random.below(10) < 4 ? { percent: random.pick([20, 25, 40, 50]) } : {}),
    reason: random.pick(trade.refundReasons),
    isByHand: random.below(10) < 7,
  },
]

/** The card decides whether the dispute ends, and how; planned news that do not come are skipped. */
const disputed = (random: Random, at: Date): PlannedStep[] => {
  const openedAt = after(at, (6 + 20 * random.fraction()) * dayMs)
  const endedAt = after(openedAt, (5 + 20 * random.fraction()) * dayMs)
  return [
    { at: openedAt, does: 'dispute' },
    { at: endedAt, does: 'disputeNews' },
  ]
}

/** The merchant answers within a week; the acquirer reviews the answer, and decides where the card says so. */
const contested = (random: Random, at: Date): PlannedStep[] => {
  const openedAt = after(at, (6 + 20 * random.fraction()) * dayMs)
  const answeredAt = after(openedAt, (1 + 6 * random.fraction()) * dayMs)
  return [
    { at: openedAt, does: 'dispute' },
    { at: answeredAt, does: 'contest' },
    ...[1, 9, 16].map((laterDays) => ({
      at: after(answeredAt, laterDays * dayMs),
      does: 'disputeNews' as const,
    })),
  ]
}

const shipped = (random: Random, at: Date): PlannedStep => ({
  at: after(at, (4 + 44 * random.fraction()) * hourMs),
  does: 'capture',
})

const scenarios = new Weighted<Scenario>([
  [{}, 66],
  [{ isManualCapture: true, steps: (random, at) => [shipped(random, at)] }, 9],
  [
    {
      isManualCapture: true,
      steps: (random, at) => [
        { ...shipped(random, at), percent: 60 },
        { at: after(at, 3 * dayMs), does: 'void', reason: 'Sold out', isByHand: true },
      ],
    },
    1.2,
  ],
  [
    {
      isManualCapture: true,
      steps: (_, at) => [{ at: after(at, 20 * hourMs), does: 'void', reason: 'Cancelled' }],
    },
    1.5,
  ],
  [{ steps: refund }, 5],
  [
    {
      steps: (_, at) => [
        { at: after(at, 600_000), does: 'reverse', reason: 'Charged by mistake', isByHand: true },
      ],
    },
    0.6,
  ],
  [{ card: '4000000000009995' }, 2.6],
  [{ card: '4000000000000002' }, 2],
  [{ card: '4000000000000069' }, 0.8],
  [{ card: '4000000000000127' }, 0.8],
  [{ card: '4100000000000019' }, 0.5],
  [{ card: '4000000000000010' }, 0.6],
  [{ card: '4000000000000028' }, 2.4],
  [{ card: '4000000000000044' }, 0.5],
  [{ card: '4000000000000085' }, 0.5],
  [{ card: '4000000000003220', steps: (_, at) => [{ at: after(at, 48_000), does: 'confirm' }] }, 3],
  [{ card: '4000000000003220', steps: (_, at) => [{ at: after(at, hourMs), does: 'check' }] }, 0.6],
  [{ card: '4000000000000077', steps: (_, at) => [{ at: after(at, 60_000), does: 'check' }] }, 0.3],
  [{ card: '4000000000000259', steps: disputed }, 0.25],
  [{ card: '4000000000000259', steps: contested }, 0.25],
  [{ card: '4000000000000267', steps: disputed }, 0.2],
  [{ card: '4000000000000333', steps: contested }, 0.3],
  [{ card: '4000000000000275', steps: disputed }, 0.3],
  [{ card: '4000000000000341', steps: contested }, 0.1],
  [{ card: '4000000000000358', steps: contested }, 0.1],
  [{ card: '4000000000000382', steps: contested }, 0.1],
  [
    {
      card: '4000000000000143',
      steps: (random, at, trade) => refund(random, at, trade),
    },
    0.3,
  ],
])

/** The whole history before `now`, in order of time. The same `now` makes the same history. */
export function planHistory(now: Date): PlannedPayment[] {
  return [
    ...merchantTrades.flatMap((trade, at) => [
      ...planTrade(trade, at, now),
      ...planWholesale(trade, now),
    ]),
    ...planScreened(now),
  ].sort((a, b) => a.at.getTime() - b.at.getTime())
}

function planTrade(trade: MerchantTrade, tradeAt: number, now: Date): PlannedPayment[] {
  const random = randomOf(seedOf(3, tradeAt))
  const times = Array.from({ length: trade.payments }, () => timeOf(trade, random, now)).sort(
    (a, b) => a.getTime() - b.getTime(),
  )
  const choices = {
    currencies: new Weighted(trade.currencies),
    countries: new Weighted(trade.countries),
    cards: new Weighted(trade.cards),
  }
  return times.map((at, index) => ({
    key: `demo-history-${trade.merchant}-${trade.mode}-${index}`,
    merchant: trade.merchant,
    mode: trade.mode,
    at,
    externalId: `${trade.orderPrefix}${10_000 + index * 7 + tradeAt}`,
    email: emailOf(random.pick(trade.customers)),
    country: choices.countries.pick(random),
    currency: choices.currencies.pick(random),
    channel: channelOf(trade, index, random),
    ...planLife(trade, random, at, now, choices.cards),
  }))
}

/** Harbour Books also takes orders by telephone, Quayside at fairs, Galata by subscription and at the counter. */
function channelOf({ merchant }: MerchantTrade, index: number, random: Random): PaymentChannel {
  if (merchant === 'harbour' && random.below(12) === 0) return 'virtual_terminal'
  if (merchant === 'quayside' && index % 9 === 4) return 'pos'
  if (merchant === 'galata' && index % 6 < 2) return index % 6 === 0 ? 'recurring' : 'pos'
  return 'api'
}

type Life = Pick<PlannedPayment, 'amountMinor' | 'description' | 'capture' | 'method' | 'steps'>

function planLife(
  trade: MerchantTrade,
  random: Random,
  at: Date,
  now: Date,
  cards: Weighted<string>,
): Life {
  const scenario = scenarios.pick(random)
  const { amountMinor, description } = basketOf(trade, random)
  const expiryYear = now.getUTCFullYear() + 1 + random.below(4)
  if (scenario.card === undefined && scenario.steps === undefined && random.below(8) === 0) {
    const isLate = random.below(3) === 0
    return {
      amountMinor: amountOfTransfer(amountMinor, isLate),
      description,
      capture: true,
      method: { type: random.pick(['bank_transfer', 'alternative']) },
      steps: isLate ? [{ at: after(at, 60_000), does: 'check' }] : [],
    }
  }
  const steps = scenario.steps?.(random, at, trade) ?? []
  return {
    amountMinor: BigInt(amountMinor),
    description,
    capture: !scenario.isManualCapture,
    method: { type: 'card', number: scenario.card ?? cards.pick(random), expiryYear },
    steps: steps.filter((step) => step.at < now),
  }
}

/** Two orders above the merchant's threshold: one was approved, the other waits. */
function planWholesale(trade: MerchantTrade, now: Date): PlannedPayment[] {
  const { wholesale } = trade
  if (wholesale === undefined) return []
  return [33, 1].map((daysAgo, index) => {
    const at = after(now, -daysAgo * dayMs - 3 * hourMs)
    const isApproved = index === 0
    return {
      key: `demo-history-${trade.merchant}-wholesale-${index}`,
      merchant: trade.merchant,
      mode: trade.mode,
      at,
      externalId: `${trade.orderPrefix}TOPTAN-${index + 1}`,
      email: wholesale.email,
      country: trade.countries[0]?.[0] ?? 'TR',
      currency: trade.currencies[0]?.[0] ?? 'TRY',
      channel: 'api',
      amountMinor: BigInt(wholesale.amountMinor),
      description: wholesale.description,
      capture: true,
      method: { type: 'card', number: '4242424242424242', expiryYear: now.getUTCFullYear() + 2 },
      steps: isApproved
        ? [{ at: after(at, 2 * hourMs), does: 'approve', reason: 'verified_customer' }]
        : [],
    }
  })
}

/** Within opening hours, and more of it lately than at the beginning. */
function timeOf(trade: MerchantTrade, random: Random, now: Date): Date {
  const [from, to] = trade.open
  const midnight = Math.floor(now.getTime() / dayMs) * dayMs
  for (;;) {
    const daysAgo = Math.floor(days * random.fraction() ** 1.25)
    const hour = from + (to - from) * random.fraction()
    const at = new Date(Math.round(midnight - daysAgo * dayMs + hour * hourMs))
    if (at < now) return at
  }
}

function basketOf(
  trade: MerchantTrade,
  random: Random,
): { amountMinor: number; description: string } {
  const items = Array.from({ length: 1 + random.below(3) }, () => random.pick(trade.goods))
  const postage = random.below(3) === 0 ? 0 : trade.postageMinor
  return {
    amountMinor: items.reduce((sum, item) => sum + item.priceMinor, postage),
    description: [...new Set(items.map((item) => item.name))].join('; '),
  }
}

/** The sandboxes decide transfers by the last two digits: 01 is received a little later, 00 at once. */
function amountOfTransfer(minor: number, isReceivedLater: boolean): bigint {
  return BigInt(minor - (minor % 100) + 100 + (isReceivedLater ? 1 : 0))
}

/** `Çınar Şimşek` writes from cinar.simsek@example.com. */
function emailOf({ first, last }: { readonly first: string; readonly last: string }): string {
  const plain = (text: string) =>
    text
      .replaceAll('ı', 'i')
      .replaceAll('İ', 'i')
      .normalize('NFD')
      .replaceAll(/[^a-zA-Z]/g, '')
      .toLowerCase()
  return `${plain(first)}.${plain(last)}@example.com`
}
