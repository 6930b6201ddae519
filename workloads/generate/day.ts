import type { PaymentState } from '@counterfoil/features/payments/processing/outcome.rules.ts'
import type { PaymentChannel } from '@counterfoil/features/payments/processing/payments.schema.ts'
import {
  type RoutingDecision,
  routeOrder,
} from '@counterfoil/features/routing/mids/routing.rules.ts'
import { dayMs, hourMs } from '@counterfoil/kit/contract/durations.ts'
import type { Mode } from '@counterfoil/kit/contract/fields.ts'
import { sandboxNames } from '@counterfoil/providers/providers.ts'
import { type Random, randomOf, seedOf, Weighted } from '../random.ts'
import { amountOf } from './amounts.ts'
import { type Calendar, dayStart, hourWeights } from './calendar.ts'
import { type PaymentRows, RowCollector, tableColumns } from './copy-rows.ts'
import { type Customer, pickCustomer } from './customers.ts'
import { keyName, type TenantFacts } from './facts.ts'
import { dayInZone, Ids, instantText } from './fast-text.ts'
import { Life } from './life.ts'
import type { GeneratedMerchant, GeneratedTenant } from './organisations.ts'
import { continuePayment } from './payments.ts'
import { RollupSums } from './rollup-sums.ts'

/** Generated history ignores the validity of MIDs. */
const anyTime = new Date(0)

/** What every worker needs to make any day. */
export interface DayMaterial {
  readonly calendar: Calendar
  readonly seed: number
  readonly tenants: readonly GeneratedTenant[]
  readonly facts: readonly TenantFacts[]
  /** For somebody who looks at it meanwhile: the last days are there first. */
  readonly isNewestFirst?: boolean | undefined
}

/** Acquirers remember payments so far back that somebody may still refund or capture them in the portal. */
const rememberedDays = 90
const routingDays = 30

const acquirers = new Map([...sandboxNames.keys()].map((code) => [code, { isSandbox: true }]))

const hours = new Weighted(hourWeights.map((weight, hour) => [hour, weight] as const))
const methods = new Weighted<PaymentState['method']>([
  ['card', 85],
  ['bank_transfer', 10],
  ['alternative', 5],
])

/** All rows of one day's payments, of every tenant, in order of time. */
export function makeDay(
  material: DayMaterial,
  day: number,
  counts: readonly number[],
): PaymentRows {
  const { calendar, tenants } = material
  const rows = new RowCollector(tableColumns)
  const sums = new RollupSums()
  const random = randomOf(seedOf(material.seed, day))
  const ids = new Ids(random)
  const start = dayStart(calendar, day)
  const until = calendar.until.getTime()
  const timeOf = () => {
    for (;;) {
      const at = start + hours.pick(random) * hourMs + random.below(hourMs)
      // a day that is not over has none of what is to come
      if (at < until) return at
    }
  }
  const orders = counts.flatMap((count, tenantAt) =>
    Array.from({ length: count }, () => ({ tenantAt, at: timeOf() })),
  )
  orders.sort((a, b) => a.at - b.at)
  const makers = tenants.map((tenant, at) => new TenantDay(material, tenant, at))
  for (const [number, { tenantAt, at }] of orders.entries()) {
    makers[tenantAt]?.makePayment(at, number, { random, rows, sums, ids })
  }
  sums.write(rows, ids, start)
  return rows
}

interface Tools {
  readonly random: Random
  readonly rows: PaymentRows
  readonly sums: RollupSums
  readonly ids: Ids
}

/** One tenant's payments of a day. */
class TenantDay {
  readonly #material: DayMaterial
  readonly #tenant: GeneratedTenant
  readonly #facts: TenantFacts
  readonly #tenantAt: number
  readonly #merchants: Weighted<number>
  readonly #dayOf: (ms: number) => string
  readonly #routes = new Map<string, RoutingDecision>()

  constructor(material: DayMaterial, tenant: GeneratedTenant, tenantAt: number) {
    this.#material = material
    this.#tenant = tenant
    this.#tenantAt = tenantAt
    this.#facts = material.facts[tenantAt] as TenantFacts
    this.#merchants = new Weighted(tenant.merchants.map(({ share }, at) => [at, share] as const))
    this.#dayOf = dayInZone(tenant.timeZone)
  }

