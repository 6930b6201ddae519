import { decimalPlacesOf } from '@counterfoil/kit/contract/money.ts'
import { csvOf } from '@counterfoil/kit/server/codecs/csv.ts'
import type { PaymentLink } from './payment-pages.schema.ts'

// What `link-file.ts` reads comes first, so that a file can be uploaded again.
export const furtherColumns = [
  ...['minAmount', 'maxAmount', 'status', 'payments', 'url', 'id', 'mode'],
  ...['createdBy', 'createdAt'],
]
const columns = [
  ...['amount', 'currency', 'description', 'externalId', 'usage', 'expiresAt'],
  ...furtherColumns,
]

/** Payment links as a file for spreadsheets; amounts are in major units, like 12.50. */
export const linksCsv = (links: readonly PaymentLink[]): string =>
  csvOf(
    columns,
    links.map((link) => {
      const major = (amount: number | null) => majorText(amount, link.currency)
      return [
        ...[major(link.amount), link.currency, link.description ?? '', link.externalId ?? ''],
        ...[link.usage, link.expiresAt ?? '', major(link.minAmount), major(link.maxAmount)],
        // as the list counts them: a hundred at most
        ...[link.status, String(link.payments.length), link.url, link.id, link.mode],
        ...[link.createdBy, link.createdAt],
      ]
    }),
  )

function majorText(amount: number | null, currency: string): string {
  if (amount === null) return ''
  const places = decimalPlacesOf(currency)
  const digits = String(amount).padStart(places + 1, '0')
  return places === 0 ? digits : `${digits.slice(0, -places)}.${digits.slice(-places)}`
}
