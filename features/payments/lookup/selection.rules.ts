import { storedSentence } from '@counterfoil/features/payments/processing/causes.rules.ts'
import type { AttemptFilter } from '@counterfoil/features/reporting/figures/figures.schema.ts'
import { hourMs } from '@counterfoil/kit/contract/durations.ts'
import { type Mode, modeOf } from '@counterfoil/kit/contract/fields.ts'
import { Problem } from '@counterfoil/kit/contract/problem.ts'
import type { PaymentFilter } from './payment-filter.schema.ts'

/** A filter translated to columns; lists, counts, sums and exports use it. */
export interface Selection {
  readonly mode: Mode
  readonly tenantId?: string | undefined
  readonly merchantIds?: readonly string[] | undefined
  readonly statuses?: readonly string[] | undefined
  readonly disputeStates?: readonly string[] | undefined
  readonly payout?: 'waiting' | undefined
  readonly websiteIds?: readonly string[] | undefined
  readonly methods?: readonly string[] | undefined
  readonly channels?: readonly string[] | undefined
  readonly providers?: readonly string[] | undefined
  readonly currencies?: readonly string[] | undefined
  readonly cardBrands?: readonly string[] | undefined
  readonly customerCountries?: readonly string[] | undefined
  readonly issuerCountries?: readonly string[] | undefined
  readonly cardTypes?: readonly string[] | undefined
  readonly midIds?: readonly string[] | undefined
  readonly routingRule?: string | undefined
  readonly attempts?: AttemptFilter | undefined
  readonly declineReason?: string | undefined
  readonly declineCodes?: readonly string[] | undefined
  readonly amountFrom?: number | undefined
  readonly amountTo?: number | undefined
  readonly externalId?: string | undefined
  readonly emailKey?: string | undefined
  readonly last4?: string | undefined
  readonly searchKey?: string | undefined
  /** Business days, inclusive. */
  readonly dayFrom?: string | undefined
  readonly dayTo?: string | undefined
  /** Ids from this one on; a payment's id begins with its creation time. */
  readonly idFrom?: string | undefined
  /** Ids before this one. */
  readonly idBefore?: string | undefined
  /** True if it is limited by an instant, so that whole days do not cover it. */
  readonly isWithinDays: boolean
}

// The first and the last place on Earth to begin a day, and so the widest that a business day's ids can lie.
const earliestDayStartMs = -14 * hourMs
const latestDayEndMs = 24 * hourMs + 12 * hourMs

const reversed = {
  dateTo: { code: 'lookup.reversed_dateTo', message: 'The days end before they begin' },
  amountTo: {
    code: 'lookup.reversed_amountTo',
    message: 'The highest amount is less than the lowest',
  },
} as const

/** Throws a Problem if a range ends before it begins, which no payment can lie in. */
function refuseReversed({ dateFrom, dateTo, amountFrom, amountTo }: PaymentFilter): void {
  const path =
    dateFrom !== undefined && dateTo !== undefined && endsBefore(dateFrom, dateTo)
      ? 'dateTo'
      : amountFrom !== undefined && amountTo !== undefined && amountTo < amountFrom
        ? 'amountTo'
        : undefined
  if (path === undefined) return
  const { code, message } = reversed[path]
  throw new Problem(code, 400, message, { path })
}

/** Of a day and an instant it is not known before the tenant's zone is. */
const endsBefore = (from: string, to: string) =>
  from.includes('T') === to.includes('T') && Date.parse(to) < Date.parse(from)

/** `mode` is the request's, for a filter without one. */
export function selectionOf(filter: PaymentFilter, mode: Mode): Selection {
  refuseReversed(filter)
  const { dateFrom, dateTo } = filter
  const isDayFrom = dateFrom !== undefined && !dateFrom.includes('T')
  const isDayTo = dateTo !== undefined && !dateTo.includes('T')
  return {
    mode: filter.mode === undefined ? mode : modeOf(filter.mode),
    tenantId: filter.tenantId,
    merchantIds: filter.merchantId,
    statuses: filter.status,
    disputeStates: filter.disputeState,
    payout: filter.payout,
    websiteIds: filter.websiteId,
    methods: filter.method,
    channels: filter.channel,
    providers: filter.provider,
    currencies: filter.currency,
    cardBrands: filter.cardBrand,
    customerCountries: filter.customerCountry,
    issuerCountries: filter.issuerCountry,
    cardTypes: filter.cardType,
    midIds: filter.midId,
    routingRule: filter.routingRule,
    attempts: filter.attempts,
    declineReason:
      filter.declineReason === undefined ? undefined : storedSentence(filter.declineReason),
    declineCodes: filter.declineCode,
    amountFrom: filter.amountFrom,
    amountTo: filter.amountTo,
    externalId: filter.externalId,
    emailKey: filter.email?.toLowerCase(),
    last4: filter.last4,
    searchKey: filter.searchKey,
    dayFrom: isDayFrom ? dateFrom : undefined,
    dayTo: isDayTo ? dateTo : undefined,
    idFrom:
      dateFrom === undefined
        ? undefined
        : firstIdAt(Date.parse(dateFrom) + (isDayFrom ? earliestDayStartMs : 0)),
    idBefore:
      dateTo === undefined
        ? undefined
        : firstIdAt(Date.parse(dateTo) + (isDayTo ? latestDayEndMs : 1)),
    isWithinDays: (dateFrom !== undefined && !isDayFrom) || (dateTo !== undefined && !isDayTo),
  }
}

/** The smallest id of a payment created at this instant (UUID version 7 begins with milliseconds). */
export function firstIdAt(instantMs: number): string {
  const hex = Math.max(0, Math.floor(instantMs)).toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`
}

/** Whether rollups cover the selection, so that counting it reads no payments. */
export function isSummedByDay(selection: Selection): boolean {
  const { amountFrom, amountTo, externalId, emailKey, last4, searchKey, declineReason } = selection
  const { disputeStates, websiteIds, channels, payout } = selection
  const { cardBrands, cardTypes, customerCountries, issuerCountries } = selection
  const { midIds, declineCodes, routingRule, attempts } = selection
  const several = [disputeStates, websiteIds, channels, cardBrands, customerCountries, midIds]
  several.push(issuerCountries, cardTypes)
  const byPayment = [amountFrom, amountTo, externalId, emailKey, last4, searchKey, payout]
  byPayment.push(
    declineReason,
    routingRule,
    attempts,
    ...[...several, declineCodes].flatMap((one) => one ?? []),
  )
  return !selection.isWithinDays && byPayment.every((one) => one === undefined)
}
