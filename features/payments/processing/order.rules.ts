import type { CardInput, KnownCard } from '@counterfoil/features/payments/cards/cards.rules.ts'
import type { Finding } from '@counterfoil/features/routing/antifraud/screening.rules.ts'
import { gravestOutcome } from '@counterfoil/features/routing/antifraud/screening.rules.ts'
import { type Mode, modeNameOf } from '@counterfoil/kit/contract/fields.ts'
import { Problem } from '@counterfoil/kit/contract/problem.ts'
import { type Cause, englishOf } from './causes.rules.ts'
import type {
  OrderType,
  PaymentChannel,
  PaymentMetadata,
  PaymentStatus,
} from './payments.schema.ts'

/** The request for a new payment. */
export interface PaymentOrder {
  readonly merchantId: string
  readonly mode: Mode
  readonly amountMinor: bigint
  readonly currency: string
  /** Whether to capture at once, or only to authorise. */
  readonly capture: boolean
  /** Whether less than the amount is taken if the issuer approves no more; absent: such an approval is a decline. */
  readonly partialApproval?: boolean | undefined
  readonly method: CardInput | { readonly type: 'bank_transfer' | 'alternative' }
  readonly externalId: string | null
  readonly description: string | null
  /** What the merchant's server keeps with the payment. */
  readonly metadata?: PaymentMetadata | undefined
  readonly customer: {
    readonly email: string | null
    readonly country: string | null
    /** Used for screening, and not stored. */
    readonly ip?: string | undefined
    /** An id of the device, as the merchant has it; counted by screening, and not stored. */
    readonly device?: string | undefined
  }
  /** Taken down by mail or telephone. */
  readonly orderType?: OrderType | undefined
  /** Where the payer comes back to from a confirmation. */
  readonly returnUrl?: string | undefined
  /** The merchant's website through which it came; absent where there is none. */
  readonly websiteId?: string | undefined
  readonly channel: PaymentChannel
}

/** The fields of a card that may be stored, with the token that recognises it. */
export type RecognisedCard = KnownCard & { readonly token: string }

interface OrderAccount {
  readonly name: string
  readonly merchantStatus: string
  readonly processingStatus: string
  readonly approvalThresholdMinor: bigint | null
  /** The merchant's currency, in which its threshold is set. */
  readonly homeCurrency: string
  /** Null for an unknown currency. */
  readonly currency: string | null
  /** Null if the website of the order does not belong to the merchant. */
  readonly isWebsiteActive: boolean | null
}

/** Throws the Problem for which an order is refused without storing a payment. */
export function checkOrder<Account extends OrderAccount>(
  order: PaymentOrder,
  account: Account | undefined,
): asserts account is Account {
  if (account === undefined) throw new Problem('not_found', 404, 'The merchant was not found')
  if (
    account.merchantStatus !== 'Active' &&
    merchantRefusals[account.merchantStatus] === undefined
  ) {
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

/** Merchant statuses whose orders are stored and declined. */
const merchantRefusals: Readonly<Record<string, string>> = {
  'On hold': 'merchant.on_hold',
  Suspended: 'merchant.suspended',
  Closed: 'merchant.closed',
}

function merchantRefusal({ merchantStatus, processingStatus }: OrderAccount): Refusal | undefined {
  const code = merchantRefusals[merchantStatus]
  if (code !== undefined) return { code }
  return processingStatus === 'NoProcessing' ? { code: 'merchant.no_processing' } : undefined
}

/** One of the causes in causes.rules.ts. */
type Refusal = Pick<Cause, 'code' | 'values'>

/** What happens to a new order. */
export type OrderDecision =
  | { readonly kind: 'sent'; readonly holdReason: string | null }
  | { readonly kind: 'held'; readonly holdReason: string }
  | (Refusal & { readonly kind: 'blocked' | 'failed' | 'declined' })

/**
 * A card payment is authorised first and then waits for approval, because its number is not stored until then.
 * A transfer waits before it is sent.
 */
export function decideOrder(
  order: PaymentOrder,
  account: OrderAccount,
  findings: readonly Finding[],
  hasRoute: boolean,
  limits: OrderLimits,
): OrderDecision {
  const refusal =
    merchantRefusal(account) ?? switchedOffRefusal(order, limits) ?? riskRefusal(order, limits)
  if (refusal !== undefined) return { kind: 'declined', ...refusal }
  const gravest = gravestOutcome(findings)
  // only operators see the findings; the customer gets this code
  if (gravest === 'block') {
    return { kind: 'blocked', code: 'antifraud.blocked' }
  }
  if (!hasRoute) {
    return { kind: 'failed', code: 'routing.no_mid' }
  }
  const hold = gravest === 'review' ? 'hold.review' : holdCodeFor(order, account, limits)
  const holdReason = hold === undefined ? null : englishOf({ code: hold })
  if (holdReason !== null && order.method.type !== 'card') return { kind: 'held', holdReason }
  return { kind: 'sent', holdReason }
}

/** Limits on a merchant's orders besides those of its account. */
interface OrderLimits {
  /** Entries that the platform or the tenant switched off, as `currency:GBP`. */
  readonly off: ReadonlySet<string>
  readonly industryType: string | null
  /** The limits of the merchant's risk level; null without one in use. */
  readonly risk: {
    /** The currency of both amounts. */
    readonly currency: string | null
    readonly approvalAboveMinor: bigint | null
    readonly blockAboveMinor: bigint | null
  } | null
}

/** An order with something switched off is stored and declined, so that its cause can be seen. */
function switchedOffRefusal(
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
 * Compares an order to a limit. Amounts in two currencies cannot be compared, so an order in another currency is treated
 * like one above the limit.
 */
function compareToLimit(
  { amountMinor, currency }: PaymentOrder,
  limitMinor: bigint | null,
  limitCurrency: string | null,
): 'above' | 'other_currency' | undefined {
  if (limitMinor === null) return undefined
  if (currency !== limitCurrency) return 'other_currency'
  return amountMinor > limitMinor ? 'above' : undefined
}

function holdCodeFor(
  order: PaymentOrder,
  { approvalThresholdMinor, homeCurrency }: OrderAccount,
  { risk }: OrderLimits,
): string | undefined {
  const above =
    approvalThresholdMinor === null
      ? compareToLimit(order, risk?.approvalAboveMinor ?? null, risk?.currency ?? null)
      : compareToLimit(order, approvalThresholdMinor, homeCurrency)
  return above && { above: 'hold.threshold', other_currency: 'hold.other_currency' }[above]
}

function riskRefusal(order: PaymentOrder, { risk }: OrderLimits): Refusal | undefined {
  const above = compareToLimit(order, risk?.blockAboveMinor ?? null, risk?.currency ?? null)
  if (above === undefined) return undefined
  return { code: above === 'above' ? 'risk.amount_too_high' : 'risk.other_currency' }
}

/** The status of a payment right after its order. */
export const initialStatus: Readonly<Record<OrderDecision['kind'], PaymentStatus>> = {
  sent: 'pending',
  held: 'waiting_for_approval',
  blocked: 'blocked',
  failed: 'failed',
  declined: 'declined',
}
