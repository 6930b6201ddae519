import type { Dimension, Keys } from '@counterfoil/features/reporting/figures/dimensions.schema.ts'
import type { Measure } from '@counterfoil/features/reporting/figures/figures.schema.ts'
import { measures } from '@counterfoil/features/reporting/figures/measures.rules.ts'
import { declinedStatuses } from '@counterfoil/features/reporting/figures/outcomes.schema.ts'
import { addDays, addMonths, localDay } from '@counterfoil/kit/contract/calendar-days.ts'
import { hourMs } from '@counterfoil/kit/contract/durations.ts'
import { noneKey } from '@counterfoil/kit/contract/fields.ts'
import { firstZone, lastZone } from './report-span.rules.ts'

/** The filter of the lookup by its names in the address. */
export type ListFilter = Readonly<Record<string, string>>

/** The names by which the lookup filters by a dimension. */
const filterOf: Readonly<Partial<Record<Dimension, string>>> = {
  status: 'status',
  method: 'method',
  provider: 'provider',
  merchant: 'merchantId',
  tenant: 'tenantId',
  brand: 'cardBrand',
  channel: 'channel',
  website: 'websiteId',
  country: 'customerCountry',
  issuerCountry: 'issuerCountry',
  cardType: 'cardType',
  mid: 'midId',
  declineReason: 'declineReason',
  declineCode: 'declineCode',
}

/** The dimensions by which a filter chooses payments, as far as it says. */
export const chosenDimensions = (filter: Readonly<Record<string, unknown>>): Dimension[] =>
  (Object.keys(filterOf) as Dimension[]).filter((one) => filter[filterOf[one] ?? ''] !== undefined)

/** Of these the lookup finds the payments that have none. */
const mayBeNone: ReadonlySet<string> = new Set<Dimension>([
  ...(['provider', 'brand', 'cardType', 'declineReason', 'declineCode'] as const),
  ...(['country', 'issuerCountry', 'website', 'mid'] as const),
])

export interface ReportLink {
  /** The filter of the report, as its address has it. */
  readonly filter: ListFilter
  /** The days of the report, or instants where it begins or ends at one; both inclusive. */
  readonly from: string
  readonly to: string
  /** Whose days they are; null: each tenant has its own. */
  readonly timeZone: string | null
  readonly keys: Keys
  readonly currency?: string
  /** The figure that is opened; without one all payments of the group. */
  readonly measure?: Measure
  /** Of declined, failed and blocked payments alone. */
  readonly onlyDeclined?: boolean | undefined
}

/** The filter of the lookup that finds exactly the payments of a group; undefined where the lookup has no such filter. */
export function listFilterOf(link: ReportLink): ListFilter | undefined {
  const { filter, keys, currency, onlyDeclined } = link
  const days = daysOf(link)
  if (days === undefined) return undefined
  const chosen: Record<string, string> = { ...filter, ...days }
  if (currency !== undefined) chosen.currency = currency
  for (const [one, key] of Object.entries(keys)) {
    if (one === 'day' || one === 'month' || one === 'hour') continue
    const name = filterOf[one as Dimension]
    // those of all Mondays cannot be asked for
    const value = key ?? (mayBeNone.has(one) ? noneKey : undefined)
    if (name === undefined || value === undefined) return undefined
    chosen[name] = value
  }
  const attempts = link.measure === undefined ? undefined : measures[link.measure].attempts
  if (attempts !== undefined) {
    if (chosen.attempts !== undefined && chosen.attempts !== attempts) return undefined
    chosen.attempts = attempts
  }
  const among = [
    chosen.status?.split(','),
    link.measure === undefined ? undefined : measures[link.measure].statuses,
    onlyDeclined ? declinedStatuses : undefined,
  ].filter((one) => one !== undefined)
  const [first, ...others] = among
  const statuses = first?.filter((one) => others.every((other) => other.includes(one)))
  if (statuses?.length === 0) return undefined
  return statuses === undefined ? chosen : { ...chosen, status: statuses.join(',') }
}

/** What of the report's days the group has; undefined for groups of no days in a row, and where zones differ on it. */
function daysOf({ keys, from, to, timeZone }: ReportLink): ListFilter | undefined {
  if (keys.weekday !== undefined) return undefined
  const spans = [{ from, to }, ...spansOf(keys)]
  const starts: Bound[] = spans.map((span) => span.from)
  const ends: Bound[] = spans.map((span) => span.to)
  const dateFrom = starts.reduce(laterIn(timeZone))
  const dateTo = ends.reduce(earlierIn(timeZone))
  return dateFrom === undefined || dateTo === undefined ? undefined : { dateFrom, dateTo }
}

function spansOf({ day, month, hour }: Keys): { readonly from: string; readonly to: string }[] {
  const spans: { readonly from: string; readonly to: string }[] = []
  if (month != null) {
    const first = `${month}-01`
    spans.push({ from: first, to: addDays(addMonths(first, 1), -1) })
  }
  if (day != null) spans.push({ from: day, to: day })
  if (hour != null) {
    spans.push({ from: hour, to: new Date(Date.parse(hour) + hourMs - 1).toISOString() })
  }
  return spans
}

/** A business day or an instant, at which a span begins or ends; undefined: that depends on the tenant. */
type Bound = string | undefined

const isInstant = (bound: string) => bound.includes('T')

/** The later one of two beginnings: that of a day is where the zone has it. */
const laterIn = (timeZone: string | null) => (one: Bound, other: Bound) =>
  chosen(one, other, {
    alike: (a, b) => (Date.parse(a) < Date.parse(b) ? b : a),
    isBeyond: (instant, day, zone) => !isBefore(localDay(new Date(instant), zone), day),
    timeZone,
  })

/** The earlier one of two ends, which are inclusive. */
const earlierIn = (timeZone: string | null) => (one: Bound, other: Bound) =>
  chosen(one, other, {
    alike: (a, b) => (Date.parse(a) > Date.parse(b) ? b : a),
    isBeyond: (instant, day, zone) => !isBefore(day, localDay(new Date(instant), zone)),
    timeZone,
  })

interface Choice {
  readonly timeZone: string | null
  alike(a: string, b: string): string
  /** Whether the instant bounds more than the day does. */
  isBeyond(instant: string, day: string, zone: string): boolean
}

function chosen(one: Bound, other: Bound, { timeZone, alike, isBeyond }: Choice): Bound {
  if (one === undefined || other === undefined) return undefined
  if (isInstant(one) === isInstant(other)) return alike(one, other)
  const [instant, day] = isInstant(one) ? [one, other] : [other, one]
  const zones = timeZone === null ? [firstZone, lastZone] : [timeZone]
  const answers = new Set(zones.map((zone) => isBeyond(instant, day, zone)))
  if (answers.size > 1) return undefined
  return answers.has(true) ? instant : day
}

/** The year after 9999 has a figure more. */
const isBefore = (day: string, other: string) =>
  day.length === other.length ? day < other : day.length < other.length
