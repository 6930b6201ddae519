import { sentenceText } from '@counterfoil/features/payments/processing/causes.rules.ts'
import { paymentLabel } from '@counterfoil/features/payments/processing/labels.rules.ts'
import type { Dimension } from '@counterfoil/features/reporting/figures/dimensions.schema.ts'
import { countryName } from '@counterfoil/kit/contract/country-name.ts'
import { hourMs } from '@counterfoil/kit/contract/durations.ts'
import { localeOf, textLanguage } from '@counterfoil/kit/contract/languages.ts'
import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import { type Text, textIn } from '@counterfoil/kit/contract/texts.ts'

const msg = messagesOf(import.meta.url)

/** What the dimensions are called. */
export const dimensionLabels: Readonly<Record<Dimension, Text>> = msg({
  day: 'Day',
  month: 'Month',
  weekday: 'Weekday',
  hour: 'Hour',
  status: 'Status',
  method: 'Method',
  provider: 'Provider',
  merchant: 'Merchant',
  tenant: 'Tenant',
  brand: 'Card brand',
  channel: 'Channel',
  website: 'Website',
  country: "Customer's country",
  issuerCountry: "Issuer's country",
  cardType: 'Card type',
  mid: 'MID',
  declineReason: 'Decline reason',
  declineCode: 'Decline code',
})

const none = msg('None')

interface KeyNaming {
  readonly language: string
  /** For hours: an IANA name. */
  readonly timeZone: string
  readonly names: Readonly<Partial<Record<Dimension, Readonly<Record<string, string>>>>>
  /** The status in the language. */
  statusName(status: string): string
}

/** A group's key as it is shown and exported. */
export function keyName(one: Dimension, key: string | null, naming: KeyNaming): string {
  const { language, names, timeZone } = naming
  if (key === null) return textIn(none, language)
  const locale = localeOf[textLanguage(language)]
  if (one === 'status') return naming.statusName(key)
  if (one === 'method' || one === 'brand' || one === 'channel' || one === 'cardType')
    return paymentLabel(one, key, language)
  if (one === 'day') return key.split('-').reverse().join('/')
  if (one === 'month') return monthName(key, locale)
  if (one === 'weekday') return weekdayName(key, locale)
  if (one === 'hour') return hourName(key, timeZone)
  if (one === 'declineReason') return sentenceText(key, language) ?? key
  if (one === 'country' || one === 'issuerCountry') return countryName(key, locale)
  return names[one]?.[key] ?? key
}

/** Whether more payments can still come into a group. */
export function isPartial(
  { today, asOf }: { readonly today: string; readonly asOf: string },
  one: Dimension,
  key: string,
): boolean {
  if (one === 'day') return key === today
  if (one === 'month') return key === today.slice(0, 7)
  return one === 'hour' && Date.parse(key) + hourMs > Date.parse(asOf)
}

const utc = (day: string) => new Date(`${day}T00:00:00Z`)

const monthName = (month: string, locale: string) =>
  new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    utc(`${month}-01`),
  )

/** 1 January 2024 was a Monday. */
const weekdayName = (weekday: string, locale: string) =>
  new Intl.DateTimeFormat(locale, { weekday: 'long', timeZone: 'UTC' }).format(
    utc(`2024-01-${weekday.padStart(2, '0')}`),
  )

/** With its offset: where clocks are put back, an hour comes twice. */
const hourName = (start: string, timeZone: string) =>
  new Intl.DateTimeFormat('en-GB', {
    timeZone,
    day: '2-digit',
    month: '2-digit',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZoneName: 'shortOffset',
  })
    .format(new Date(start))
    .replace(',', '')
