import type { LanguageCode } from '@counterfoil/kit/contract/languages.ts'
import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import { textIn } from '@counterfoil/kit/contract/texts.ts'

const msg = messagesOf(import.meta.url)

/** The columns of the payment list and of exports, in their default order. */
const names = msg({
  createdAt: 'Created',
  id: 'Payment id',
  externalId: 'External id',
  tenantName: 'Tenant',
  merchantName: 'Merchant',
  websiteName: 'Website',
  status: 'Status',
  method: 'Method',
  cardBrand: 'Card brand',
  card: 'Card',
  amount: 'Amount',
  currency: 'Currency',
  authorisedAmount: 'Authorised',
  capturedAmount: 'Captured',
  refundedAmount: 'Refunded',
  voidedAmount: 'Voided',
  disputeState: 'Dispute',
  disputedAmount: 'Disputed',
  provider: 'Provider',
  acquirerReference: 'Acquirer reference',
  customerEmail: 'E-mail',
  customerCountry: 'Country',
  declineReason: 'Decline reason',
  description: 'Description',
  mode: 'Mode',
  businessDay: 'Business day',
  channel: 'Channel',
  updatedAt: 'Updated',
})
export type PaymentColumn = keyof typeof names

export const allPaymentColumns = Object.keys(names) as PaymentColumn[]

interface Column {
  /** `text` is escaped against spreadsheet formulas, `amount` gets its decimals. */
  readonly kind: 'plain' | 'text' | 'amount' | 'time'
  /** A column of `payment as p`, or the name of an expression in the export. */
  readonly source: string
}

export const paymentColumns = {
  createdAt: { kind: 'time', source: 'created_at' },
  id: { kind: 'plain', source: 'id' },
  externalId: { kind: 'text', source: 'external_id' },
  tenantName: { kind: 'text', source: 'tenant' },
  merchantName: { kind: 'text', source: 'merchant' },
  websiteName: { kind: 'text', source: 'website' },
  status: { kind: 'plain', source: 'status' },
  method: { kind: 'plain', source: 'method' },
  cardBrand: { kind: 'plain', source: 'card_brand' },
  card: { kind: 'plain', source: 'card' },
  amount: { kind: 'amount', source: 'amount_minor' },
  currency: { kind: 'plain', source: 'currency' },
  authorisedAmount: { kind: 'amount', source: 'authorised_minor' },
  capturedAmount: { kind: 'amount', source: 'captured_minor' },
  refundedAmount: { kind: 'amount', source: 'refunded_minor' },
  voidedAmount: { kind: 'amount', source: 'voided_minor' },
  disputeState: { kind: 'text', source: 'dispute_state' },
  disputedAmount: { kind: 'amount', source: 'disputed_minor' },
  provider: { kind: 'plain', source: 'provider' },
  acquirerReference: { kind: 'text', source: 'acquirer_reference' },
  customerEmail: { kind: 'text', source: 'customer_email' },
  customerCountry: { kind: 'plain', source: 'customer_country' },
  declineReason: { kind: 'text', source: 'decline_reason' },
  description: { kind: 'text', source: 'description' },
  mode: { kind: 'plain', source: 'mode' },
  businessDay: { kind: 'plain', source: 'business_day' },
  channel: { kind: 'plain', source: 'channel' },
  updatedAt: { kind: 'time', source: 'updated_at' },
} as const satisfies Record<PaymentColumn, Column>

/** The heading of a column; times say of which zone they are. `zone`: an IANA name, or the minutes ahead of UTC. */
export function columnName(
  column: PaymentColumn,
  language: LanguageCode,
  zone: string | number,
): string {
  const name = textIn(names[column], language)
  return paymentColumns[column].kind === 'time' ? `${name} (${zoneName(zone)})` : name
}

export function zoneName(zone: string | number): string {
  if (typeof zone === 'string' || zone === 0) return String(zone || 'UTC')
  const [hours, minutes] = [Math.trunc(Math.abs(zone) / 60), Math.abs(zone) % 60]
  const twoDigits = (part: number) => String(part).padStart(2, '0')
  return `UTC${zone < 0 ? '-' : '+'}${twoDigits(hours)}:${twoDigits(minutes)}`
}
