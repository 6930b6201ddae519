import type { CardInput } from '@counterfoil/features/payments/cards/cards.rules.ts'
import type { PaymentOrder } from '@counterfoil/features/payments/processing/order.rules.ts'
import type {
  PaymentChannel,
  PaymentMethod,
} from '@counterfoil/features/payments/processing/payments.schema.ts'
import type { Mode } from '@counterfoil/kit/contract/fields.ts'
import { decimalPlacesOf } from '@counterfoil/kit/contract/money.ts'
import type { SetupBrand } from './processing-setup.contract.ts'

/**
 * Numbers for tests, of no card holder. The sandbox approves those that it publishes (Visa, Mastercard, American Express, Troy); of the other
 * brands it declines them, but the payment gets to it.
 */
const cardNumbers: Readonly<Record<SetupBrand, string>> = {
  visa: '4242424242424242',
  mastercard: '5555555555554444',
  american_express: '378282246310005',
  troy: '9792030000000000',
  maestro: '6759649826438453',
  jcb: '3530111333300000',
  diners_club: '30569309025904',
  discover: '6011111111111117',
  unionpay: '6200000000000005',
}

const yearsValid = 5

/** What is asked about. */
export interface AskedPayment {
  readonly merchantId: string
  readonly mode: Mode
  readonly method: PaymentMethod
  readonly brand: SetupBrand | null
  readonly currency: string
  readonly amountMinor: bigint
  readonly channel: PaymentChannel
  readonly websiteId?: string | undefined
}

/** The name under which a payment of the tool is known again. */
export const madeBy = { madeBy: 'processing-setup-tool' }

/** The order that is looked at, and that a test payment sends. */
export const sampleOrder = (asked: AskedPayment, now: Date): PaymentOrder => ({
  ...{ merchantId: asked.merchantId, mode: asked.mode, amountMinor: asked.amountMinor },
  ...{ currency: asked.currency, channel: asked.channel, websiteId: asked.websiteId },
  capture: true,
  method: asked.method === 'card' ? sampleCard(asked.brand ?? 'visa', now) : { type: asked.method },
  externalId: null,
  description: 'Test payment of the processing setup tool',
  metadata: madeBy,
  customer: { email: null, country: null },
})

const sampleCard = (brand: SetupBrand, now: Date): CardInput => ({
  type: 'card',
  number: cardNumbers[brand],
  expiryMonth: 12,
  expiryYear: now.getUTCFullYear() + yearsValid,
  securityCode: brand === 'american_express' ? '1234' : '123',
})

const sampleMajor = 10n

/** Ten of a currency. */
export const sampleAmount = (currency: string): bigint =>
  sampleMajor * 10n ** BigInt(decimalPlacesOf(currency))
