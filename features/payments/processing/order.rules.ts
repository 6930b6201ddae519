import type { CardInput, KnownCard } from '@counterfoil/features/payments/cards/cards.rules.ts'
import type { Finding } from '@counterfoil/features/routing/antifraud/screening.rules.ts'
import { gravestOutcome } from '@counterfoil/features/routing/antifraud/screening.rules.ts'
import { type Mode, modeNameOf } from '@counterfoil/kit/contract/fields.ts'
import { Problem } from '@counterfoil/kit/contract/problem.ts'
import { type Cause, englishOf } from './causes.rules.ts'
import type { PaymentChannel, PaymentStatus } from './payments.schema.ts'

/** What a customer is to pay, and how. */
export interface PaymentOrder {
  readonly merchantId: string
  readonly mode: Mode
  readonly amountMinor: bigint
  readonly currency: string
  /** Take the money at once, or only reserve it. */
  readonly capture: boolean
  readonly method: CardInput | { readonly type: 'bank_transfer' | 'alternative' }
  readonly externalId: string | null
  readonly description: string | null
  readonly customer: {
    readonly email: string | null
    readonly country: string | null
    /** Screened, and not kept. */
    readonly ip?: string | undefined
  }
  /** The merchant's website through which it came; absent where there is none. */
  readonly websiteId?: string | undefined
  /** How it came in */
  readonly channel: PaymentChannel
}

/** A card as it may be kept, with the token that recognises it. */
export type RecognisedCard = KnownCard & { readonly token: string }

interface OrderAccount {
  readonly name: string
  readonly merchantStatus: string
  readonly processingStatus: string
  readonly approvalThresholdMinor: bigint | null
  /** The merchant's, in which its threshold is. */
  readonly homeCurrency: string
  /** Null: there is no such currency. */
  readonly currency: string | null
  /** Of the website that the order names; null where it is none of the merchant's. */
  readonly isWebsiteActive: boolean | null
}

/** Throws the Problem for which an order is not even taken down. */
export function checkOrder<Account extends OrderAccount>(
  order: PaymentOrder,
  account: Account | undefined,
): asserts account is Account {
  if (account === undefined) throw new Problem('not_found', 404, 'The merchant was not found')
  if (account.merchantStatus !== 'Active' && standings[account.merchantStatus] === undefined) {
    throw new Problem('merchant.not_active', 403, `${account.name} is not active`, {
      params: { merchant: account.name },
    })
  }
  if (order.websiteId !== undefined && account.isWebsiteActive !== true) {
    const text = `${account.name} has no such website in use`
    throw new Problem('website.unknown', 400, text, {
      errors: [{ message: text, path: 'websiteId' }],
      params: { merchant: account.name },
    })
  }
  const isAllowed = account.processingStatus !== 'SandboxEnabled' || order.mode === 1
  if (!isAllowed) {
    const text = `${account.name} may not take payments in ${modeNameOf(order.mode)} mode`
    throw new Problem('merchant.mode_not_allowed', 403, text, {
      params: { merchant: account.name, mode: modeNameOf(order.mode) },
    })
  }
  if (account.currency === null) {
    const text = `${order.currency} is not a currency that can be paid in`
    throw new Problem('currency.unknown', 400, text, {
      errors: [{ message: text, path: 'currency' }],
      params: { currency: order.currency },
    })
  }
}

/** Why a merchant that was active takes no new payments; its orders are taken down and declined. */
const standings: Readonly<Record<string, string>> = {
  'On hold': 'merchant.on_hold',
  Suspended: 'merchant.suspended',
  Closed: 'merchant.closed',
}

function standingOf({ merchantStatus, processingStatus }: OrderAccount): Refusal | undefined {
  const standing = standings[merchantStatus]
  if (standing !== undefined) return { code: standing }
  return processingStatus === 'NoProcessing' ? { code: 'merchant.no_processing' } : undefined
}

/** One of the machine's own causes. */
type Refusal = Pick<Cause, 'code' | 'values'>

/** How a payment begins. */
export type Beginning =
  | { readonly kind: 'sent'; readonly holdReason: string | null }
  | { readonly kind: 'held'; readonly holdReason: string }
  | (Refusal & { readonly kind: 'blocked' | 'failed' | 'declined' })

