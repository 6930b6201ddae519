/** The format of a column: `text` is escaped against spreadsheet formulas, `amount` gets its decimals. */
type Kind = 'plain' | 'text' | 'amount' | 'time'

interface Column {
  readonly kind: Kind
  /** A column of `payment as p`, or the name of an expression in the export. */
  readonly source: string
  readonly en: string
  readonly tr: string
}

/** The columns of the payment list and of exports, in their default order. */
export const paymentColumns = {
  createdAt: { kind: 'time', source: 'created_at', en: 'Created', tr: 'Oluşturulma' },
  id: { kind: 'plain', source: 'id', en: 'Payment id', tr: 'Ödeme no' },
  externalId: { kind: 'text', source: 'external_id', en: 'External id', tr: 'Harici no' },
  tenantName: { kind: 'text', source: 'tenant', en: 'Tenant', tr: 'Kiracı' },
  merchantName: { kind: 'text', source: 'merchant', en: 'Merchant', tr: 'Üye iş yeri' },
  websiteName: { kind: 'text', source: 'website', en: 'Website', tr: 'Web sitesi' },
  status: { kind: 'plain', source: 'status', en: 'Status', tr: 'Durum' },
  method: { kind: 'plain', source: 'method', en: 'Method', tr: 'Yöntem' },
  cardBrand: { kind: 'plain', source: 'card_brand', en: 'Card brand', tr: 'Kart markası' },
  card: { kind: 'plain', source: 'card', en: 'Card', tr: 'Kart' },
  amount: { kind: 'amount', source: 'amount_minor', en: 'Amount', tr: 'Tutar' },
  currency: { kind: 'plain', source: 'currency', en: 'Currency', tr: 'Para birimi' },
  authorisedAmount: {
    kind: 'amount',
    source: 'authorised_minor',
    en: 'Authorised',
    tr: 'Provizyon',
  },
  capturedAmount: { kind: 'amount', source: 'captured_minor', en: 'Captured', tr: 'Tahsil edilen' },
  refundedAmount: { kind: 'amount', source: 'refunded_minor', en: 'Refunded', tr: 'İade edilen' },
  voidedAmount: { kind: 'amount', source: 'voided_minor', en: 'Voided', tr: 'İptal edilen' },
  disputeState: { kind: 'text', source: 'dispute_state', en: 'Dispute', tr: 'İtiraz' },
  disputedAmount: { kind: 'amount', source: 'disputed_minor', en: 'Disputed', tr: 'İtiraz edilen' },
  provider: { kind: 'plain', source: 'provider', en: 'Provider', tr: 'Sağlayıcı' },
  acquirerReference: {
    kind: 'text',
    source: 'acquirer_reference',
    en: 'Acquirer reference',
    tr: 'Üye iş yeri bankası referansı',
  },
  customerEmail: { kind: 'text', source: 'customer_email', en: 'E-mail', tr: 'E-posta' },
  customerCountry: { kind: 'plain', source: 'customer_country', en: 'Country', tr: 'Ülke' },
  declineReason: {
    kind: 'text',
    source: 'decline_reason',
    en: 'Decline reason',
    tr: 'Ret nedeni',
  },
  description: { kind: 'text', source: 'description', en: 'Description', tr: 'Açıklama' },
  mode: { kind: 'plain', source: 'mode', en: 'Mode', tr: 'Mod' },
  businessDay: { kind: 'plain', source: 'business_day', en: 'Business day', tr: 'İş günü' },
  channel: { kind: 'plain', source: 'channel', en: 'Channel', tr: 'Kanal' },
  updatedAt: { kind: 'time', source: 'updated_at', en: 'Updated', tr: 'Güncelleme' },
} as const satisfies Record<string, Column>

export type PaymentColumn = keyof typeof paymentColumns
export type ColumnLanguage = 'en' | 'tr'

export const allPaymentColumns = Object.keys(paymentColumns) as PaymentColumn[]

/** The heading of a column; times say of which zone they are. `zone`: an IANA name, or the minutes ahead of UTC. */
export function columnName(
  column: PaymentColumn,
  language: ColumnLanguage,
  zone: string | number,
): string {
  const name = paymentColumns[column][language]
  return paymentColumns[column].kind === 'time' ? `${name} (${zoneName(zone)})` : name
}

export function zoneName(zone: string | number): string {
  if (typeof zone === 'string' || zone === 0) return String(zone || 'UTC')
  const [hours, minutes] = [Math.trunc(Math.abs(zone) / 60), Math.abs(zone) % 60]
  const twoDigits = (part: number) => String(part).padStart(2, '0')
  return `UTC${zone < 0 ? '-' : '+'}${twoDigits(hours)}:${twoDigits(minutes)}`
}

/** The language of the header row; English for languages without texts. */
export function columnLanguage(locale: string): ColumnLanguage {
  return locale.toLowerCase().startsWith('tr') ? 'tr' : 'en'
}
