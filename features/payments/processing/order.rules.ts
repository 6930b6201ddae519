import type { BrowserData } from '@counterfoil/features/payments/authentication/authentication.rules.ts'
import type { Exemption } from '@counterfoil/features/payments/authentication/authentication.schema.ts'
import type { CardInput, KnownCard } from '@counterfoil/features/payments/cards/cards.rules.ts'
import type {
  Consent,
  StoredCardPayment,
} from '@counterfoil/features/payments/stored-cards/stored-cards.rules.ts'
import type { Finding } from '@counterfoil/features/routing/antifraud/screening.rules.ts'
import { gravestOutcome } from '@counterfoil/features/routing/antifraud/screening.rules.ts'
import { type Mode, modeNameOf } from '@counterfoil/kit/contract/fields.ts'
import { moneyText } from '@counterfoil/kit/contract/money.ts'
import { Problem } from '@counterfoil/kit/contract/problem.ts'
import { type Cause, englishOf } from './causes.rules.ts'
import type {
  OrderType,
  PaymentChannel,
  PaymentMetadata,
  PaymentStatus,
} from './payments.schema.ts'

/** `bank`: the payer's, at which the payment is approved over open banking. */
type AccountMethod =
  | { readonly type: 'bank_transfer' }
  | { readonly type: 'alternative'; readonly bank?: string | undefined }

interface OrderAmount {
  readonly amountMinor: bigint
  readonly currency: string
}

/** The request for a new payment. */
export interface PaymentOrder extends OrderAmount {
  readonly merchantId: string
  readonly mode: Mode
  /** Whether to capture at once, or only to authorise. */
  readonly capture: boolean
  /** Whether less than the amount is taken if the issuer approves no more; absent: such an approval is a decline. */
  readonly partialApproval?: boolean | undefined
  readonly method: CardInput | StoredCardPayment | AccountMethod
  /** The payer agrees to the card being stored; it is, when this payment is approved. */
  readonly storing?: (Consent & { readonly email?: string }) | undefined
  readonly externalId: string | null
  readonly description: string | null
  /** What the merchant's server keeps with the payment. */
  readonly metadata?: PaymentMetadata | undefined
  readonly customer: {
    readonly email: string | null
    readonly country: string | null
    /** Of the payer, for screening and for what is linked to a payment. */
    readonly ip?: string | undefined
    /** An id of the device, as the merchant has it, for the same. */
    readonly device?: string | undefined
  }
  /** Taken down by mail or telephone. */
  readonly orderType?: OrderType | undefined
  /** Of a payer who is at a browser. */
  readonly browser?: BrowserData | undefined
  /** Asked of the card's issuer instead of a confirmation. */
  readonly exemption?: Exemption | undefined
  /** Where the payer comes back to from a confirmation. */
  readonly returnUrl?: string | undefined
  /** The merchant's website through which it came; absent where there is none. */
  readonly websiteId?: string | undefined
  /** The payment link or checkout session that it is made by. */
  readonly pageId?: string | undefined
  readonly channel: PaymentChannel
}

/** The fields of a card that may be stored, with the token that recognises it. */
export type RecognisedCard = KnownCard & { readonly token: string }