/**
 * A card is authorised first and then waits for approval, because its number is not kept until somebody approves.
 * A transfer waits before it is asked for.
 */
export function beginningOf(
  order: PaymentOrder,
  account: OrderAccount,
  findings: readonly Finding[],
  hasRoute: boolean,
  limits: OrderLimits,
): Beginning {
  const refusal = standingOf(account) ?? switchedOffIn(order, limits) ?? aboveRisk(order, limits)
  if (refusal !== undefined) return { kind: 'declined', ...refusal }
  const gravest = gravestOutcome(findings)
  // what was found is for the operator; the customer learns no more than this
  if (gravest === 'block') {
    return { kind: 'blocked', code: 'antifraud.blocked' }
  }
  if (!hasRoute) {
    return { kind: 'failed', code: 'routing.no_mid' }
  }
  const hold = gravest === 'review' ? 'hold.review' : holdAbove(order, account, limits)
  const holdReason = hold === undefined ? null : englishOf({ code: hold })
  if (holdReason !== null && order.method.type !== 'card') return { kind: 'held', holdReason }
  return { kind: 'sent', holdReason }
}

/** What holds for the merchant's orders beside its own account. */
interface OrderLimits {
  /** What the platform or the tenant switched off, as `currency:GBP`. */
  readonly off: ReadonlySet<string>
  readonly industryType: string | null
  /** Of the merchant's risk level; null: it has none in use. */
  readonly risk: {
    /** Of both amounts. */
    readonly currency: string | null
    readonly approvalAboveMinor: bigint | null
    readonly blockAboveMinor: bigint | null
  } | null
}

/** What of an order is switched off: it is taken down and declined, so that everybody can see why. */
function switchedOffIn(
  { method, currency, customer }: PaymentOrder,
  { off, industryType }: OrderLimits,
): Refusal | undefined {
  if (off.has(`payment_method:${method.type}`)) {
    return { code: 'method.switched_off', values: { method: method.type } }
  }
  if (off.has(`currency:${currency}`)) {
    return { code: 'currency.switched_off', values: { currency } }
  }
  const { country } = customer
  if (country !== null && off.has(`country:${country}`)) {
    return { code: 'country.switched_off', values: { country } }
  }
  if (industryType !== null && off.has(`industry_type:${industryType}`)) {
    return { code: 'industry.switched_off', values: { industry: industryType } }
  }
  return undefined
}

/**
 * How an order stands to a limit. Amounts of two currencies cannot be compared: what is in another one than the limit's
 * is treated as if it were above it.
 */
function aboveLimit(
  { amountMinor, currency }: PaymentOrder,
  limitMinor: bigint | null,
  limitCurrency: string | null,
): 'above' | 'other_currency' | undefined {
  if (limitMinor === null) return undefined
  if (currency !== limitCurrency) return 'other_currency'
  return amountMinor > limitMinor ? 'above' : undefined
}

function holdAbove(
  order: PaymentOrder,
  { approvalThresholdMinor: own, homeCurrency }: OrderAccount,
  { risk }: OrderLimits,
): string | undefined {
  const above =
    own === null
      ? aboveLimit(order, risk?.approvalAboveMinor ?? null, risk?.currency ?? null)
      : aboveLimit(order, own, homeCurrency)
  return above && { above: 'hold.threshold', other_currency: 'hold.other_currency' }[above]
}

function aboveRisk(order: PaymentOrder, { risk }: OrderLimits): Refusal | undefined {
  const above = aboveLimit(order, risk?.blockAboveMinor ?? null, risk?.currency ?? null)
  if (above === undefined) return undefined
  return { code: above === 'above' ? 'risk.amount_too_high' : 'risk.other_currency' }
}

/** Where a payment stands once its order is taken down. */
export const statusAtBeginning: Readonly<Record<Beginning['kind'], PaymentStatus>> = {
  sent: 'pending',
  held: 'waiting_for_approval',
  blocked: 'blocked',
  failed: 'failed',
  declined: 'declined',
}
