import type { Dimension, Keys } from '@counterfoil/features/reporting/figures/dimensions.schema.ts'
import type { Measure } from '@counterfoil/features/reporting/figures/figures.schema.ts'
import {
  declinedStatuses,
  measures,
} from '@counterfoil/features/reporting/figures/measures.rules.ts'
import { addDays, addMonths } from '@counterfoil/kit/contract/calendar-days.ts'
import { hourMs } from '@counterfoil/kit/contract/durations.ts'
import { noneKey } from '@counterfoil/kit/contract/fields.ts'

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

/** Of these the lookup finds the payments that have none. */
const mayBeNone: ReadonlySet<string> = new Set<Dimension>([
  ...(['provider', 'brand', 'cardType', 'declineReason', 'declineCode'] as const),
  ...(['country', 'issuerCountry', 'website', 'mid'] as const),
])

export interface ReportLink {
  /** The filter of the report, as its address has it. */
  readonly filter: ListFilter
  /** The days of the report. */
  readonly from: string
  readonly to: string
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

/** What of the report's days the group has; undefined for groups of no days in a row. */
function daysOf({ keys, from, to }: ReportLink): ListFilter | undefined {
  const { day, month, hour } = keys
  if (keys.weekday !== undefined) return undefined
  if (hour !== undefined && hour !== null) {
    const end = new Date(Date.parse(hour) + hourMs - 1).toISOString()
    return { dateFrom: hour, dateTo: end }
  }
  if (day !== undefined && day !== null) return { dateFrom: day, dateTo: day }
  if (month !== undefined && month !== null) {
    const first = `${month}-01`
    const last = addDays(addMonths(first, 1), -1)
    return { dateFrom: from > first ? from : first, dateTo: to < last ? to : last }
  }
  return { dateFrom: from, dateTo: to }
}