export interface OrderAccount {
  readonly name: string
  /** False: the organisation that the merchant belongs to is suspended, and no user of it could refund what is paid. */
  readonly isTenantActive: boolean
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

/** Something that must hold of an order, with the refusal where it does not. */
interface Condition<Id extends string, Args extends readonly unknown[], Refused> {
  readonly id: Id
  readonly refusalOf: (...args: Args) => Refused | undefined
}

/** What an order is refused for without storing a payment, in the order in which it is checked. */
const acceptance = [
  { id: 'merchant_active', refusalOf: inactiveMerchant },
  { id: 'website', refusalOf: unknownWebsite },
  { id: 'mode', refusalOf: refusedMode },
  { id: 'currency_known', refusalOf: unknownCurrency },
] as const satisfies Condition<string, [PaymentOrder, OrderAccount], Problem>[]

/** Throws the Problem for which an order is refused without storing a payment. */
export function checkOrder<Account extends OrderAccount>(
  order: PaymentOrder,
  account: Account | undefined,
): asserts account is Account {
  if (account === undefined) throw new Problem('not_found', 404, 'The merchant was not found')
  for (const { refusalOf } of acceptance) {
    const problem = refusalOf(order, account)
    if (problem !== undefined) throw problem
  }
}

/**
 * The Problem for which a merchant takes no order of a mode, whatever is ordered: it is known before a card is typed.
 * Who looks is allowed to; it is the account that is not ready.
 */
export function accountProblem(mode: Mode, account: OrderAccount): Problem | undefined {
  const { merchantStatus, isTenantActive, processingStatus } = account
  if (!isTenantActive || merchantStatus !== 'Active') return notActive(account, 409)
  const takesNone = processingStatus === 'NoProcessing' || isOtherMode(mode, account)
  return takesNone ? modeNotAllowed(mode, account, 409) : undefined
}

function inactiveMerchant(_order: PaymentOrder, account: OrderAccount) {
  const { merchantStatus, isTenantActive } = account
  const isKnown = merchantStatus === 'Active' || merchantRefusals[merchantStatus] !== undefined
  return isTenantActive && isKnown ? undefined : notActive(account)
}

const notActive = ({ name }: OrderAccount, status: 403 | 409 = 403) =>
  new Problem('merchant.not_active', status, `${name} is not active`, {
    params: { merchant: name },
  })

function unknownWebsite({ websiteId }: PaymentOrder, { name, isWebsiteActive }: OrderAccount) {
  if (websiteId === undefined || isWebsiteActive === true) return undefined
  const text = `${name} has no such website in use`
  return new Problem('website.unknown', 400, text, {
    path: 'websiteId',
    params: { merchant: name },
  })
}

const isOtherMode = (mode: Mode, { processingStatus }: OrderAccount) =>
  processingStatus === 'SandboxEnabled' && mode !== 1

function refusedMode({ mode }: PaymentOrder, account: OrderAccount) {
  return isOtherMode(mode, account) ? modeNotAllowed(mode, account) : undefined
}

function modeNotAllowed(mode: Mode, { name }: OrderAccount, status: 403 | 409 = 403) {
  const text = `${name} may not take payments in ${modeNameOf(mode)} mode`
  return new Problem('merchant.mode_not_allowed', status, text, {
    params: { merchant: name, mode: modeNameOf(mode) },
  })
}

function unknownCurrency({ currency }: PaymentOrder, account: OrderAccount) {
  if (account.currency !== null) return undefined
  const text = `${currency} is not a currency that can be paid in`
  return new Problem('currency.unknown', 400, text, {
    path: 'currency',
    params: { currency },
  })
}

/** Merchant statuses whose orders are stored and declined. */
const merchantRefusals: Readonly<Record<string, string>> = {
  'On hold': 'merchant.on_hold',
  Suspended: 'merchant.suspended',
  Closed: 'merchant.closed',
}

const merchantRefusal = (_order: PaymentOrder, { merchantStatus }: OrderAccount) =>
  refusalIf(merchantRefusals[merchantStatus])

const processingRefusal = (_order: PaymentOrder, { processingStatus }: OrderAccount) =>
  refusalIf(processingStatus === 'NoProcessing' && 'merchant.no_processing')

const refusalIf = (
  code: string | false | undefined,
  values?: Record<string, string>,
): Refusal | undefined => (code ? { code, ...(values === undefined ? {} : { values }) } : undefined)

/** What an order is stored and declined for, in the order in which it is checked. */
const declines = [
  { id: 'merchant_open', refusalOf: merchantRefusal },
  { id: 'processing', refusalOf: processingRefusal },
  { id: 'method_on', refusalOf: methodOff },
  { id: 'currency_on', refusalOf: currencyOff },
  { id: 'country_on', refusalOf: countryOff },
  { id: 'industry_on', refusalOf: industryOff },
  { id: 'risk_limit', refusalOf: riskRefusal },
] as const satisfies Condition<string, [PaymentOrder, OrderAccount, OrderLimits], Refusal>[]

/** Everything that is checked of an order besides screening and routing, each whether or not an earlier one refuses. */
export function orderConditions(order: PaymentOrder, account: OrderAccount, limits: OrderLimits) {
  return [
    ...acceptance.map(({ id, refusalOf }) => ({ id, refusal: refusalOf(order, account) })),
    ...declines.map(({ id, refusalOf }) => ({ id, refusal: refusalOf(order, account, limits) })),
  ]
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
  for (const { refusalOf } of declines) {
    const refusal = refusalOf(order, account, limits)
    if (refusal !== undefined) return { kind: 'declined', ...refusal }
  }
  const gravest = gravestOutcome(findings)
  // only operators see the findings; the customer gets this code
  if (gravest === 'block') {
    return { kind: 'blocked', code: 'antifraud.blocked' }
  }
  if (!hasRoute) {
    return { kind: 'failed', ...noRouteFor(order) }
  }
  const hold = holdCodeOf(order, account, findings, limits)
  const holdReason = hold === undefined ? null : englishOf({ code: hold })
  if (holdReason !== null && order.method.type !== 'card') return { kind: 'held', holdReason }
  return { kind: 'sent', holdReason }
}

/** A stored card is authorised by the acquirer that keeps it, and by no other. */
function noRouteFor({ method }: PaymentOrder): Refusal {
  return 'storedCard' in method
    ? { code: 'stored_card.no_route', values: { provider: method.storedCard.provider } }
    : { code: 'routing.no_mid' }
}

/** Limits on a merchant's orders besides those of its account. */
export interface OrderLimits {
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

// An order with something switched off is stored and declined, so that its cause can be seen.

function methodOff({ method }: PaymentOrder, _account: OrderAccount, { off }: OrderLimits) {
  const { type } = method
  return refusalIf(off.has(`payment_method:${type}`) && 'method.switched_off', { method: type })
}

function currencyOff({ currency }: PaymentOrder, _account: OrderAccount, { off }: OrderLimits) {
  return refusalIf(off.has(`currency:${currency}`) && 'currency.switched_off', { currency })
}

function countryOff({ customer }: PaymentOrder, _account: OrderAccount, { off }: OrderLimits) {
  const { country } = customer
  if (country === null) return undefined
  return refusalIf(off.has(`country:${country}`) && 'country.switched_off', { country })
}

function industryOff(
  _order: PaymentOrder,
  _account: OrderAccount,
  { off, industryType: industry }: OrderLimits,
) {
  if (industry === null) return undefined
  return refusalIf(off.has(`industry_type:${industry}`) && 'industry.switched_off', { industry })
}

/**
 * Compares an order to a limit. Amounts in two currencies cannot be compared, so an order in another currency is treated
 * like one above the limit.
 */
function compareToLimit(
  { amountMinor, currency }: OrderAmount,
  limitMinor: bigint | null,
  limitCurrency: string | null,
): 'above' | 'other_currency' | undefined {
  if (limitMinor === null) return undefined
  if (currency !== limitCurrency) return 'other_currency'
  return amountMinor > limitMinor ? 'above' : undefined
}

/** Why a payment that nothing refuses waits for approval; undefined: it does not. */
export function holdCodeOf(
  order: OrderAmount,
  {
    approvalThresholdMinor,
    homeCurrency,
  }: Pick<OrderAccount, 'approvalThresholdMinor' | 'homeCurrency'>,
  findings: readonly Finding[],
  { risk }: Pick<OrderLimits, 'risk'>,
): string | undefined {
  if (gravestOutcome(findings) === 'review') return 'hold.review'
  const above =
    approvalThresholdMinor === null
      ? compareToLimit(order, risk?.approvalAboveMinor ?? null, risk?.currency ?? null)
      : compareToLimit(order, approvalThresholdMinor, homeCurrency)
  return above && { above: 'hold.threshold', other_currency: 'hold.other_currency' }[above]
}

function riskRefusal(
  order: OrderAmount,
  _account: unknown,
  { risk }: Pick<OrderLimits, 'risk'>,
): Refusal | undefined {
  const above = compareToLimit(order, risk?.blockAboveMinor ?? null, risk?.currency ?? null)
  if (above === undefined) return undefined
  return { code: above === 'above' ? 'risk.amount_too_high' : 'risk.other_currency' }
}

/** By the cause for which a new payment of the whole amount would be declined, blocked or held. */
const incrementRefusals: Readonly<Record<string, readonly [code: string, text: string]>> = {
  'risk.amount_too_high': [
    'increment.above_largest',
    'The payment would be {whole}, more than the merchant may take in one payment. Capture what is authorised.',
  ],
  'risk.other_currency': [
    'increment.largest_in_other_currency',
    'The payment is in another currency than what the merchant may take in one payment. Capture what is authorised.',
  ],
  // only operators see the findings
  'antifraud.blocked': [
    'increment.blocked',
    'The payment would be {whole}, and screening blocks a payment of that amount. Capture what is authorised.',
  ],
  'hold.review': [
    'increment.needs_review',
    'The payment would be {whole}, and screening asks for a review of a payment of that amount. Take the rest as a payment of its own, which can be held for it.',
  ],
  'hold.threshold': [
    'increment.needs_approval',
    'The payment would be {whole}, above the amount that needs approval. Take the rest as a payment of its own, which can wait for approval.',
  ],
  'hold.other_currency': [
    'increment.approval_in_other_currency',
    'The payment is in another currency than the amount that needs approval. Take the rest as a payment of its own, which can wait for approval.',
  ],
}

/**
 * Throws a Problem where a new payment of as much as is authorised, with what comes on top, would be declined, blocked or
 * held for its amount: a payment that is authorised already cannot wait for approval.
 */
export function checkIncrementedAmount(
  whole: OrderAmount,
  account: Pick<OrderAccount, 'approvalThresholdMinor' | 'homeCurrency'>,
  findings: readonly Finding[],
  limits: Pick<OrderLimits, 'risk'>,
): void {
  const cause =
    riskRefusal(whole, account, limits)?.code ??
    (gravestOutcome(findings) === 'block'
      ? 'antifraud.blocked'
      : holdCodeOf(whole, account, findings, limits))
  const refusal = cause === undefined ? undefined : incrementRefusals[cause]
  if (refusal === undefined) return
  const [code, template] = refusal
  const total = moneyText(whole.amountMinor, whole.currency)
  const text = template.replace('{whole}', total.en)
  throw new Problem(code, 422, text, {
    path: 'amount',
    params: { whole: total },
  })
}

/** The status of a payment right after its order. */
export const initialStatus: Readonly<Record<OrderDecision['kind'], PaymentStatus>> = {
  sent: 'pending',
  held: 'waiting_for_approval',
  blocked: 'blocked',
  failed: 'failed',
  declined: 'declined',
}
