import type { PaymentFilter } from '@counterfoil/features/payments/lookup/payment-filter.schema.ts'
import { sentenceText } from '@counterfoil/features/payments/processing/causes.rules.ts'
import {
  type PaymentLabelGroup,
  paymentLabel,
} from '@counterfoil/features/payments/processing/labels.rules.ts'
import type { Dimension } from '@counterfoil/features/reporting/figures/dimensions.schema.ts'
import { listNamesOf } from '@counterfoil/features/reporting/figures/figures.public.ts'
import { countryName } from '@counterfoil/kit/contract/country-name.ts'
import type { FilterInWords } from '@counterfoil/kit/contract/exports.ts'
import { type ModeName, noneKey } from '@counterfoil/kit/contract/fields.ts'
import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import { modeNames } from '@counterfoil/kit/contract/mode-names.ts'
import { moneyText } from '@counterfoil/kit/contract/money.ts'
import { statusName } from '@counterfoil/kit/contract/status-names.ts'
import { textIn } from '@counterfoil/kit/contract/texts.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'

const msg = messagesOf(import.meta.url)

const names = msg({
  searchKey: 'Search',
  dateFrom: 'From',
  dateTo: 'Until',
  status: 'Status',
  method: 'Method',
  currency: 'Currency',
  amountFrom: 'Amount from',
  amountTo: 'Amount until',
  merchantId: 'Merchant',
  tenantId: 'Tenant',
  provider: 'Provider',
  disputeState: 'Dispute',
  payout: 'Payout',
  websiteId: 'Website',
  channel: 'Channel',
  cardBrand: 'Card brand',
  customerCountry: "Customer's country",
  issuerCountry: "Issuer's country",
  cardType: 'Card type',
  midId: 'MID',
  routingRule: 'Routing rule',
  attempts: 'Attempts',
  declineReason: 'Decline reason',
  declineCode: 'Decline code',
  externalId: 'External id',
  email: 'E-mail',
  last4: 'Last four',
  mode: 'Mode',
})
type FilterName = keyof typeof names

const dimensionOf: Partial<Record<FilterName, Dimension>> = {
  merchantId: 'merchant',
  tenantId: 'tenant',
  websiteId: 'website',
  midId: 'mid',
  provider: 'provider',
}

const labelOf: Partial<Record<FilterName, PaymentLabelGroup>> = {
  method: 'method',
  channel: 'channel',
  cardBrand: 'brand',
  cardType: 'cardType',
  disputeState: 'disputeState',
}

const noneText = msg('None')
/** Without one currency it is not known how many decimals an amount has. */
const amounts = msg({ minorUnits: '{amount} minor units' })

function amountWords(minor: string, { currency = [] }: PaymentFilter, language: string): string {
  const [only, ...others] = currency
  if (only !== undefined && others.length === 0) {
    return textIn(moneyText(BigInt(minor), only), language)
  }
  return textIn(amounts.minorUnits, language, { amount: minor })
}

/** DD/MM/YYYY of a day. */
const dayText = (value: string) =>
  value.includes('T') ? value : value.split('-').reverse().join('/')

/** A filter as people read it: records by their names, values by their words. */
export async function filterWords(
  db: Db,
  filter: PaymentFilter,
  language: string,
): Promise<FilterInWords[]> {
  const words: FilterInWords[] = []
  for (const name of Object.keys(names) as FilterName[]) {
    const given = filter[name]
    if (given === undefined) continue
    const all = [given].flat().map(String)
    const values = all.filter((value) => value !== noneKey)
    const none = values.length < all.length ? [textIn(noneText, language)] : []
    words.push({
      name: textIn(names[name], language),
      value: [...(await valueWords(db, { filter, name, values }, language)), ...none].join(', '),
    })
  }
  return words
}

interface FilterValues {
  readonly filter: PaymentFilter
  readonly name: FilterName
  readonly values: readonly string[]
}

async function valueWords(
  db: Db,
  { filter, name, values }: FilterValues,
  language: string,
): Promise<readonly string[]> {
  if (name === 'amountFrom' || name === 'amountTo') {
    return values.map((value) => amountWords(value, filter, language))
  }
  if (name === 'mode') return values.map((value) => textIn(modeNames[value as ModeName], language))
  const dimension = dimensionOf[name]
  if (dimension !== undefined) {
    const known = await listNamesOf(
      db,
      [dimension],
      values.map((value) => ({ [dimension]: value })),
    )
    return values.map((value) => known[dimension]?.[value] ?? value)
  }
  if (name === 'status') return values.map((one) => textIn(statusName(one), language))
  // an instant says its zone itself
  if (name === 'dateFrom' || name === 'dateTo') return values.map(dayText)
  if (name === 'declineReason') return values.map((one) => sentenceText(one, language) ?? one)
  if (name === 'customerCountry' || name === 'issuerCountry') {
    return values.map((value) => countryName(value, language))
  }
  const label = labelOf[name]
  if (label !== undefined) return values.map((value) => paymentLabel(label, value, language))
  return values
}