  makePayment(at: number, number: number, { random, rows, sums, ids }: Tools): void {
    const merchantAt = this.#merchants.pick(random)
    const merchant = this.#tenant.merchants[merchantAt] as GeneratedMerchant
    const mode: Mode = !merchant.hasLive || random.below(100) < 3 ? 1 : 2
    const merchantSeed = seedOf(13, this.#tenantAt, merchantAt)
    const expected = this.#material.calendar.count * this.#tenant.share * merchant.share
    const customer = pickCustomer(merchant, merchantSeed, Math.max(50, expected / 3), random)
    const order = this.#orderOf(merchant, at, random)
    const { calendar } = this.#material
    const until = calendar.until.getTime()
    const actorId = this.#facts.apiKeys.get(keyName(merchant.id, mode)) ?? null
    const subject = {
      tenantId: this.#tenant.id,
      merchantId: merchant.id,
      mode,
      actorId,
      fees: this.#facts.fees,
    }
    const life = new Life(subject, order, at, rows, ids)
    const routed = this.#route(merchant.id, mode, order, customer)
    continuePayment({ life, routed, random, until, routingFrom: until - routingDays * dayMs })
    this.#writePayment(rows, life, merchant, mode, customer, number)
    sums.add(this.#tenant.id, merchant.id, mode, channelOf(number), life)
    if (at >= until - rememberedDays * dayMs) remember(rows, this.#tenant.id, life)
  }

  /** As the engine routes; kept for the next order, where no MID limits the amount. */
  #route(
    merchantId: string,
    mode: Mode,
    { method, currency, amountMinor }: PaymentState,
    customer: Customer,
  ): RoutingDecision {
    const mids = this.#facts.mids.get(merchantId) ?? []
    const brand = method === 'card' ? customer.brand : null
    const key = `${merchantId} ${mode} ${method} ${currency} ${brand}`
    const known = this.#routes.get(key)
    if (known !== undefined) return known
    const routed = routeOrder(
      { mode, method, brand, currency, amountMinor, at: anyTime },
      mids,
      acquirers,
    )
    if (mids.every((mid) => mid.maxAmountMinor === null)) this.#routes.set(key, routed)
    return routed
  }

  #orderOf(merchant: GeneratedMerchant, at: number, random: Random): PaymentState {
    const method = methods.pick(random)
    const currency =
      merchant.currencies[random.below(100) < 90 ? 0 : random.below(merchant.currencies.length)] ??
      'EUR'
    const none = 0n
    return {
      status: 'created',
      method,
      currency,
      amountMinor: amountOf(merchant.trade.typical, currency, random),
      authorisedMinor: none,
      capturedMinor: none,
      refundedMinor: none,
      voidedMinor: none,
      disputedMinor: none,
      disputeState: null,
      businessDay: this.#dayOf(at),
      pendingOn: 'acquirer',
      nextAction: null,
      declineCode: null,
      declineReason: null,
      declineAdvice: null,
      holdReason: null,
      open: [],
      // a transfer that arrives is captured by arriving
      partialApproval: false,
      autoCapture: method !== 'card' || random.below(100) < 82,
    }
  }

  /** Most through the merchant's first website; virtual terminal and point of sale have none. */
  #websiteOf(merchantId: string, channel: PaymentChannel, number: number): string | null {
    if (channel === 'pos' || channel === 'virtual_terminal') return null
    const websites = this.#facts.websites.get(merchantId) ?? []
    return websites[number % 4 === 0 ? 1 : 0] ?? websites[0] ?? null
  }

  #writePayment(
    rows: PaymentRows,
    life: Life,
    merchant: GeneratedMerchant,
    mode: Mode,
    customer: Customer,
    number: number,
  ): void {
    const { payment } = life
    const isCard = payment.method === 'card'
    const date = new Date(life.createdAt)
    const order = `${merchant.slug.slice(0, 3).toUpperCase()}-${payment.businessDay.replaceAll('-', '')}-${number}`
    const expiryYear = isCard ? date.getUTCFullYear() + 2 : null
    const card = isCard ? customer : null
    const amounts = [
      payment.amountMinor,
      payment.authorisedMinor,
      payment.capturedMinor,
      payment.refundedMinor,
      payment.voidedMinor,
      payment.disputedMinor,
    ]
    const channel = channelOf(number)
    const websiteId = this.#websiteOf(merchant.id, channel, number)
    // biome-ignore format: one line for each group of columns
    rows.add('payment', [
      this.#tenant.id, life.id, merchant.id, mode, payment.status, payment.method, payment.currency,
      ...amounts, payment.disputeState, payment.autoCapture,
      order, `${merchant.trade.word}, order ${order}`, customer.email, customer.country,
      card?.brand, card?.first6, card?.last4, card?.expiryMonth, expiryYear, card?.token,
      life.provider, life.midId, life.acquirerReference, payment.declineCode, payment.declineReason,
      life.firstTry, life.answerMs, websiteId, channel, payment.businessDay, life.version, instantText(life.createdAt), instantText(life.updatedAt),
    ])
  }
}

/** Of a hundred payments most come through the merchant's own server. */
function channelOf(number: number): PaymentChannel {
  const place = number % 100
  if (place < 4) return 'recurring'
  if (place < 7) return 'pos'
  return place < 8 ? 'virtual_terminal' : 'api'
}

/** What the sandbox acquirer knows of an authorisation that it granted, so that it can be worked on further. */
function remember(rows: PaymentRows, tenantId: string, life: Life): void {
  const { payment, acquirerReference, provider } = life
  if (acquirerReference === null) return
  const hex = Buffer.from(acquirerReference.slice(3), 'base64url').toString('hex')
  const reference = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
  const granted = payment.authorisedMinor
  const answer = JSON.stringify({
    result: 'approved',
    amountMinor: granted.toString(),
    acquirerReference,
  })
  const metadata = JSON.stringify({ tenantId, paymentId: life.id })
  // biome-ignore format: one line for each group of columns
  rows.add('sandbox.acquirer_record', [
    provider, reference, 'authorise', payment.autoCapture, null, 'approved',
    granted, granted, payment.capturedMinor, payment.voidedMinor, payment.refundedMinor,
    payment.currency, answer, null, metadata, instantText(life.createdAt),
  ])
}
